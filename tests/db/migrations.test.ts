import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'
import * as schema from '#db/schema.ts'
import { ROOT } from '#tests/support/root.ts'

test('the newest migration leads to the schema: else `npm run migration -- <name>` is due', async () => {
  const meta = join(ROOT, 'db/migrations/meta')
  const { entries }: { entries: { idx: number }[] } = await Bun.file(join(meta, '_journal.json')).json()
  const newest = `${entries.at(-1)!.idx}`.padStart(4, '0')
  const { id, prevId, ...migrated } = await Bun.file(join(meta, `${newest}_snapshot.json`)).json()
  expect(migrated).toEqual({
    ...generateDrizzleJson(schema, prevId, undefined, 'snake_case'),
    id: undefined,
    prevId: undefined,
  })
})
