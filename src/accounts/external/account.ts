import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isUniqueViolation } from '#db/pool/failure.ts'
import { users } from '#db/schema.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import { admit, admittedColumns, type From } from '#src/accounts/sign-in/admit.ts'
import { publicTransaction } from '#src/writes/transaction.ts'
import { ExternalProblem } from './problem.ts'

/** The e-mail is null when the provider gives none that can be trusted. */
export type Identity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
}

const ATTEMPTS = 5

export async function signInAs(identity: Identity, from: From): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publicTransaction(async (tx) => {
        const id = await accountOf(tx, identity)
        const [entered] = await tx.select(admittedColumns).from(users).where(eq(users.id, id))
        return admit(tx, entered!, from)
      })
    } catch (error) {
      const meanwhile = isUniqueViolation(error, 'users_email_unique') || isUniqueViolation(error, 'users_oidc_unique')
      if (!meanwhile || attempt === ATTEMPTS) throw error
    }
  }
}

async function accountOf(tx: Tx, identity: Identity): Promise<string> {
  const { issuer, subject, email, emailVerified, firstName, lastName } = identity
  // By subject first, which never changes: an e-mail may be given to somebody else.
  const known = await one(tx, and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject)))
  if (known) return known.id
  if (email === null) throw new ExternalProblem('no-email')
  if (!emailVerified) throw new ExternalProblem('unverified-email')
  const link = { oidcIssuer: issuer, oidcSubject: subject }
  const namesake = await one(tx, eq(sql`lower(${users.email})`, email.toLowerCase()))
  if (!namesake) {
    const person = { email, firstName, lastName, role: null, authType: 'oidc', ...link } as const
    const [created] = await tx.insert(users).values(person).returning({ id: users.id })
    await recordAccountEvent(tx, created!.id, 'created', { id: created!.id, username: null, ...person })
    return created!.id
  }
  if (namesake.oidcIssuer === issuer && namesake.oidcSubject !== subject) throw new ExternalProblem('taken-email')
  await tx
    .update(users)
    .set({ ...link, updatedAt: sql`now()` })
    .where(eq(users.id, namesake.id))
  return namesake.id
}

/** Locked, so that an account deleted meanwhile gets no session. */
async function one(tx: Tx, where: ReturnType<typeof and>) {
  const [found] = await tx
    .select({ id: users.id, oidcIssuer: users.oidcIssuer, oidcSubject: users.oidcSubject })
    .from(users)
    .where(and(where, isNull(users.deletedAt)))
    .for('update')
  return found
}
