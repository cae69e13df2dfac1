import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { signedInAs } from '#tests/support/app.ts'
import { anAdmin } from '#tests/support/world.ts'

test('a search of invoices is counted to ten thousand, and all of them without one', async () => {
  await db.execute(sql`insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address)
    select gen_random_uuid(), 'INV-' || lpad(n::text, 6, '0'), 'contractor_visit', 'Call-out fee', 6000,
      case when n <= 10 then 'Dora Pike' else 'Carl Mason' end, 'Mill Lane' from generate_series(1, 10020) n`)
  const admin = await signedInAs(await anAdmin())
  const counted = async (search: string) =>
    (await admin.get(`/api/invoiced-items?limit=1${search}`)).headers.get('x-total-count')
  expect([await counted('&search=mason'), await counted('&search=pike'), await counted('')]).toEqual([
    '10000+',
    '10',
    '10020',
  ])
})
