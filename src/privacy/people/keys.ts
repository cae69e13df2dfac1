import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'

const KEYED = ['jobs', 'invoices', 'certificates', 'certificate_excuses', 'certificate_jobs']

const OF_PROPERTY = ['agency_key', 'property_key', 'kind', 'name']

const PRIMARY_KEYS: Record<string, readonly string[]> = {
  agencies: ['key'],
  certificate_excuses: OF_PROPERTY,
  certificate_jobs: [...OF_PROPERTY, 'purpose', 'ends_on'],
}

export type Keyed = { key: string | null; address: string | null }

/** Of properties whose address has become another: a key has the words of the address, glued. */
export async function renewPropertyKeys(tx: Tx, changed: readonly Keyed[]): Promise<void> {
  const addresses = new Map(changed.flatMap(({ key, address }) => (key && address ? [[key, address]] : [])))
  for (const [old, address] of addresses) {
    const key = propertyKeyOf(address)
    if (!key || key === old) continue
    const where = sql`property_key = ${old}`
    for (const table of KEYED) {
      await keepOneOfEach(tx, table, where, { property_key: sql`${key}::text` })
      await tx.execute(sql`update ${sql.identifier(table)} set property_key = ${key} where ${where}`)
    }
    await tx.execute(sql`update links set about = replace(about, ${old}, ${key}) where strpos(about, ${old}) > 0`)
  }
}

/** Before an update that gives rows `values`: of those that would have one key, one is left. */
export async function keepOneOfEach(tx: Tx, table: string, where: SQL, values: Record<string, SQL>): Promise<void> {
  const columns = PRIMARY_KEYS[table]
  if (!columns) return
  const named = sql.identifier(table)
  const list = (each: (column: string) => SQL) => sql.join(columns.map(each), sql`, `)
  const keyOf = (row: string) => sql`(${list((column) => sql`${sql.identifier(row)}.${sql.identifier(column)}`)})`
  const renamed = list((column) => sql`${values[column] ?? sql.identifier(column)} as ${sql.identifier(column)}`)
  await tx.execute(sql`
    with renamed as (select ctid as place, ${renamed} from ${named} where ${where})
    delete from ${named} one using renamed
    where one.ctid = renamed.place and ${keyOf('one')} <> ${keyOf('renamed')} and (
      exists (select from ${named} other where ${keyOf('other')} = ${keyOf('renamed')})
      or exists (select from renamed twin where twin.place < renamed.place and ${keyOf('twin')} = ${keyOf('renamed')}))`)
}
