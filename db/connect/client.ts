import { SQL } from 'bun'
import { type BunSQLSession, drizzle } from 'drizzle-orm/bun-sql'
import { EMBEDDED_ROLE, SOCKET_NAME, socketFolder } from '#db/embedded/paths.ts'
import { DatabaseOverdue, sqlState } from '#db/pool/failure.ts'
import { Pool } from '#db/pool/pool.ts'
import { Replica } from '#db/pool/replica.ts'
import type { Condition } from '#db/pool/server-state.ts'
import * as schema from '#db/schema.ts'
import { type DatabaseAddress, databaseAddress } from '#src/runtime/database-url.ts'
import { env } from '#src/runtime/env.ts'
import { bareReason, log } from '#src/runtime/log.ts'

/** Undefined where the embedded server is used. */
const primary = env.DATABASE_URL ? databaseAddress(env.DATABASE_URL) : undefined
const replicaAddress = env.DATABASE_READ_URL ? databaseAddress(env.DATABASE_READ_URL) : undefined

export const serverName = primary?.name ?? 'in DATA_DIR'

function reach(given: DatabaseAddress | undefined): SQL.PostgresOrMySQLOptions {
  if (!given) {
    return {
      path: `${socketFolder(env.DATA_DIR)}/${SOCKET_NAME}`,
      username: EMBEDDED_ROLE,
      password: '',
      database: EMBEDDED_ROLE,
      tls: false,
    }
  }
  // Passed as an option too, or PGDATABASE would win over the URL.
  const { url, database } = given
  return database ? { url, database } : { url }
}

const ON_EVERY_CONNECTION = { application_name: 'fettle', TimeZone: 'UTC' }

export const SETTINGS: Readonly<Record<string, string | number>> = {
  statement_timeout: env.DATABASE_STATEMENT_TIMEOUT * 1000,
  lock_timeout: Math.min(10, env.DATABASE_STATEMENT_TIMEOUT) * 1000,
  idle_in_transaction_session_timeout: 30_000,
  // A custom plan is made at every call, which costs more than the query at a million rows.
  plan_cache_mode: 'force_generic_plan',
  // Parallel workers take longer to start than a list takes to read.
  max_parallel_workers_per_gather: 0,
  // Most reads are from memory, and disks no longer seek.
  random_page_cost: 1.1,
}

/** The `postgres` package throws uncatchably when a connection dies; Bun's driver replaces it. */
const open = (address: DatabaseAddress | undefined) =>
  new SQL({
    ...reach(address),
    adapter: 'postgres',
    max: env.DATABASE_POOL,
    connectionTimeout: 5,
    // In seconds, shorter than firewalls remember an idle connection.
    idleTimeout: 300,
    connection: { ...ON_EVERY_CONNECTION, ...SETTINGS },
  })

/** A connection beside the pool, without its limits on statements. */
export const openAlone = (address = primary, connectionTimeout = 5): SQL =>
  new SQL({
    ...reach(address),
    adapter: 'postgres',
    max: 1,
    connectionTimeout,
    connection: ON_EVERY_CONNECTION,
  })

const UNLIMITED = `select set_config(name, '0', false)
  from unnest('{statement_timeout,lock_timeout,idle_in_transaction_session_timeout}'::text[]) name`

/** Behind a pooler the role has the pool's limits, and so has every session of it. */
export const liftLimits = (session: SQL) => session.unsafe(UNLIMITED)

const TIMELINE = `(select system_identifier::text from pg_control_system()) as cluster,
  case when pg_is_in_recovery() then 0
    else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end as timeline`
const NO_TIMELINE = `'' as cluster, 0 as timeline`

/** Ignore statements younger than a second, or this query counts itself. */
const question = (timeline: string) => `select current_setting('transaction_read_only') = 'on' as "readOnly",
  current_setting('server_version_num')::int as version, ${timeline},
  (select count(*)::int from pg_stat_activity where state = 'active' and usename = current_user
    and application_name = current_setting('application_name') and query_start < now() - interval '1 second') as busy`

/** Some hosted servers forbid reading the log's position. */
let tellsTimeline = primary !== undefined

async function conditionBy(connection: SQL): Promise<Condition> {
  const ask = async (timeline: string): Promise<Condition> => (await connection.unsafe(question(timeline)))[0]
  if (!tellsTimeline) return ask(NO_TIMELINE)
  return ask(TIMELINE).catch(async (error) => {
    if (!UNTOLD.test(sqlState(error))) throw error
    const condition = await ask(NO_TIMELINE)
    tellsTimeline = false
    return condition
  })
}

/** Forbidden, not supported, or no such function. */
const UNTOLD = /^(42501|0A000|42883)$/

const QUESTION_TIME = 3000

async function ask(address: DatabaseAddress | undefined): Promise<Condition> {
  let alone: SQL | undefined
  let timer: Timer | undefined
  try {
    alone = openAlone(address, 2)
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseOverdue('No answer.')), QUESTION_TIME)
    })
    return await Promise.race([conditionBy(alone), late])
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
    alone?.close({ timeout: 0 }).catch(() => {})
  }
}

export const pool = new Pool({
  open: () => open(primary),
  ask: () => ask(primary),
  watched: primary !== undefined,
  replaced: () =>
    log.warn('database.turned', 'Connections to the database are made anew.', { server: primary?.name ?? 'embedded' }),
  deposed: () =>
    log.error('database.deposed', 'DATABASE_URL leads to a primary that was replaced: nothing is sent to it.', {
      server: serverName,
    }),
  renewed: () => log.info('database.renewed', 'Connections to the database have prepared much, and are made anew.'),
  // One connection is left to readers, however long writers wait for each other.
  transactions: Math.max(1, env.DATABASE_POOL - 1),
  statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
})

const replicaPool =
  replicaAddress &&
  new Pool({
    open: () => open(replicaAddress),
    ask: () => ask(replicaAddress),
    transactions: env.DATABASE_POOL,
    statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
  })

export const replica =
  replicaPool &&
  new Replica({
    primary: pool,
    replica: replicaPool,
    used: (isUsed, reason) =>
      isUsed
        ? log.info('database.replica', 'Lists are read from the replica.')
        : log.warn('database.replica', 'Lists are read from the primary.', { reason: bareReason(reason) }),
  })

const { unsafe } = replica ?? pool
export const rawClient = Object.assign(pool.tagged, { unsafe, begin: pool.begin }) as unknown as SQL

export const db = drizzle({ client: rawClient, schema, casing: 'snake_case' })

type Db = typeof db
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

/** What sends text as it is: of a transaction its own connection. */
export const clientOf = (tx: DbOrTx): SQL => (tx._.session as BunSQLSession<SQL, typeof schema, never>).client

export async function closeDatabase(seconds = 5): Promise<void> {
  await Promise.all([pool, replicaPool].map((one) => one?.close({ timeout: seconds })))
}
