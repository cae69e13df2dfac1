import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { queuedWork } from '#db/schema.ts'
import { queueEnding } from '#src/properties/certificates/raise.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { dayIn } from '#tests/support/times.ts'
import { anAgent } from '#tests/support/world.ts'
import { certify, ending } from './at-rose-cottage.ts'

afterAll(dropBuilt)

test('what is due is found behind thousands that have their job, a slice of candidates at a time', async () => {
  await new IndexBuilder().build()
  const endsOn = dayIn(-400)
  await db.execute(sql`
    insert into certificates (id, agency_key, property_key, kind, agency, property_name, property_address, done_on, ends_on)
      select gen_random_uuid(), 'rightway lettings', 'place ' || n, (array['gas_safety', 'epc', 'alarms'])[1 + n % 3], 'Rightway Lettings', 'Flat ' || n, 'Mill Lane',
        ${endsOn}::date - 365, ${endsOn}::date + n % 300 from generate_series(1, 4500) n`)
  await db.execute(sql`insert into certificate_jobs (agency_key, property_key, kind, purpose, ends_on)
    select agency_key, property_key, kind, 'renewal', ends_on from certificates`)
  const due = await certify(await anAgent(), ending(20))
  await countTables()
  const plans = await plansOf('certificates', () => queueEnding())
  expect((await db.select().from(queuedWork)).map(({ subject }) => subject)).toEqual([due.id])
  // Unsatisfactory ones, and three slices.
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).not.toMatch(/Anti Join|hashed|Seq Scan/)
})
