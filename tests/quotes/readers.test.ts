import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, unassignJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { aPhotoOn } from '#tests/jobs/photo-on.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  aNobody,
  anAgent,
  complete,
  jobInput,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'
import { everythingFor, where } from './everything-read.ts'

// Who finds a quote, by every door that is read and every id there is.

const quoted = (amount: string, word: string) =>
  withQuote({ quoteAmount: amount, quoteDescription: `${word}-description`, notes: `${word}-notes` })

/** What gives each quote away: its amount, its words, and what its contractor is reached by. */
const MARKS = {
  lost: ['111.11', 'lost-description', 'lost-notes'],
  pending: ['222.22', 'pending-description', 'pending-notes'],
  passedOn: ['333.33', 'passed-description', 'passed-notes'],
  removed: ['444.44', 'removed-description', 'removed-notes'],
} as const
type Name = keyof typeof MARKS

/** The contractor of before and the one of now, each with a quote on one job; quote work that passed from one to the other. */
async function aWorld() {
  const cast = await aCast()
  const [before, now] = [cast.contractor, await aContractor({ phone: '07700 900999' })]
  const again = await aJob(cast, 'quote_pending', { completion: quoted('111.11', 'lost') })
  await aPhotoOn(cast, again.visits[0]!.id)
  await declineQuote(cast.agent, again.quotes[0]!.id)
  await db.update(jobs).set({ status: 'pending', contractorId: null }).where(eq(jobs.id, again.id))
  await assignJob(cast.admin, again.id, now.id)
  await complete(now, again.id, quoted('222.22', 'pending'))

  const passed = await quoteWork(cast, { completion: quoted('333.33', 'passed') })
  await unassignJob(cast.admin, passed.work.id)
  await assignJob(cast.admin, passed.work.id, now.id)

  const removed = await quoteWork(cast, { completion: quoted('444.44', 'removed'), job: jobInput({ urgency: 'high' }) })
  // As it was left when a job was removed alone.
  await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, removed.parent.id))
  return { ...cast, before, now, again, passed, removed }
}

test('nobody finds the amount or the words of a quote that they may not read, nor another contractor’s address', async () => {
  const world = await aWorld()
  const { agent, admin, before, now, again, passed, removed } = world
  const current = await jobVisibleTo(admin, again.id)
  const all = [current, passed.parent, passed.work, removed.parent, removed.work]
  const quotes = all.flatMap((job) => job.quotes.map(({ id }) => id))
  const visits = all.flatMap((job) => job.visits.map(({ id }) => id))
  const ids = {
    jobs: all.map(({ id }) => id),
    quotes: [...new Set(quotes)],
    others: [before.id, now.id, agent.id, ...visits],
  }

  const reads: [who: string, Actor | null, may: Name[]][] = [
    ['the agent', agent, ['lost', 'pending', 'passedOn']],
    ['who had the job', before, ['lost', 'passedOn', 'removed']],
    ['who has the job', now, ['pending', 'passedOn']],
    ['an administrator', admin, ['lost', 'pending', 'passedOn', 'removed']],
    ['another agent', await anAgent(), []],
    ['another contractor', await aContractor({ phone: '07700 900777' }), []],
    ['somebody without a role', await aNobody(), []],
    ['a stranger', null, []],
  ]
  for (const [who, user, may] of reads) {
    const seen = await everythingFor(user ? await signedInAs(user) : stranger, ids)
    for (const [name, marks] of Object.entries(MARKS))
      for (const mark of marks) {
        const found = where(seen, mark)
        if (may.includes(name as Name)) expect(`${who}: ${mark} ${found.length > 0}`).toBe(`${who}: ${mark} true`)
        else expect({ who, found }).toEqual({ who, found: [] })
      }
    if (user?.role !== 'contractor') continue
    for (const other of [before, now].filter(({ id }) => id !== user.id))
      for (const mark of [other.email!, other.phone!])
        expect({ who, found: where(seen, mark) }).toEqual({ who, found: [] })
  }
}, 120_000)

test('the contractor who has quote work reads its quote where the work is shown: in lists, in a file, by itself', async () => {
  const { now, passed, before } = await aWorld()
  const client = await signedInAs(now)
  const answer = await client.get(`/api/quotes/${passed.quote.id}`)
  expect(await answer.json()).toMatchObject({ amount: '333.33', job: { id: passed.work.id }, workCompletion: null })
  expect((await client.get(`/quotes/${passed.quote.id}`)).status).toBe(200)
  expect(await (await client.get('/api/quotes/export.csv')).text()).toContain('333.33')
  expect(await (await client.get('/api/jobs/export.csv')).text()).toContain('333.33')
  // What is theirs to send in is another list.
  expect(await (await client.get('/history?show=quotes')).text()).not.toContain('333.33')
  expect(await (await (await signedInAs(before)).get(`/api/quotes/${passed.quote.id}`)).json()).toMatchObject({
    job: { id: passed.parent.id },
    workCompletion: { contractorId: before.id },
  })
})

test('the timeline tells a contractor the amounts of their own quotes, and nothing of what came after their loss', async () => {
  const { before, now, again } = await aWorld()
  const toldTo = async (user: Actor) => {
    const entries = (await (await (await signedInAs(user)).get(`/api/jobs/${again.id}/events`)).json()) as {
      event: string
      detail: { amount?: string } | null
    }[]
    return entries.flatMap(({ event, detail }) => (event.startsWith('quote') ? [`${event} ${detail?.amount}`] : []))
  }
  expect(await toldTo(before)).toEqual(['quoteSubmitted £111.11', 'quoteDeclined £111.11'])
  expect(await toldTo(now)).toEqual([
    ...['quoteSubmitted undefined', 'quoteDeclined undefined', 'quoteSubmitted £222.22'],
  ])
})

test('a contractor whose visit was deleted still reads the quote that they made, and its job', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending')
  const admin = await signedInAs(cast.admin)
  expect((await admin.delete(`/api/visits/${job.visits[0]!.id}`)).status).toBe(200)
  await db
    .update(jobs)
    .set({ contractorId: (await aContractor()).id })
    .where(eq(jobs.id, job.id))
  const client = await signedInAs(cast.contractor)
  for (const path of [`/api/quotes/${job.quotes[0]!.id}`, `/api/jobs/${job.id}`])
    expect((await client.get(path)).status).toBe(200)
})
