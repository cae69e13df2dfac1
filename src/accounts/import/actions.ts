import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { insertAccounts } from '#src/accounts/actions.ts'
import { sendInvitations } from '#src/accounts/password/password-links.ts'
import type { UserRow } from '#src/accounts/queries.ts'
import { type Actor, fullName, unreachedSentence } from '#src/domain/account/account.ts'
import { type ImportRole, isWrong, type JudgedRow } from '#src/domain/account/import-row.ts'
import { TRADES } from '#src/domain/job/contractor-type.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { check, type Typed } from '#src/http/input.ts'
import { transaction } from '#src/writes/transaction.ts'
import { type NewAccount, newAccountRule, schemaOf } from './input.ts'

type Given = { line: number; typed: Typed }
type Judged = JudgedRow & { input: NewAccount | null }

export async function judgeImport(role: ImportRole, given: readonly Given[], tx: DbOrTx = db): Promise<Judged[]> {
  const rows = given.map(({ line, typed }) => {
    const { value, errors } = check(schemaOf(role), typed, newAccountRule(role) as never)
    return {
      line,
      typed,
      input: value as NewAccount | null,
      errors: { ...errors, ...strange(role, typed), ...(errors?.contractorTypes && noTrade(typed)) },
    }
  })
  for (const field of ['email', 'username'] as const) {
    const words = field === 'email' ? 'e-mail address' : 'username'
    const taken = await takenOf(tx, field, rows.map((row) => keyOf(row, field)).filter(Boolean))
    const first = new Map<string, number>()
    for (const row of rows) {
      const key = keyOf(row, field)
      if (!key || row.errors[field]) continue
      if (taken.has(key)) row.errors[field] = `This ${words} is taken`
      else if (first.has(key)) row.errors[field] = `This ${words} is in row ${first.get(key)} too`
      else first.set(key, row.line)
    }
  }
  return rows.map((row) => ({ ...row, input: isWrong(row) ? null : row.input }))
}

/** As it will be kept, when the row is right: what was copied may have letters that do not show. */
function keyOf({ typed, input }: Pick<Judged, 'typed' | 'input'>, field: 'email' | 'username'): string {
  const given = input?.[field] ?? typed[field]
  return typeof given === 'string' ? given.trim().toLowerCase() : ''
}

function noTrade({ contractorTypes }: Typed): Record<string, string> {
  const wrong = [contractorTypes].flat().filter((one) => !(TRADES as unknown[]).includes(one))
  return wrong.length ? { contractorTypes: `No trade: ${wrong.slice(0, 5).join(', ')}. Write Plumbing or Roofing` } : {}
}

const strange = (role: ImportRole, typed: Typed): Record<string, string> =>
  Object.fromEntries(
    Object.keys(typed)
      .filter((field) => !Object.hasOwn(schemaOf(role).properties, field))
      .map((field) => [field, role === 'contractor' ? 'Contractors have none' : 'Estate agents have none']),
  )

async function takenOf(tx: DbOrTx, field: 'email' | 'username', keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const lower: SQL<string> = sql`lower(${users[field]})`
  const rows = await tx
    .select({ key: lower })
    .from(users)
    .where(and(isNull(users.deletedAt), sql`${lower} = any(${arrayOf(keys)}::text[])`))
  return new Set(rows.map(({ key }) => key))
}

const arrayOf = (texts: string[]): string => `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

export type Imported = { created: UserRow[]; unreached: string[] }

/** All right rows in one go, each with an invitation. Throws Invalid with the wrong ones unless they are left out. */
export function importAccounts(
  user: Actor,
  role: ImportRole,
  given: readonly Given[],
  { leaveOutWrong = false } = {},
): Promise<Imported> {
  authorize(user, 'manageAccounts')
  return transaction(async (tx) => {
    const rows = await judgeImport(role, given, tx)
    const right = rows.flatMap(({ input }) => input ?? [])
    if (right.length === 0 || (right.length < rows.length && !leaveOutWrong)) throw new WrongRows(rows)
    const created = await insertAccounts(
      tx,
      right.map((input) => ({ ...input, role })),
      user,
    ).catch((error: unknown) => {
      throw error instanceof Invalid ? new Refused(MEANWHILE) : error
    })
    await sendInvitations(
      tx,
      created.filter(({ email }) => email),
      user,
    )
    const missed = created.filter(({ email }) => !email)
    return { created, unreached: missed.map((person) => unreachedSentence(fullName(person), person)) }
  })
}

const MEANWHILE = 'Somebody made one of these accounts just now. Please check again.'

export class WrongRows extends Invalid {
  constructor(readonly rows: readonly JudgedRow[]) {
    super(
      Object.fromEntries(
        rows.flatMap(({ errors }, index) =>
          Object.entries(errors).map(([field, message]) => [`rows.${index}.${field}`, message]),
        ),
      ),
    )
  }
}
