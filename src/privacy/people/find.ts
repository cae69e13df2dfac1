import { type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { holdsAll, holdsAllByIndex, wordsIn } from '#db/query/words.ts'
import type { Role } from '#src/domain/account/account.ts'
import { nationalDigits } from '#src/domain/account/person/patterns.ts'
import {
  FORMER_TENANT,
  type HeldPerson,
  MOST_FOUND,
  type Subject,
  subjectOf,
  tenantId,
} from '#src/domain/account/person/person.ts'
import { NotFound } from '#src/http/errors.ts'
import { findOrCorrect } from '#src/http/list/searched.ts'
import { isUuid } from '#src/http/uuid.ts'

const MOST_JOBS = 1000

type Row = Omit<HeldPerson, 'role' | 'isTenant'> & { role: Role | null; deletedAt: Date | null }

const jobsOf = sql`(select count(*)::int from jobs where jobs.estate_agent_id = users.id)
  + (select count(*)::int from jobs where jobs.contractor_id = users.id)`
const erasedAt = (subject: SQL) => sql`(select min(created_at) from person_records
  where action = 'erased' and subjects && array[${subject}]::uuid[])`

async function accountRows(tx: DbOrTx, which: SQL, limit: number): Promise<HeldPerson[]> {
  const rows = await tx.execute(sql`
    select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), username, email, '') as name, email, phone,
      role, ${jobsOf} as jobs, deleted_at as "deletedAt", ${erasedAt(sql`users.id`)} as "erasedAt"
    from users where ${which} order by deleted_at is not null, lower(last_name), id limit ${limit}`)
  return (rows as Row[]).map(accountIn)
}

const digitsOf = (column: SQL) =>
  sql`regexp_replace(regexp_replace(replace(${column}, '(0)', ''), '[^0-9]+', '', 'g'), '^(0044|44|0)', '')`

const dated = (at: Date | string | null): Date | null => (at === null ? null : new Date(at))

const accountIn = (row: Row): HeldPerson => ({
  ...row,
  isTenant: false,
  deletedAt: dated(row.deletedAt),
  erasedAt: dated(row.erasedAt),
})

type TenantRow = { id: string; name: string | null; phone: string | null; jobs: number }

const tenantIn = ({ id, name, phone, jobs }: TenantRow): HeldPerson => ({
  ...{ id: tenantId(id), name: name ?? '', phone, jobs },
  ...{ email: null, role: null, isTenant: true, deletedAt: null, erasedAt: null },
})

export const SEARCHED_JOBS = sql`(words || tenant_words)`

async function accountsFound(search: string): Promise<HeldPerson[]> {
  const digits = nationalDigits(search)
  const byPhone = digits.length < 6 ? sql`false` : sql`${digitsOf(sql`phone`)} = ${digits}`
  const named = sql`(' ' || words_of_person(users) || ' ')`
  return accountRows(db, sql`${holdsAll(named, search)} or ${byPhone}`, MOST_FOUND)
}

async function tenantsFound(search: string): Promise<HeldPerson[]> {
  const rows = await db.execute(sql`
    select (array_agg(id order by created_at desc))[1] as id, min(tenant_name) as name, min(tenant_phone) as phone,
      count(*)::int as jobs
    from (select id, tenant_name, tenant_phone, created_at from jobs
      where ${holdsAllByIndex(SEARCHED_JOBS, search)} and ${holdsAll(sql`tenant_words`, search)}
        and (tenant_phone is not null or tenant_name <> ${FORMER_TENANT})
      order by created_at desc limit ${MOST_JOBS}) found
    group by lower(btrim(tenant_name)), ${digitsOf(sql`tenant_phone`)}
    order by 2, 1 limit ${MOST_FOUND}`)
  return (rows as TenantRow[]).map(tenantIn)
}

/** Accounts, deleted ones too, and the tenants whom jobs name. */
export const peopleFound = (search: string) => findOrCorrect(search, peopleNamed)

async function peopleNamed(search: string): Promise<HeldPerson[]> {
  if (wordsIn(search).length === 0) return []
  const [accounts, tenants] = await Promise.all([accountsFound(search), tenantsFound(search)])
  return [...accounts, ...tenants]
}

/** The jobs that name the same tenant as this one. */
const sameTenant = sql`jobs.tenant_words <> '' and lower(btrim(jobs.tenant_name)) is not distinct from lower(btrim(one.tenant_name))
  and ${digitsOf(sql`jobs.tenant_phone`)} is not distinct from ${digitsOf(sql`one.tenant_phone`)}`

export async function jobsOfTenant(tx: DbOrTx, jobId: string): Promise<string[]> {
  const [one] = await tx.execute<{ name: string | null; phone: string | null }>(
    sql`select tenant_name as name, tenant_phone as phone from jobs where id = ${jobId}`,
  )
  const digits = nationalDigits(one?.phone ?? '')
  const searched = [one?.name, digits.length < 3 ? one?.phone : digits].filter(Boolean).join(' ')
  if (searched === FORMER_TENANT || !wordsIn(searched).length) return []
  const rows = await tx.execute<{ id: string }>(sql`
    select jobs.id from jobs cross join (select * from jobs where id = ${jobId}) one
    where ${holdsAllByIndex(sql`(jobs.words || jobs.tenant_words)`, searched)} and ${sameTenant} order by jobs.id`)
  return rows.map(({ id }) => id)
}

export async function heldPerson(id: string, tx: DbOrTx = db): Promise<HeldPerson> {
  const subject = subjectOf(id)
  if (!isUuid(subject.id)) throw new NotFound()
  const found = subject.kind === 'account' ? await heldAccount(tx, subject) : await heldTenant(tx, subject)
  if (!found) throw new NotFound()
  return found
}

async function heldAccount(tx: DbOrTx, { id }: Subject): Promise<HeldPerson | undefined> {
  return (await accountRows(tx, sql`id = ${id}`, 1))[0]
}

async function heldTenant(tx: DbOrTx, { id }: Subject): Promise<HeldPerson | undefined> {
  const jobIds = await jobsOfTenant(tx, id)
  const [one] = await tx.execute(sql`
    select id, tenant_name as name, tenant_phone as phone, ${jobIds.length}::int as jobs, ${erasedAt(sql`id`)} as "erasedAt"
    from jobs where id = ${id} and (tenant_name is not null or tenant_phone is not null)`)
  return one && { ...tenantIn(one as TenantRow), erasedAt: dated(one.erasedAt) }
}
