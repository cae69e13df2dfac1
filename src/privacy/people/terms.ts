import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import { idList } from '#db/query/conditions.ts'
import { holdsAllByIndex } from '#db/query/words.ts'
import type { Role } from '#src/domain/account/account.ts'
import { namedPattern, nationalDigits, type Terms } from '#src/domain/account/person/patterns.ts'
import { changesIn } from '#src/domain/job/changes.ts'
import { SEARCHED_JOBS } from './find.ts'

export type Sought = Terms & { isShared: boolean; shared: string[]; companies: string[] }

export type ErasedAccount = {
  role: Role | null
  deletedAt: Date | null
  firstName: string | null
  lastName: string | null
  email: string | null
  username: string | null
  phone: string | null
  company: string | null
}

type Detail = Record<string, string>

const present = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text): text is string => Boolean(text?.trim()))),
]

/** As it is, and as each edit left and found it. Details are newest first. */
function statesOf<State>(now: State, details: readonly Detail[]): State[] {
  const states = [now]
  for (const changes of details.map(changesIn))
    for (const side of ['after', 'before'] as const)
      states.push({ ...states.at(-1)!, ...Object.fromEntries(changes.map((change) => [change.name, change[side]])) })
  return states
}

export async function accountTerms(tx: Tx, id: string, row: ErasedAccount): Promise<Sought> {
  const details = (
    await tx.execute<{ detail: Detail }>(sql`
      select detail from account_events where user_id = ${id} and detail is not null order by id desc`)
  ).map(({ detail }) => detail)
  const states = statesOf(row, details)
  const terms = {
    names: present(states.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '))),
    emails: present([...states.map(({ email }) => email), ...details.map(({ email }) => email)]),
    phones: present(states.map(({ phone }) => phone)),
    usernames: present([row.username]),
  }
  return {
    ...(await withShared(tx, terms, { id, jobIds: [] })),
    companies: present(states.map(({ company }) => company)),
  }
}

type Tenancy = { id: string; tenantName: string | null; tenantPhone: string | null }

export async function tenantTerms(tx: Tx, jobIds: readonly string[]): Promise<Sought> {
  const among = sql`any(${idList(jobIds)}::uuid[])`
  const rows = await tx.execute<Tenancy>(sql`
    select id, tenant_name as "tenantName", tenant_phone as "tenantPhone" from jobs where id = ${among}`)
  const events = await tx.execute<{ jobId: string; detail: Detail }>(sql`
    select job_id as "jobId", detail from job_events where job_id = ${among} and detail is not null order by id desc`)
  const detailsOf = (id: string) => events.filter(({ jobId }) => jobId === id).map(({ detail }) => detail)
  const states = rows.flatMap((row) => statesOf(row, detailsOf(row.id)))
  const terms = {
    names: present(states.map(({ tenantName }) => tenantName)),
    emails: await tenantAddresses(tx, jobIds),
    phones: present(states.map(({ tenantPhone }) => tenantPhone)),
    usernames: [],
  }
  return { ...(await withShared(tx, terms, { id: null, jobIds })), companies: [] }
}

/** Where summaries of hazards were sent, but to nobody's account. */
export async function tenantAddresses(tx: DbOrTx, jobIds: readonly string[]): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(sql`
    select distinct email from hazard_summaries where job_id = any(${idList(jobIds)}::uuid[]) and email is not null
      and not exists (select from users where lower(users.email) = lower(hazard_summaries.email))`)
  return rows.map(({ email }) => email)
}

type Themselves = { id: string | null; jobIds: readonly string[] }

/** With those that another account, or the tenant of another job, has too. */
async function withShared(tx: Tx, terms: Terms, { id, jobIds }: Themselves): Promise<Omit<Sought, 'companies'>> {
  const isOther = sql`users.id is distinct from ${id}::uuid`
  const isOutside = (column: SQL) => sql`${column} <> all(${idList(jobIds)}::uuid[])`
  const users = (condition: SQL) => sql`exists (select from users where ${isOther} and ${condition})`
  const tenants = (search: string, condition: SQL) =>
    sql`exists (select from jobs where ${holdsAllByIndex(SEARCHED_JOBS, search)} and ${isOutside(sql`id`)} and ${condition})`
  const holdsPhone = (column: SQL, phone: string) => sql`${column} ~* ${namedPattern('', phone)}`
  const live = sql`users.deleted_at is null`
  const full = sql`lower(btrim(concat_ws(' ', users.first_name, users.last_name)))`
  const same = (column: SQL, text: string) => sql`lower(btrim(${column})) = ${text.trim().toLowerCase()}`
  const conditions: [string, SQL][] = [
    ...terms.names.map((name): [string, SQL] => [
      name,
      sql`${users(same(full, name))} or ${tenants(name, same(sql`tenant_name`, name))}`,
    ]),
    ...terms.emails.map((address): [string, SQL] => [
      address,
      sql`${users(sql`${live} and ${same(sql`users.email`, address)}`)} or (${id === null} and exists (
        select from hazard_summaries where ${isOutside(sql`job_id`)} and ${same(sql`"email"`, address)}))`,
    ]),
    ...terms.phones.map((phone): [string, SQL] => [
      phone,
      sql`${users(sql`${live} and ${holdsPhone(sql`users.phone`, phone)}`)}
        or ${tenants(nationalDigits(phone), holdsPhone(sql`tenant_phone`, phone))}`,
    ]),
    ...terms.usernames.map((username): [string, SQL] => [
      username,
      users(sql`${live} and ${same(sql`users.username`, username)}`),
    ]),
  ]
  const shared: string[] = []
  for (const [term, condition] of conditions) {
    const [row] = await tx.execute<{ found: boolean | null }>(sql`select (${condition}) as found`)
    if (row!.found) shared.push(term)
  }
  return { ...terms, shared, isShared: terms.names.some((name) => shared.includes(name)) }
}
