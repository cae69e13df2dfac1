import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { limitFailures } from '#src/access/attempts.ts'
import { knowsAddress } from '#src/access/known-addresses.ts'
import type { Answer } from '#src/access/limits/limits.ts'
import type { SignIn } from '#src/accounts/input.ts'
import { isPassword } from '#src/accounts/password/hash.ts'
import { accountByIdentifier } from '#src/accounts/queries.ts'
import { Unauthorized } from '#src/http/errors.ts'
import { publicTransaction } from '#src/writes/transaction.ts'
import { admit, admittedColumns, type From } from './admit.ts'

/** Throws TooMany, or Unauthorized: the same for a wrong password and an unknown account. */
export async function signIn(input: SignIn, { answer, ...from }: From & { answer?: Answer }): Promise<string> {
  const { address } = from
  const name = input.identifier.toLowerCase()
  // NUL, because nobody can type it: no identifier counts against another's known address.
  const identifier = (await knowsAddress(name, address)) ? `${name}\0${address}` : name
  const account = await limitFailures({ identifier, address, what: 'sign-ins', answer }, async () => {
    const found = await accountByIdentifier(input.identifier)
    const matches = await isPassword(input.password, found?.hashedPassword ?? null)
    return matches ? found : null
  })
  if (!account) throw wrongCredentials()
  return enter(account, from)
}

const wrongCredentials = () => new Unauthorized('Invalid credentials', {}, 'wrong_credentials')

type Verified = { id: string; hashedPassword: string | null }

/** The account is looked at again: verifying the password took time. */
function enter({ id, hashedPassword }: Verified, from: From): Promise<string> {
  return publicTransaction(async (tx) => {
    const [same] = await tx
      .select(admittedColumns)
      .from(users)
      .where(and(eq(users.id, id), eq(users.hashedPassword, hashedPassword ?? ''), isNull(users.deletedAt)))
      .for('share')
    if (!same) throw wrongCredentials()
    return admit(tx, same, from)
  })
}
