import { and, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { idList, isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import type { Patterns, ScrubPlace } from '#src/domain/account/person/patterns.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { recordChanges } from '#src/events/record.ts'
import { isStopping } from '#src/runtime/stopping.ts'
import { transaction } from '#src/writes/transaction.ts'
import { type Keyed, keepOneOfEach, renewPropertyKeys } from './keys.ts'

/** Where names stand because the law wants them there, or are replaced otherwise. */
const LEFT_ALONE: Record<string, readonly string[] | 'all'> = {
  users: 'all',
  job_words: 'all',
  person_records: 'all',
  invoices: [
    ...['contractor_name', 'contractor_company', 'contractor_address', 'contractor_vat_number'],
    ...['agency', 'agency_address'],
  ],
}

/** Whose name a column is a copy of. */
const COPIES: Record<string, Record<string, string>> = {
  jobs: { estate_agent_name: 'estate_agent_id' },
  job_events: { actor_name: 'actor_id' },
  account_events: { actor_name: 'actor_id' },
  bulk_actions: { actor_name: 'actor_id' },
  messages: { author_name: 'author_id' },
  changes: { by_name: 'by_id' },
  invoices: { voided_by_name: 'voided_by' },
  hazard_summaries: { sent_by_name: 'sent_by_id' },
}

/** They name one thing or somebody: a first name alone in them, or a number that two have, may be another's. */
const NAMES = /(^|_)(name|address|agency|company|email|phone|key|words|hash|number|url|urls|type|kind)$/

/** E-mails go to it, which none may to a label. */
const SENT_TO = 'agencies.statement_email'

const READ_WITH_JOBS = ['invoices', 'job_events', 'job_visits', 'jobs', 'messages', 'quotes']

const BLOCKS = 1000

const AGENCIES = /(^|\.)(estate_)?agency(_key)?$|^agencies\.(key|name)$|^links\.about$|^list_views\.query$/

type Sought = Patterns & { label: string; accountId: string | null; jobIds: readonly string[] }
type Scrub = Sought & { agencies: readonly string[]; owing: readonly string[] }

type Column = { name: string; type: 'text' | 'jsonb' | 'ARRAY' }
type Table = { name: string; columns: Column[]; texts: string[]; uuids: string[] }

async function textTables(): Promise<Table[]> {
  const rows = await db.execute<{ table: string; name: string; type: Column['type'] | 'uuid' }>(sql`
    select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'jsonb', 'uuid') or c.udt_name = '_text') order by 1, 2`)
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, all]) => ({
    name,
    columns: all.flatMap((one) => (one.type === 'uuid' || isLeftAlone(name, one.name) ? [] : [one as Column])),
    texts: all.filter(({ type }) => type === 'text').map((one) => one.name),
    uuids: all.filter(({ type }) => type === 'uuid').map((one) => one.name),
  }))
}

const isLeftAlone = (table: string, column: string): boolean =>
  column === 'property_key' || LEFT_ALONE[table] === 'all' || Boolean(LEFT_ALONE[table]?.includes(column))

const named = (name: string): SQL => sql`${sql.identifier(name)}`

const jobOf = ({ name, uuids }: Table): SQL | null =>
  name === 'jobs' ? sql`id` : uuids.includes('job_id') ? sql`job_id` : null

function isNear(table: Table, { accountId, jobIds }: Scrub): SQL {
  const its = jobOf(table)
  const job = its && sql`${its} in (select unnest(${idList(jobIds)}::uuid[]))`
  const own = accountId ? table.uuids.map((column) => sql`${named(column)} = ${accountId}`) : []
  const all = [...own, ...(job ? [job] : [])]
  return all.length ? sql`coalesce(${sql.join(all, sql` or `)}, false)` : sql`false`
}

function namesAgency(table: Table, column: string, { agencies, owing }: Scrub): SQL {
  // Statements and reminders of what is owed find their address there.
  const kept = table.name === 'agencies' ? [...agencies, ...owing] : agencies
  if (kept.length === 0 || !AGENCIES.test(`${table.name}.${column}`)) return sql`false`
  return sql`exists (select from jsonb_array_elements_text(${JSON.stringify(kept)}::text::jsonb) used(agency)
    where strpos(translate(lower(${named(column)}), '+', ' '), used.agency) > 0)`
}

/** The column's text without the person, and whether that is another text. */
function scrubbed(table: Table, { name, type }: Column, scrub: Scrub): { value: SQL; when: SQL } {
  const { anywhere, near, accountId } = scrub
  const isKey = /(^|_)(key|about)$/.test(name)
  const isSentTo = `${table.name}.${name}` === SENT_TO
  const label = isSentTo ? null : isKey ? scrub.label.toLowerCase() : scrub.label
  const text = type === 'text' ? named(name) : sql`${named(name)}::text`
  const holds = (pattern: string | null) =>
    pattern === null ? sql`false` : sql`(${text} ~* ${pattern} and not ${namesAgency(table, name, scrub)})`
  const replaced = (pattern: string | null) =>
    pattern === null
      ? text
      : sql`case when ${holds(pattern)} then regexp_replace(${text}, ${pattern}, ${label}, 'gi') else ${text} end`
  const isFree = near !== null && !NAMES.test(name)
  const nearby = isNear(table, scrub)
  const value = isFree
    ? sql`case when ${nearby} then ${replaced(near)} else ${replaced(anywhere)} end`
    : replaced(anywhere)
  const when = isFree ? sql`(${holds(anywhere)} or (${nearby} and ${holds(near)}))` : holds(anywhere)
  const cast = type === 'text' ? value : sql`(${value})::${sql.raw(type === 'jsonb' ? 'jsonb' : 'text[]')}`
  const owner = COPIES[table.name]?.[name]
  if (!owner || !accountId) return { value: cast, when }
  const isTheirs = sql`${named(owner)} = ${accountId}`
  return {
    value: sql`case when ${isTheirs} then ${label} else ${cast} end`,
    when: sql`((${isTheirs} and ${named(name)} is distinct from ${label}) or ${when})`,
  }
}

type Changed = Keyed & { job: string | null; contractor: string | null }

async function scrubBlocks(tx: Tx, table: Table, scrub: Scrub, from: number): Promise<number> {
  const columns = table.columns.map((column) => ({ name: column.name, ...scrubbed(table, column, scrub) }))
  const set = columns.map(({ name, value }) => sql`${named(name)} = ${value}`)
  const isNamed = sql.join(
    columns.map((column) => column.when),
    sql` or `,
  )
  const where = sql`ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + BLOCKS},0)`}::tid and (${isNamed})`
  const isKeyed = ['property_key', 'property_address'].every((name) => table.texts.includes(name))
  const contractor = table.uuids.includes('contractor_id') ? sql`contractor_id` : sql`null`
  const keyed = isKeyed ? sql`property_key as key, property_address as address` : sql`null as key, null as address`
  await keepOneOfEach(tx, table.name, where, Object.fromEntries(columns.map(({ name, value }) => [name, value])))
  const changed = (await tx.execute(sql`
    update ${named(table.name)} set ${sql.join(set, sql`, `)} where ${where}
    returning ${jobOf(table) ?? sql`null`} as job, ${contractor} as contractor, ${keyed}`)) as Changed[]
  await renewPropertyKeys(
    tx,
    changed.filter(({ address }) => address?.includes(scrub.label)),
  )
  const ofJobs = Map.groupBy(changed, ({ job }) => job ?? '')
  ofJobs.delete('')
  await bumpActivityOf(tx, [...ofJobs.keys()])
  const read = READ_WITH_JOBS.includes(table.name) ? [...ofJobs] : []
  await recordChanges(
    tx,
    'Fettle',
    read.map(([jobId, rows]) => ({
      type: 'job.changed',
      jobId,
      formerly: { contractors: rows.map(({ contractor }) => contractor) },
    })),
  )
  return changed.length
}

async function bumpActivityOf(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  const { estateAgentId, contractorId } = jobs
  const isShown = and(isAmong(jobs.id, jobIds), isOneOf(jobs.status, OPEN))
  await bumpActivityVersionOf(tx, await tx.selectDistinct({ estateAgentId, contractorId }).from(jobs).where(isShown))
}

async function blocksOf(table: string): Promise<number> {
  const [row] = await db.execute<{ blocks: number }>(
    sql`select (pg_relation_size(${`public.${table}`}::regclass) / 8192)::int as blocks`,
  )
  return row!.blocks
}

const PASSES = 5

/** Every text, some blocks at a time; the next pass finds what was written meanwhile. Returns where to go on, if not done. */
export async function scrubTexts(sought: Sought, from: ScrubPlace | undefined, seconds: number) {
  const until = performance.now() + seconds * 1000
  const scrub = { ...sought, agencies: await agenciesInUse(sought), owing: await agenciesOwing(sought) }
  const tables = (await textTables()).filter(({ columns }) => columns.length > 0)
  for (let at = from ?? FIRST; at.pass < PASSES; at = { ...FIRST, pass: at.pass + 1 }) {
    const { table: begun, block: reached } = at
    for (const table of tables.filter(({ name }) => name >= begun)) {
      const blocks = await blocksOf(table.name)
      for (let block = table.name === begun ? reached : 0; block < blocks; block += BLOCKS) {
        const changed = await transaction((tx) => scrubBlocks(tx, table, scrub, block))
        at = { ...at, table: table.name, block: block + BLOCKS, changed: at.changed + changed }
        if (performance.now() > until || isStopping()) return at
      }
    }
    if (at.changed === 0) break
  }
  return null
}

async function agenciesInUse({ anywhere, accountId }: Sought): Promise<string[]> {
  const rows = await db.execute<{ agency: string }>(sql`
    select distinct lower(btrim(company)) as agency from users
    where deleted_at is null and id is distinct from ${accountId} and company ~* ${anywhere}`)
  return rows.map(({ agency }) => agency)
}

async function agenciesOwing({ anywhere }: Sought): Promise<string[]> {
  const rows = await db.execute<{ agency: string }>(sql`
    select distinct lower(btrim(agency)) as agency from invoices
    where paid_on is null and voided_at is null and agency ~* ${anywhere}`)
  return rows.map(({ agency }) => agency)
}

const FIRST: ScrubPlace = { pass: 0, table: '', block: 0, changed: 0 }

/** Words of theirs that no job and no account has any more. */
export const forgetWords = (texts: readonly string[]): Promise<unknown> =>
  transaction((tx) =>
    tx.execute(sql`
      delete from job_words where word = any(string_to_array(btrim(plain_words(${texts.join(' ')})), ' '))
        and not exists (select from jobs where (jobs.words || jobs.tenant_words) like '% ' || job_words.word || ' %')
        and not exists (select from users where (' ' || words_of_person(users) || ' ') like '% ' || job_words.word || ' %')`),
  )
