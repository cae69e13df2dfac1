import type { SQL } from 'bun'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { sqlState } from '#db/pool/failure.ts'
import { log } from '#src/runtime/log.ts'
import { liftLimits } from './client.ts'
import { buildIndex } from './indexes.ts'
import { COUNT_THE_REST, stepsOf } from './migration-steps.ts'

const JOURNAL = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`,
]

/** As drizzle's migrator, whose journal it keeps, but so that a database in use goes on being used. */
export async function applyMigrations(connection: SQL, migrations: MigrationMeta[]): Promise<void> {
  await liftLimits(connection)
  for (const statement of JOURNAL) await connection.unsafe(statement)
  const [row] = await connection.unsafe('select max(created_at)::float8 as last from drizzle.__drizzle_migrations')
  const last: number | null = row.last
  if (last === null) await fillEmpty(connection, migrations)
  else for (const migration of migrations) if (migration.folderMillis > last) await applyParts(connection, migration)
}

async function fillEmpty(connection: SQL, migrations: MigrationMeta[]): Promise<void> {
  await connection.begin(async (transaction) => {
    for (const migration of migrations) {
      for (const statement of migration.sql) await transaction.unsafe(statement)
      await note(transaction, migration)
    }
  })
}

async function applyParts(connection: SQL, migration: MigrationMeta): Promise<void> {
  const { before, parts, fills, after, counts } = stepsOf(migration.sql)
  await connection.unsafe('create table if not exists drizzle.parts_done (part integer primary key)')
  const [{ done }] = await connection.unsafe('select count(*)::int as done from drizzle.parts_done')
  if (done === 0) for (const index of before) await buildIndex(connection, index)
  for (let part: number = done; part < parts.length; part++)
    await insist(connection, async (transaction) => {
      for (const statement of parts[part]!) await transaction.unsafe(statement)
      await transaction.unsafe(`insert into drizzle.parts_done values (${part})`)
    })
  for (const fill of fills) while ((await insist(connection, (transaction) => transaction.unsafe(fill))).count > 0);
  for (const index of after) await buildIndex(connection, index)
  if (counts) await connection.unsafe(COUNT_THE_REST)
  await connection.begin(async (transaction) => {
    await note(transaction, migration)
    await transaction.unsafe('drop table drizzle.parts_done')
  })
}

const note = (transaction: SQL, { hash, folderMillis }: MigrationMeta) =>
  transaction.unsafe(`insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, ${folderMillis})`, [hash])

/** In milliseconds. The longest is less than the pool's own, so that no request fails behind it. */
const FIRST_WAIT = 200
const LONGEST_WAIT = 5000

const LOCKED = new Set(['55P03', '40P01'])

/** Tries again with short waits for locks, as everybody else waits behind a migration that waits for one. */
async function insist<T>(connection: SQL, work: (transaction: SQL) => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await connection.begin(async (transaction) => {
        await transaction.unsafe(`set local lock_timeout = ${wait}`)
        return await work(transaction)
      })
    } catch (error) {
      if (!LOCKED.has(sqlState(error))) throw error
      if (wait === FIRST_WAIT)
        log.warn('database.waiting', 'A migration waits until a long statement of another has ended.')
    }
    await Bun.sleep(wait * 5)
  }
}
