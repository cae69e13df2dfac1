import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { rawClient } from '#db/connect/client.ts'
import { ROOT } from '#tests/support/root.ts'

test('docs/security.md says of each table with texts what happens to a name in it', async () => {
  const text = await Bun.file(join(ROOT, 'docs/security.md')).text()
  const rows = text
    .split('## Where a name can stand')[1]!
    .split('\n## ')[0]!
    .match(/^\| .*$/gm)!
  const told = new Set(rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!)))
  const tables: { name: string }[] = await rawClient.unsafe(`
    select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'jsonb') or c.udt_name = '_text') order by 1`)
  expect([...told].sort()).toEqual(tables.map(({ name }) => name))
})
