import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'

const KEYED = ['jobs', 'invoices', 'certificates', 'certificate_excuses', 'certificate_jobs']

export type Keyed = { key: string | null; address: string | null }

/** Of properties whose address has become another: a key has the words of the address, glued. */
export async function renewPropertyKeys(tx: Tx, changed: readonly Keyed[]): Promise<void> {
  const addresses = new Map(changed.flatMap(({ key, address }) => (key && address ? [[key, address]] : [])))
  for (const [old, address] of addresses) {
    const key = propertyKeyOf(address)
    if (!key || key === old) continue
    for (const table of KEYED)
      await tx.execute(sql`update ${sql.identifier(table)} set property_key = ${key} where property_key = ${old}`)
    await tx.execute(sql`update links set about = replace(about, ${old}, ${key}) where strpos(about, ${old}) > 0`)
  }
}
