import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, jobVisibleTo, lockJob } from '#src/jobs/queries.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, complete, withQuote } from '#tests/support/world.ts'

let other: Awaited<ReturnType<typeof aContractor>>
const cast = castOfEachTest()
beforeEach(async () => {
  other = await aContractor({ firstName: 'Dora' })
})

const noted = (
  id: string,
  work: (job: JobRow, tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<void>,
) => db.transaction(async (tx) => work(await lockJob(tx, cast.admin, id), tx))
const entry = async (user: typeof other, id: string, event: string) =>
  (await jobTimeline(user, id)).find((one) => one.event === event)

test('is folded on the page of every reader, with who did what and when', async () => {
  const { id } = await aJob(cast, 'in_progress')
  for (const who of ['agent', 'contractor'] as const) {
    const html = await (await (await signedInAs(cast[who])).get(`/jobs/${id}`)).text()
    const folded = html.slice(html.indexOf('<summary>Timeline</summary>'))
    for (const words of ['Job Created', ' by Olivia Hart', 'Contractor Assigned', ' by Ada King', 'Work Started'])
      expect(folded).toContain(words)
    expect(html).toMatch(/<details class="more-detail"><summary>Timeline/)
  }
})

test('why another contractor gave it back is read by the agent and administrators, not by the next one', async () => {
  const { id } = await aJob(cast, 'assigned')
  await handJobBack(cast.contractor, id, 'I am ill.')
  await assignJob(cast.admin, id, other.id)
  for (const user of [cast.agent, cast.admin])
    expect((await entry(user, id, 'handedBack'))!.detail).toMatchObject({ reason: 'I am ill.' })
  expect(await entry(other, id, 'handedBack')).toMatchObject({ actorName: 'Carl Mason', detail: null })
})

test('that another contractor was asked for a quote is not told to the first', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  await noted(id, (job, tx) => recordEvent(tx, job, 'rivalAsked', cast.admin, { detail: { job: 'JOB-000009' } }))
  expect(await entry(cast.agent, id, 'rivalAsked')).toBeDefined()
  expect(await entry(cast.contractor, id, 'rivalAsked')).toBeUndefined()
  expect(await (await (await signedInAs(cast.contractor)).get(`/jobs/${id}`)).text()).not.toContain('Another Quote')
})

test('the next contractor reads nothing of another’s quote', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  await noted(id, (job, tx) =>
    recordEvent(tx, job, 'newPriceAsked', cast.agent, { detail: { amount: '£480.00', reason: 'Too dear' } }),
  )
  expect((await entry(cast.contractor, id, 'newPriceAsked'))!.detail).toMatchObject({ reason: 'Too dear' })
  await db.execute("update jobs set status = 'assigned'")
  await db.execute("update quotes set status = 'declined'")
  await assignJob(cast.admin, id, other.id)
  expect((await entry(other, id, 'newPriceAsked'))!.detail).toBeNull()
  await complete(other, id, withQuote())
  const [first, second] = (await jobTimeline(other, id)).filter(({ event }) => event === 'quoteSubmitted')
  expect([first!.detail, second!.detail]).toEqual([null, { amount: '£480.00' }])
})

test('an edit of the tenant is read by who has the job, and no more once they lost it', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  const detail = {
    'before.tenantPhone': '',
    'after.tenantPhone': '07700 900999',
    'before.urgency': 'low',
    'after.urgency': 'high',
  }
  await noted(id, (job, tx) => recordEvent(tx, job, 'edited', cast.agent, { detail }))
  expect((await entry(cast.contractor, id, 'edited'))!.detail).toEqual(detail)
  await db.execute("update jobs set status = 'assigned'")
  await assignJob(cast.admin, id, other.id)
  expect(await jobVisibleTo(cast.contractor, id)).toMatchObject({ status: 'no_longer_with_you', contractorId: null })
  expect((await entry(cast.contractor, id, 'edited'))!.detail).toEqual({
    'before.urgency': 'low',
    'after.urgency': 'high',
  })
  expect((await entry(other, id, 'edited'))!.detail).toEqual(detail)
})

test('answers the newest 500, oldest first, and papers say so', async () => {
  const { id } = await aJob(cast, 'assigned')
  await db.execute(sql`insert into job_events (job_id, actor_name, event, detail)
    select ${id}, 'Olivia Hart', 'edited', jsonb_build_object('reason', 'change ' || n) from generate_series(1, 600) n`)
  const client = await signedInAs(cast.agent)
  const events = await client.get(`/api/jobs/${id}/events`).then((answer) => answer.json())
  expect(events).toHaveLength(500)
  expect([events[0].detail, events.at(-1).detail]).toEqual([{ reason: 'change 101' }, { reason: 'change 600' }])
  for (const path of [`/jobs/${id}`, `/jobs/${id}/evidence`])
    expect(await (await client.get(path)).text()).toContain('Only the newest 500 entries')
  await db.execute(
    sql`insert into job_events (job_id, actor_name, event) values (${id}, 'Olivia Hart', 'landlordAsked')`,
  )
  const theirs = await (await signedInAs(cast.contractor)).get(`/api/jobs/${id}/events`)
  expect(await theirs.json()).toHaveLength(500)
})
