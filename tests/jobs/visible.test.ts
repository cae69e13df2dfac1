import { describe, expect, test } from 'bun:test'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_STATUSES, type JobStatus } from '#src/domain/job/status.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, createJob, unassignJob } from '#src/jobs/actions.ts'
import { ownJobs } from '#src/jobs/lists.ts'
import {
  activeWhere,
  completedWhere,
  inHandWhere,
  jobVisibleTo,
  readJobs,
  recentJobs,
  stats,
} from '#src/jobs/queries.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import {
  aCast,
  aContractor,
  aJob,
  aNobody,
  anAdmin,
  anAgent,
  type Cast,
  jobInput,
  quoteWork,
} from '#tests/support/world.ts'

const ids = (found: { id: string }[]) => found.map((job) => job.id)

/** One visit job in each status. */
async function oneOfEach(cast: Cast): Promise<Record<JobStatus, string>> {
  const made = {} as Record<JobStatus, string>
  for (const status of JOB_STATUSES) {
    if (status === 'cancelled') {
      made.cancelled = (await aJob(cast, 'assigned')).id
      await cancelJob(cast.admin, made.cancelled, 'Sold')
    } else if (status === 'invoiced') {
      const { id, visits } = await aJob(cast, 'completed')
      await markVisitInvoiced(cast.admin, visits[0]!.id)
      made.invoiced = id
    } else made[status] = (await aJob(cast, status)).id
  }
  return made
}

test('each list has the jobs of its statuses', async () => {
  const cast = await aCast()
  const made = await oneOfEach(cast)
  const statusById = new Map(Object.entries(made).map(([status, id]) => [id, status]))
  const named = async (list: Promise<{ id: string }[]>) =>
    ids(await list)
      .map((id) => statusById.get(id) ?? 'quote work')
      .sort()

  expect(await named(readJobs(cast.agent, { where: completedWhere(cast.agent) }))).toEqual([
    'completed',
    'invoiced',
    'quote_approved',
    'quote_pending',
  ])
  expect(await named(readJobs(cast.contractor, { where: completedWhere(cast.contractor) }))).toEqual([
    'completed',
    'invoiced',
    'quote_approved',
    'quote_pending',
  ])
  // A cancelled one waits for nothing.
  expect(await named(recentJobs(cast.agent))).toEqual(['assigned', 'in_progress', 'pending', 'quote work'])
  expect(await named(readJobs(cast.contractor, { where: inHandWhere(cast.contractor) }))).toEqual([
    'assigned',
    'in_progress',
    'quote work',
  ])
  expect(await named(readJobs(cast.admin, { where: activeWhere() }))).toEqual([
    'assigned',
    'in_progress',
    'quote work',
    'quote_approved',
    'quote_pending',
  ])
  expect(await stats(cast.agent)).toEqual({ activeJobs: 6, pendingQuotes: 1 })
  expect(await stats(cast.contractor)).toEqual({ activeJobs: 3, pendingQuotes: 1 })
  expect(await stats(cast.admin)).toEqual({ activeJobs: 6, pendingQuotes: 1 })
})

describe('figures', () => {
  test('count one’s own, and for an administrator everybody’s', async () => {
    const [cast, other] = [await aCast(), await aCast()]
    await aJob(cast, 'quote_pending')
    await aJob(other, 'quote_pending')
    await aJob(other, 'assigned')
    await aJob({ ...other, contractor: cast.contractor }, 'in_progress')
    const of = async (...users: Actor[]) => Promise.all(users.map(stats))
    expect(await of(cast.agent, other.agent, cast.contractor, other.contractor, cast.admin, await aNobody())).toEqual([
      { activeJobs: 1, pendingQuotes: 1 },
      { activeJobs: 3, pendingQuotes: 1 },
      { activeJobs: 1, pendingQuotes: 1 },
      { activeJobs: 1, pendingQuotes: 1 },
      { activeJobs: 4, pendingQuotes: 2 },
      { activeJobs: 0, pendingQuotes: 0 },
    ])
  })
})

describe('recent jobs', () => {
  test('are the five newest without a response, newest first', async () => {
    const cast = await aCast()
    const made: string[] = []
    for (let number = 0; number < 7; number++) made.unshift((await createJob(cast.agent, jobInput())).id)
    expect(ids(await recentJobs(cast.agent))).toEqual(made.slice(0, 5))
    expect(await recentJobs(await anAgent())).toEqual([])
  })

  test('have quote work until it is completed', async () => {
    const cast = await aCast()
    const { parent, work } = await quoteWork(cast)
    expect(ids(await recentJobs(cast.agent))).toEqual([work.id])
    await markJobComplete(cast.contractor, work.id)
    expect(await recentJobs(cast.agent)).toEqual([])
    for (const user of [cast.agent, cast.contractor, cast.admin])
      expect(ids(await readJobs(user, { where: completedWhere(user) }))).toEqual([work.id, parent.id])
  })
})

describe('a contractor reads', () => {
  test('what they have now, not what they had', async () => {
    const [cast, other] = [await aCast(), await aContractor()]
    const { id } = await aJob(cast, 'assigned')
    expect(ids(await readJobs(cast.contractor, { where: jobsVisibleTo(cast.contractor) }))).toEqual([id])
    await assignJob(cast.admin, id, other.id)
    expect(await readJobs(cast.contractor, { where: jobsVisibleTo(cast.contractor) })).toEqual([])
    await expect(jobVisibleTo(cast.contractor, id)).rejects.toMatchObject({ status: 404 })
    expect((await jobVisibleTo(other, id)).contractor).toMatchObject({ id: other.id })
    await unassignJob(cast.admin, id)
    await expect(jobVisibleTo(other, id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a job tells of people', () => {
  test('that have left, by name', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'quote_pending')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect(await jobVisibleTo(cast.agent, id)).toMatchObject({
      contractor: { firstName: 'Carl', lastName: 'Mason' },
      visits: [{ contractor: { firstName: 'Carl' } }],
      quotes: [{ contractor: { firstName: 'Carl' } }],
    })
  })

  test('and has its visits and quotes in order, each job its own', async () => {
    const cast = await aCast()
    const [first, second] = [await aJob(cast, 'quote_pending'), await aJob(cast, 'quote_approved')]
    for (const job of await readJobs(cast.agent, { where: completedWhere(cast.agent) })) {
      const alone = job.id === first.id ? first : second
      expect(job).toEqual(alone)
      expect([...job.visits, ...job.quotes].every((part) => part.jobId === job.id)).toBe(true)
    }
  })
})

describe('searching', () => {
  test.each([
    ['rose', 1],
    ['ROSE COTTAGE', 1],
    ['mill lane', 2],
    ['job-000001', 1],
    ['000002', 1],
    ['%', 1],
    ['_', 0],
    ['\\', 0],
    ['100% oak', 1],
    ["o'brien", 0],
    ['boiler', 2],
    ['lane rose', 1],
  ])('for %p finds %p', async (search, expected) => {
    const { agent } = await aCast()
    await createJob(agent, jobInput())
    await createJob(agent, jobInput({ propertyName: '100% Oak House' }))
    expect(await ownJobs(await anAdmin(), { search }).read(null, 50)).toHaveLength(expected)
  })
})
