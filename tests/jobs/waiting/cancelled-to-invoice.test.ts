import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { deleteInvoice, markVisitInvoiced } from '#src/invoices/actions.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { fillWaits } from '#tests/jobs/backfill/refilled.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const tried = (id: string) =>
  recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Nobody was in.' })
const words = async (who: keyof typeof cast, path: string) =>
  (await read((await signedInAs(cast[who])).get(path))).words
const json = async (who: keyof typeof cast, id: string) =>
  (await signedInAs(cast[who])).get(`/api/jobs/${id}`).then((answer) => answer.json())

const waitOf = async (id: string) => {
  const { waitingOn, waitingFor } = (await json('admin', id)) as { waitingOn: string | null; waitingFor: string | null }
  return [waitingOn, waitingFor]
}
const INVOICE = ['admin', 'invoice']
const NOBODY = [null, null]

test('a cancelled job with a visit to invoice waits on an administrator until that is invoiced', async () => {
  const { id } = await aJob(cast, 'assigned')
  await tried(id)
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'return', workDone: 'Needs parts.' })
  await cancelJob(cast.agent, id, 'Sold')
  expect(await waitOf(id)).toEqual(INVOICE)
  expect(await words('admin', `/admin/jobs/${id}`)).toContain('Waiting for you since today, to invoice.')
  const listed = async (query: string) =>
    (await (await signedInAs(cast.admin)).get(`/api/jobs?${query}`)).json() as Promise<{ id: string }[]>
  expect((await listed('waitingOn=admin&sort=waiting')).map((job) => job.id)).toEqual([id])
  expect((await listed('status=cancelled&sort=waiting')).map((job) => job.id)).toEqual([id])
  const { visits } = await jobVisibleTo(cast.admin, id)
  await markVisitInvoiced(cast.admin, visits[0]!.id)
  expect(await waitOf(id)).toEqual(INVOICE)
  const { id: invoice } = await markVisitInvoiced(cast.admin, visits[1]!.id)
  expect(await waitOf(id)).toEqual(NOBODY)
  await deleteInvoice(cast.admin, invoice, false)
  expect(await waitOf(id)).toEqual(INVOICE)
  await deleteVisit(cast.admin, visits[1]!.id)
  expect(await waitOf(id)).toEqual(NOBODY)
})

test('a cancelled job without a visit waits on nobody', async () => {
  const { id } = await aJob(cast, 'assigned')
  await cancelJob(cast.agent, id, 'Sold')
  expect(await waitOf(id)).toEqual(NOBODY)
})

test('one that an earlier version cancelled waits to be invoiced too, since then', async () => {
  const { id } = await aJob(cast, 'assigned')
  await tried(id)
  await cancelJob(cast.agent, id, 'Sold')
  const { waitingSince } = await jobVisibleTo(cast.admin, id)
  await db
    .update(jobs)
    .set({ waitingOn: 'nobody', waitingFor: null, updatedAt: sql`now() - interval '1 year'` })
    .where(eq(jobs.id, id))
  await fillWaits()
  expect(await waitOf(id)).toEqual(INVOICE)
  expect((await jobVisibleTo(cast.admin, id)).waitingSince).toEqual(waitingSince)
})
