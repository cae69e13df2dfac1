import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { anAdmin } from '#tests/support/world.ts'

afterAll(dropBuilt)

test('the few that are void or paid are read from an index of them, also those that a file had before', async () => {
  await new IndexBuilder().build()
  await db.execute(sql`
    insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address, voided_at, paid_on)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Call-out fee', 60, 'Carl Mason', 'Mill Lane',
      case when n % 250 = 0 then now() end, case when n % 250 = 1 then date '2026-03-31' end from generate_series(1, 5000) n`)
  await db.execute(sql`insert into invoice_exports (invoice_id, owner, target, kind)
    select id, 'office', 'xero', 'sales' from invoices`)
  await countTables()
  const admin = await signedInAs(await anAdmin())
  const plansAt = async (path: string) =>
    (await plansOf('"invoices"', async () => expect((await admin.get(path)).status).toBe(200))).join('\n')
  expect(await plansAt('/api/invoices?state=void&limit=50')).toContain('using invoices_void_index')
  expect(await plansAt('/api/invoices?state=paid&limit=50')).toContain('using invoices_paid_index')
  expect(await plansAt('/invoices/files?for=xero&as=sales&since=last')).toContain('using invoices_void_index')
})
