import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { stepsOf } from '#db/connect/migration-steps.ts'
import * as schema from '#db/schema.ts'
import { ROOT } from '#tests/support/root.ts'

test('the newest migration leads to the schema, and only its snapshot is kept: else `npm run migration -- <name>` is due', async () => {
  const meta = join(ROOT, 'db/migrations/meta')
  const { entries }: { entries: { idx: number }[] } = await Bun.file(join(meta, '_journal.json')).json()
  const newest = `${entries.at(-1)!.idx}`.padStart(4, '0')
  // drizzle-kit compares with the newest; of each table the older ones would be fifty more places to find.
  expect((await readdir(meta)).sort()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
  const { id, prevId, ...migrated } = await Bun.file(join(meta, `${newest}_snapshot.json`)).json()
  expect(migrated).toEqual({
    ...generateDrizzleJson(schema, prevId, undefined, 'snake_case'),
    id: undefined,
    prevId: undefined,
  })
})

const TYPE = String.raw`("\w+"|text|uuid|integer|bigint|boolean|jsonb|date|numeric\(10,2\)|timestamp \(3\) with time zone)(\[\])?`
const ADDED = String.raw`^ALTER TABLE "\w+" ADD COLUMN "\w+" ${TYPE}`
const REFERENCE = String.raw`CONSTRAINT "\w+" REFERENCES "public"\."\w+"\("id"\) ON DELETE set null ON UPDATE no action`

/** What takes as long for ten million rows as for ten, and so may lock a table that was there before. */
const BRIEF = [
  /^CREATE (OR REPLACE FUNCTION|FUNCTION|TRIGGER|TYPE|TABLE|UNLOGGED TABLE) /,
  /^DROP (INDEX|TRIGGER) /,
  /^ALTER TYPE \S+ ADD VALUE /,
  /^ALTER INDEX "\w+" RENAME TO /,
  /^LOCK TABLE /,
  // Rows get nothing, or one constant that stands with the table.
  new RegExp(`${ADDED}( ${REFERENCE})?;?$`),
  new RegExp(`${ADDED} DEFAULT ('[^']*'|\\d+|true|false)( NOT NULL)?;?$`),
  /^INSERT INTO "settings" \("name", "done"\) SELECT '\w+', true WHERE EXISTS \(SELECT FROM "jobs"\);?$/,
  // It locks rows, none of them for long: as many as people signed in within a month.
  /^UPDATE "sessions" /,
  // Few rows.
  /^(INSERT INTO|UPDATE|DELETE FROM) "(settings|delivery_rates)" /,
]

test('no migration locks a table for longer the more rows it has: what would is done before or after, while everybody goes on', () => {
  const [, ...since] = readMigrationFiles({ migrationsFolder: join(ROOT, 'db/migrations') })
  const long = since.flatMap(({ sql }) => {
    const transaction = stepsOf(sql).parts.flat()
    const made = transaction.flatMap((statement) => /^CREATE (?:UNLOGGED )?TABLE "(\w+)"/.exec(statement)?.[1] ?? [])
    const isOfNew = (statement: string) =>
      made.includes(/^(?:CREATE (?:UNIQUE )?INDEX "\w+" ON|ALTER TABLE) "(\w+)"/.exec(statement)?.[1] ?? '')
    return transaction.filter((statement) => !isOfNew(statement) && !BRIEF.some((shape) => shape.test(statement)))
  })
  expect(long).toEqual([])
})
