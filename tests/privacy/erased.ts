import { sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { personRecords } from '#db/schema.ts'
import { erasePerson, finishErasure } from '#src/privacy/people/erase.ts'
import type { Cast } from '#tests/support/world.ts'

export type Column = { table: string; name: string; type: string; udt: string; generated: boolean }

export const columns = async (): Promise<Column[]> =>
  rawClient.unsafe(`
    select c.table_name as table, c.column_name as name, c.data_type as type, c.udt_name as udt,
      c.is_generated = 'ALWAYS' or c.column_default like 'nextval%' as generated
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`)

export const isText = ({ type, udt }: Column) => type === 'text' || type === 'jsonb' || udt === '_text'

/** Columns that hold what is looked for. */
export async function found(all: readonly Column[], named: RegExp): Promise<string[]> {
  const places: string[] = []
  for (const column of all.filter(isText)) {
    const rows = await rawClient.unsafe(`select "${column.name}"::text as text from "${column.table}"`)
    if (rows.some(({ text }: { text: string | null }) => text && named.test(text)))
      places.push(`${column.table}.${column.name}`)
  }
  return places
}

export async function erased(cast: Cast, id: string) {
  const label = await erasePerson(cast.admin, id)
  const [record] = await db.select().from(personRecords).where(sql`${personRecords.doneAt} is null`)
  await finishErasure(record!.id)
  return { label, recordId: record!.id }
}
