import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { EMBEDDED_ROLE, SOCKET_NAME, socketFolder } from '#db/embedded/paths.ts'
import * as schema from '#db/schema.ts'
import { env } from '#src/env.ts'

/** Longest a statement may run, in seconds. */
const STATEMENT_SECONDS = 15

/** Where the database is: the given server, else the embedded one's socket, which follows from DATA_DIR alone. */
function address(): SQL.PostgresOrMySQLOptions {
  if (!env.DATABASE_URL) {
    return {
      path: `${socketFolder(env.DATA_DIR)}/${SOCKET_NAME}`,
      username: EMBEDDED_ROLE,
      password: '',
      database: EMBEDDED_ROLE,
      tls: false,
    }
  }
  // Said again as an option, because PGDATABASE in the environment would win over the URL's.
  const database = decodeURIComponent(new URL(env.DATABASE_URL).pathname.slice(1))
  return database ? { url: env.DATABASE_URL, database } : { url: env.DATABASE_URL }
}

/**
 * Bun's own driver. It opens no connection before the first query, and replaces those that die.
 * The `postgres` package throws an exception that nobody can catch when a connection dies, and loses its place in
 * the pool.
 */
const client = new SQL({
  ...address(),
  adapter: 'postgres',
  max: env.DATABASE_POOL,
  connectionTimeout: 5,
  // A quiet night gives memory back; a firewall that forgets idle connections forgets none of ours.
  idleTimeout: 300,
  connection: {
    application_name: 'fettle',
    TimeZone: 'UTC',
    statement_timeout: STATEMENT_SECONDS * 1000,
    lock_timeout: 10_000,
    // A process that hangs between two statements must not hold its locks for ever.
    idle_in_transaction_session_timeout: 30_000,
    // With a custom plan `limit $1` is planned again at every call, which costs more than the query at a million rows.
    plan_cache_mode: 'force_generic_plan',
    // Helpers take longer to start than a list takes to be read.
    max_parallel_workers_per_gather: 0,
    // What is asked for often lies in memory, and disks do not seek any more.
    random_page_cost: 1.1,
  },
})

export const db = drizzle({ client, schema, casing: 'snake_case' })

export type Db = typeof db
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** For functions that work alone or as a part of somebody's transaction. */
export type DbOrTx = Db | Tx

/** Waits up to `seconds` for running queries, then closes every connection. The process cannot query afterwards. */
export async function closeDatabase(seconds = 5): Promise<void> {
  await client.close({ timeout: seconds })
}

/**
 * The driver itself, for what drizzle cannot say: a connection of one's own (reserve), COPY.
 * Named apart so that a search finds everybody who depends on the driver.
 */
export const rawClient: SQL = client

/** Whether an error, or one of its causes, is a violated unique index or constraint; of that name if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const cause = postgresError(error)
  return cause?.errno === '23505' && (constraint === undefined || cause.constraint === constraint)
}

/**
 * Whether an error says that the database is away or gives no answer now, and the same request may well succeed soon:
 * refused, closed or timed-out connections, a server that is starting, stopping, out of connections or read-only.
 */
export function isDatabaseDown(error: unknown): boolean {
  const cause = postgresError(error)
  if (!cause) return false
  return cause.errno === undefined ? CONNECTION_ERRORS.test(cause.code) : SERVER_STATES.test(cause.errno)
}

const CONNECTION_ERRORS =
  /^ERR_POSTGRES_(CONNECTION_|IDLE_TIMEOUT|LIFETIME_TIMEOUT|EXPECTED_|UNEXPECTED_|INVALID_MESSAGE)/
/**
 * 08 connection exceptions, 25006 read-only, 53 out of disk, memory or connections, 55P03 lock not available,
 * 57014 statement timeout, 57P01-03 shutdown, crash and cannot connect now, 57P05 idle session, 58 system errors.
 */
const SERVER_STATES = /^(08|53|58)|^(25006|25P03|55P03|57014|57P0[1-5])$/

function postgresError(error: unknown): SQL.PostgresError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof SQL.PostgresError) return cause
  }
  return undefined
}
