import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, settings } from '#db/schema.ts'
import { invoicePlaceBackfill } from '#src/invoices/backfill.ts'
import { placeBackfill } from '#src/jobs/backfill/places.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const DAY = 24 * 3600 * 1000
const empty = { postcode: null, propertyKey: null }
const filled = { postcode: 'GU1 3XY', propertyKey: '12milllaneguildfordgu13xy' }

const placesOf = (id: string) =>
  db
    .select({ postcode: jobs.postcode, propertyKey: jobs.propertyKey, updatedAt: jobs.updatedAt })
    .from(jobs)
    .where(eq(jobs.id, id))
    .then(([row]) => row!)

async function fillAll(fill = placeBackfill()) {
  for (let turn = 0; turn < 50; turn++) if ((await fill()) === DAY) return
  throw new Error('does not end')
}

/** As a version without places wrote them: copies of a job, `updated` as long ago as said. */
async function oldJobs(count: number, updated = '1 year') {
  const job = await aJob(await aCast())
  await db.execute(sql`
    insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, created_at, updated_at)
    select gen_random_uuid(), 'OLD-' || n, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, created_at, now() - ${updated}::interval
    from jobs, generate_series(1, ${count}) n where id = ${job.id}`)
  return db.select({ id: jobs.id }).from(jobs).where(sql`job_ref like 'OLD-%'`)
}

test('jobs of earlier versions are given their place, once, and stay as they are otherwise', async () => {
  const old = await oldJobs(450)
  const before = await placesOf(old[0]!.id)
  expect(before).toMatchObject(empty)
  await fillAll()
  expect(await db.$count(jobs, eq(jobs.propertyKey, filled.propertyKey))).toBe(451)
  expect(await placesOf(old[0]!.id)).toEqual({ ...before, ...filled })
  expect(await db.$count(settings, eq(settings.name, 'job_places_filled'))).toBe(1)
  await db.update(jobs).set(empty)
  await fillAll()
  expect(await placesOf(old[0]!.id)).toMatchObject(empty)
})

test('the daily look finds new jobs and changed addresses that an earlier version wrote', async () => {
  await fillAll()
  const [written] = await oldJobs(1, '1 hour')
  await db.execute(
    sql`update jobs set property_address = '9 Elm Road', updated_at = now() where job_ref not like 'OLD-%'`,
  )
  await fillAll()
  expect(await placesOf(written!.id)).toMatchObject(filled)
  expect(await db.$count(jobs, eq(jobs.propertyKey, '9elmroad'))).toBe(1)
})

test('a job that somebody works on is waited for by nobody, and filled in afterwards', async () => {
  const [job, other] = await oldJobs(2)
  const fill = placeBackfill()
  await db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, job!.id)).for('update')
    expect(await fill()).toBeLessThan(DAY)
    expect(await placesOf(job!.id)).toMatchObject(empty)
    expect(await placesOf(other!.id)).toMatchObject(filled)
  })
  await fillAll(fill)
  expect(await placesOf(job!.id)).toMatchObject(filled)
})

test('several processes fill at once, and one begins anew in the middle', async () => {
  await oldJobs(600)
  const half = placeBackfill()
  await half()
  await Promise.all([fillAll(), fillAll(), fillAll(half)])
  expect(await db.$count(jobs, sql`property_key is null`)).toBe(0)
})

test('invoices of earlier versions are found by their property, also where the job is gone', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'completed')
  const bill = { type: 'contractor_visit', amount: 60, contractorName: 'Carl', description: 'Visit' } as const
  const place = { propertyAddress: '12 Mill Lane, Guildford, GU1 3XY' }
  await db.insert(invoices).values([
    { ...bill, ...place, invoiceNumber: 'INV-000001', jobId: job.id },
    { ...bill, ...place, invoiceNumber: 'INV-000002' },
    { ...bill, propertyAddress: '-', invoiceNumber: 'INV-000003' },
  ])
  await db.update(invoices).set({ propertyKey: null })
  await fillAll(invoicePlaceBackfill())
  const ada = await signedInAs(cast.admin)
  const read = await (await ada.get('/api/invoices?property=12%20Mill%20Lane%20Guildford%20GU1%203XY')).json()
  expect(read.map((one: { invoiceNumber: string }) => one.invoiceNumber).sort()).toEqual(['INV-000001', 'INV-000002'])
  expect((await ada.get(`/statements/property.${filled.propertyKey}?period=${new Date().getFullYear()}`)).status).toBe(
    200,
  )
})
