import { expect } from 'bun:test'
import { join } from 'node:path'
import { INDEX_LOCK } from '#db/connect/indexes.ts'
import { withLock } from '#db/connect/lock.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { diskStorage } from '#src/photos/storage/disk.ts'
import type { Machine } from './machine.ts'

/** A connection to what was restored. */
type Rows = ReturnType<Machine['connect']>

/** Nothing that one transaction wrote is there in part. */
export async function isOneMoment(restored: Rows): Promise<void> {
  const [found] = await restored`select
    (select count(*)::int from jobs) as jobs,
    (select count(*)::int from invoices) as invoices,
    (select count(*)::int from jobs where not exists (select from job_events where job_id = jobs.id)) as unreached,
    (select count(*)::int from jobs where status = 'invoiced' and not exists (select from invoices where job_id = jobs.id)) as unbilled,
    (select count(*)::int from job_visits v where exists (select from unnest(v.photos_urls) path where not exists
      (select from uploaded_objects o where o.visit_id = v.id and path like '%' || o.id))) as astray,
    (select array_agg(invoice_number order by invoice_number) from invoices) as numbers`
  expect(found).toMatchObject({ unreached: 0, unbilled: 0, astray: 0 })
  expect(found.jobs).toBeGreaterThan(9)
  expect(found.numbers).toEqual(
    Array.from({ length: found.invoices }, (_, n) => `INV-${String(n + 1).padStart(6, '0')}`),
  )
  const tallies = () =>
    restored`select "of", status, kind, sum(count)::int as count, sum(pence)::text as pence from tallies
      group by 1, 2, 3 having sum(count) <> 0 order by 1, 2, 3`.then((rows: object[]) => [...rows])
  const kept = await tallies()
  {
    // Counting everything locks the tables of which the restored machine is building indexes.
    using connection = await restored.reserve()
    await withLock(connection, INDEX_LOCK, () => connection`select tally_everything()`)
  }
  expect(await tallies()).toEqual(kept)
  expect(kept.length).toBeGreaterThan(5)
}

/** Byte for byte what was kept here. */
export async function hasItsPhotos(restored: Rows, { dataDir }: Machine): Promise<void> {
  const there = diskStorage(join(dataDir, 'photos'))
  const rows: { id: string }[] = await restored`select id from uploaded_objects where state = 'stored'`
  expect(rows.length).toBeGreaterThanOrEqual(6)
  for (const { id } of rows) {
    const [kept, come] = await Promise.all([storage, there].map(async (one) => (await one.read(id, 'photo'))!.bytes()))
    expect(Buffer.compare(kept!, come!)).toBe(0)
  }
}
