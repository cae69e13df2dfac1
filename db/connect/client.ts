import { SQL } from 'bun'
import { type BunSQLSession, drizzle } from 'drizzle-orm/bun-sql'
import { EMBEDDED_ROLE, SOCKET_NAME, socketFolder } from '#db/embedded/paths.ts'
import { Pool } from '#db/pool/failover-pool.ts'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import { Replica } from '#db/pool/replica.ts'
import type { Condition } from '#db/pool/servers.ts'
import * as schema from '#db/schema.ts'
import { databaseAddresses } from '#src/runtime/database-url.ts'
import { env } from '#src/runtime/env.ts'
import { bareReason, log } from '#src/runtime/log.ts'

export const addresses = env.DATABASE_URL ? databaseAddresses(env.DATABASE_URL) : []

const replicaAddress = env.DATABASE_READ_URL ? databaseAddresses(env.DATABASE_READ_URL)[0] : undefined

type Address = (typeof addresses)[number]

function reach(given: Address | undefined): SQL.PostgresOrMySQLOptions {
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
const open = (address: Address | undefined) =>
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
export const openAlone = (address = addresses[pool.server], connectionTimeout = 5): SQL =>
  new SQL({
    ...reach(address),
    adapter: 'postgres',
    max: 1,
    connectionTimeout,
    connection: ON_EVERY_CONNECTION,
  })

/** Only among several servers: some hosted ones forbid reading the log's position. */
const TIMELINE = `case when pg_is_in_recovery() then 0
  else ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int end`

/** Ignore statements younger than a second, or this query counts itself. */
const QUESTION = `select current_setting('transaction_read_only') = 'on' as "readOnly",
  current_setting('server_version_num')::int as version,
  ${addresses.length > 1 ? TIMELINE : 1} as timeline,
  (select count(*)::int from pg_stat_activity where state = 'active' and usename = current_user
    and application_name = current_setting('application_name') and query_start < now() - interval '1 second') as busy`

const QUESTION_TIME = 3000

async function ask(address: Address | undefined): Promise<Condition> {
  let alone: SQL | undefined
  let timer: Timer | undefined
  try {
    alone = openAlone(address, 2)
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseOverdue('No answer.')), QUESTION_TIME)
    })
    const [condition] = await Promise.race([alone.unsafe(QUESTION), late])
    return condition as Condition
  } catch (error) {
    return { error }
  } finally {
    clearTimeout(timer)
    alone?.close({ timeout: 0 }).catch(() => {})
  }
}

export const pool = new Pool({
  servers: Math.max(1, addresses.length),
  open: (server) => open(addresses[server]),
  ask: (server) => ask(addresses[server]),
  turned: (server) =>
    log.warn('database.turned', 'Connections to the database are made anew.', {
      server: addresses[server]?.name ?? 'embedded',
    }),
  renewed: () => log.info('database.renewed', 'Connections to the database have prepared much, and are made anew.'),
  // One connection is left to readers, however long writers wait for each other.
  transactions: Math.max(1, env.DATABASE_POOL - 1),
  statementSeconds: env.DATABASE_STATEMENT_TIMEOUT,
})

const replicaPool =
  replicaAddress &&
  new Pool({
    servers: 1,
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
