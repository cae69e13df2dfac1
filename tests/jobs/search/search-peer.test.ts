import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { wordsIn } from '#db/query/words.ts'
import { jobs, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_SORT_NAMES } from '#src/domain/job/sort.ts'
import { JOB_STATUSES, OPEN } from '#src/domain/job/status.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import type { Cursor } from '#src/http/cursor.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { completedJobs, ownJobs } from '#src/jobs/lists.ts'
import { countAnswered, recentJobs } from '#src/jobs/queries.ts'
import { ownQuotesListed, pendingQuotes } from '#src/quotes/lists.ts'
import { visitsToInvoice } from '#src/visits/lists.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt } from '#tests/support/database/plans.ts'
import { aContractor, anAdmin, anAgent } from '#tests/support/world.ts'
import { has, type Job, MORE, type People, SEARCHES, wordsOfLost } from './searched-words.ts'

// Hundreds of searches, on a busy machine for a minute.
setDefaultTimeout(180_000)

// Random questions to a world with common, rare and scattered words: whatever way the product takes to an answer, it is
// what looking at each row gives.

beforeAll(async () => {
  await new IndexBuilder().build()
})
afterAll(dropBuilt)

/** More than are looked through for a common word. */
const JOBS = 11_000
const QUESTIONS = 40

const ids = (people: Actor[]) => `{${people.map(({ id }) => id).join(',')}}`

/** The job's contractor, or for one in twenty jobs somebody, who had it before. */
const anotherIn = (contractors: Actor[]) => sql`
  case when random() < 0.05 then (${ids(contractors)}::uuid[])[1 + floor(random() * 3)::int] else contractor_id end`

/** The same numbers from the same seed. */
function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, chance: (share: number) => next() < share, pick: <T>(of: readonly T[]): T => of[below(of.length)]! }
}

/**
 * 'Cottage' is common, 'Zebra' rare, 'Okapi' only among the oldest, 'Quagga' among closed jobs, 'Wren' a contractor,
 * 'Heron' among the newest and then only among the oldest.
 */
async function manyJobs() {
  const agents = await Promise.all([anAgent(), anAgent({ company: 'Other Homes' })])
  const contractors = await Promise.all([
    aContractor(),
    aContractor({ firstName: 'Wanda', lastName: 'Wren', company: 'Nest Repairs' }),
    aContractor({ firstName: 'Zoe', lastName: 'Cottage' }),
  ])
  await db.execute(sql`select setseed(0.42)`)
  await db.execute(sql`
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, urgency, contractor_type, created_at, updated_at, waiting_on,
      waiting_since, visit_by, first_visit_at, hidden_from_estate_agent)
    select gen_random_uuid(), 'REF-' || lpad(n::text, 6, '0'), (${ids(agents)}::uuid[])[1 + (a * 2)::int % 2],
      case when status in ('pending', 'cancelled') then null else (${ids(contractors)}::uuid[])[1 + floor(c * 3)::int] end,
      'Olivia Hart', case when a < 0.5 then 'Rightway Lettings' else 'Other Homes' end,
      case when n % 3 = 0 then 'Rose Cottage' when n % 3 = 1 then 'The Old Mill' else 'Flat ' || n % 40 end
        || case when n % 211 = 0 then ' Zebra' else '' end || case when n > ${JOBS - 700} and n % 9 = 0 then ' Okapi' else '' end
        || case when n <= 15 or n > ${JOBS - 300} then ' Heron' else '' end
        || case when status in ('cancelled', 'invoiced') and n % 50 = 0 then ' Quagga' else '' end,
      n % 90 || ' Church Road, Leeds LS' || n % 9 || ' 1AB', 'The boiler leaks.', status,
      (array['low', 'medium', 'high'])[1 + floor(u * 3)::int]::urgency,
      case when u < 0.9 then (array['roofing', 'drainage', 'plumbing'])[1 + n % 3] end,
      now() - n / 4 * interval '1 hour', now() - n / 5 * interval '1 hour',
      case status when 'pending' then 'admin' when 'quote_pending' then 'agent' when 'completed' then 'admin'
        when 'invoiced' then 'nobody' when 'cancelled' then 'nobody' else 'contractor' end::waiting_on,
      case when n % 17 > 0 then now() - n / 6 * interval '1 hour' end,
      case when n % 13 > 0 then now() - n / 4 * interval '1 hour' + interval '7 days' end,
      case when status in ('completed', 'invoiced') then now() end, case when n % 31 = 0 then 'yes' else 'no' end::yes_no
    from (select n, random() as a, random() as c, random() as u,
      (array['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed', 'invoiced', 'invoiced',
        'invoiced', 'cancelled'])[1 + floor(random() * 10)::int]::job_status as status
      from generate_series(1, ${JOBS}) n) job`)
  await countTables()
  await db.execute(sql`
    insert into job_visits (id, job_id, contractor_id, visit_date, work_description, invoicing_status)
    select gen_random_uuid(), id, ${anotherIn(contractors)}, created_at + interval '1 day', 'Done.',
      case when status = 'invoiced' then 'invoiced' else 'pending' end::invoicing_status
    from jobs where status in ('quote_pending', 'completed', 'invoiced')`)
  await db.execute(sql`
    insert into quotes (id, job_id, contractor_id, description, amount, status, created_at)
    select gen_random_uuid(), id, ${anotherIn(contractors)}, 'A vessel.', 100,
      case when status = 'quote_pending' then 'pending' else 'declined' end::quote_status, created_at + interval '1 hour'
    from jobs where status in ('quote_pending', 'completed')`)
  await db.execute(sql`insert into settings (name, done) values ('job_words_filled', true) on conflict do nothing`)
  await countTables()
  return { agents, contractors, admin: await anAdmin() }
}

/** All items, in pages of a random size. */
async function everyPage<Item extends { id: string }>(list: Listing<Item>, size: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: Cursor | null = null; ; ) {
    const items: Item[] = await list.read(cursor, size)
    found.push(...items.map(({ id }) => id))
    const last = items.at(-1)
    if (!last || items.length < size) return found
    cursor = { at: list.at(last), id: last.id, part: list.parts?.of(last) }
  }
}

/** A screen's count: right, or of what is common no more than there are. */
async function expectSome<Item extends { id: string }>(what: unknown, list: Listing<Item>, expected: number) {
  const found = await list.countSome?.(1001)
  if (typeof found !== 'object') return expect([what, found]).toEqual([what, found && Math.min(1001, expected)])
  expect([what, found.atLeast > 0 && found.atLeast <= expected]).toEqual([what, true])
  countedInPart.push(what)
}
const countedInPart: unknown[] = []

const newest = (at: Date, id: string) => [
  -at.getTime(),
  id.replace(/./g, (c) => String.fromCharCode(200 - c.charCodeAt(0))),
]
const oldest = (at: Date, id: string) => [at.getTime(), id]

/** A job's place in each sort. */
function placeIn(sort: string | undefined, job: Job): (number | string)[] {
  const isWaited = job.waitingOn !== 'nobody' && job.waitingSince
  const isDue = job.visitBy && !job.firstVisitAt && OPEN.includes(job.status)
  if (sort === 'oldest') return oldest(job.createdAt, job.id)
  if (sort === 'waiting' && isWaited) return [0, ...oldest(job.waitingSince!, job.id)]
  if (sort === 'visitBy' && isDue) return [0, ...oldest(job.visitBy!, job.id)]
  const urgency = ['high', 'medium', 'low'].indexOf(job.urgency)
  if (sort === 'urgent')
    return OPEN.includes(job.status)
      ? [urgency, ...oldest(job.createdAt, job.id)]
      : [3, ...newest(job.createdAt, job.id)]
  return [1, ...newest(job.createdAt, job.id)]
}

function inOrder<Row extends { id: string }>(rows: Row[], placeOf: (row: Row) => (number | string)[]): string[] {
  const placed = rows.map((row) => ({ id: row.id, place: placeOf(row) }))
  const compare = (one: (number | string)[], other: (number | string)[]): number => {
    const at = one.findIndex((part, index) => part !== other[index])
    return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1
  }
  return placed.sort((one, other) => compare(one.place, other.place)).map(({ id }) => id)
}

test('every search, filter and sort of jobs finds, for every role, what looking at each job finds', async () => {
  const { agents, contractors, admin } = await manyJobs()
  const rows = await db.select().from(jobs)
  const people: People = new Map(
    (await db.select().from(users)).map((one) => [
      one.id,
      ` ${wordsIn([one.firstName, one.lastName, one.company].join(' ')).join(' ')} `,
    ]),
  )
  const parts = [...(await db.query.jobVisits.findMany()), ...(await db.query.quotes.findMany())]
  const answered = new Set(parts.map(({ jobId, contractorId }) => `${jobId} ${contractorId}`))
  const isOf = (user: Actor, job: Job) =>
    user.role === 'admin' ||
    (user.role === 'contractor'
      ? job.contractorId === user.id || answered.has(`${job.id} ${user.id}`)
      : job.estateAgentId === user.id && job.hiddenFromEstateAgent === 'no')
  for (const user of [admin, agents[0]!, contractors[1]!]) {
    const { below, chance, pick } = random(user.role!.length * 7919)
    for (let question = 0; question < QUESTIONS; question++) {
      const some = <T extends string>(share: number, of: readonly T[]) =>
        chance(share) ? [...new Set([pick(of), pick(of)])].join(',') : undefined
      const filter = {
        search: chance(0.7) ? pick([...SEARCHES, ...MORE]) : undefined,
        status: some(0.35, JOB_STATUSES),
        urgency: some(0.25, URGENCIES),
        contractorType: some(0.3, ['roofing', 'drainage', 'pest_control', 'plumbing']),
        waitingOn: some(0.15, ['admin', 'agent', 'nobody']),
        agent: chance(0.1) ? agents[1]!.id : undefined,
        contractor: chance(0.1) ? contractors[2]!.id : undefined,
        sort: chance(0.5) ? pick(JOB_SORT_NAMES) : undefined,
      }
      const isLost = (job: Job) => user.role === 'contractor' && job.contractorId !== user.id
      const isSortedByDay = !filter.sort || ['newest', 'oldest'].includes(filter.sort)
      const asksOnlyShown =
        isSortedByDay &&
        (['status', 'urgency', 'contractorType', 'waitingOn', 'agent', 'contractor'] as const).every(
          (name) => !filter[name],
        )
      const isWanted = (job: Job) =>
        isOf(user, job) &&
        (!isLost(job) || asksOnlyShown) &&
        (!filter.search ||
          (isLost(job)
            ? has(wordsOfLost(job), filter.search)
            : has(job.words!, filter.search, people.get(job.contractorId ?? '')))) &&
        (['status', 'urgency', 'contractorType', 'waitingOn'] as const).every(
          (name) => !filter[name] || filter[name].split(',').includes(String(job[name])),
        ) &&
        (!filter.agent || job.estateAgentId === filter.agent) &&
        (!filter.contractor || job.contractorId === filter.contractor)
      const expected = inOrder(rows.filter(isWanted), (job) => placeIn(filter.sort, job))
      const list = ownJobs(user, filter)
      const first = await list.read(null, 51)
      expect([user.role, filter, first.map(({ id }) => id)]).toEqual([user.role, filter, expected.slice(0, 51)])
      expect([filter, await list.count()]).toEqual([filter, expected.length])
      expect([filter, Math.min(101, await list.count(101))]).toEqual([filter, Math.min(101, expected.length)])
      await expectSome(filter, list, expected.length)
      if (expected.length < 400)
        expect([filter, await everyPage(ownJobs(user, filter), 20 + below(100))]).toEqual([filter, expected])
    }
  }
  expect(countedInPart.length).toBeGreaterThan(0)
  for (const user of [admin, agents[1]!, contractors[0]!]) {
    const isCompleted = (job: Job) => !['pending', 'assigned', 'in_progress', 'cancelled'].includes(job.status)
    const isShown = (job: Job) => isOf(user, job) && (user.role !== 'contractor' || job.contractorId === user.id)
    const completed = rows.filter((job) => isCompleted(job) && isShown(job))
    const newestFirst = inOrder(completed, (job) => newest(job.createdAt, job.id))
    expect(await completedJobs(user).count()).toBe(completed.length)
    expect((await completedJobs(user).read(null, 51)).map(({ id }) => id)).toEqual(newestFirst.slice(0, 51))
    const counts = Object.values(await countAnswered(user)).reduce((sum, one) => sum + one, 0)
    expect(counts).toBe(completed.length)
    const unanswered = rows.filter(
      (job) => ['pending', 'assigned', 'in_progress'].includes(job.status) && isOf(user, job),
    )
    expect((await recentJobs(user)).map(({ id }) => id)).toEqual(
      inOrder(unanswered, (job) => newest(job.createdAt, job.id)).slice(0, 5),
    )
  }
})

test('a search of quotes and of visits finds what looking at each finds', async () => {
  const { admin, agents, contractors } = await manyJobs()
  const byId = new Map((await db.select().from(jobs)).map((job) => [job.id, job]))
  const named = new Map(
    (await db.select().from(users)).map((one) => [
      one.id,
      ` ${wordsIn([one.firstName, one.lastName, one.company].join(' ')).join(' ')} `,
    ]),
  )
  type Beside = { id: string; jobId: string; contractorId: string | null }
  const isFound = (search: string) => (row: Beside) =>
    has(byId.get(row.jobId)!.words!, search, named.get(row.contractorId ?? ''))
  const quotes = await db.query.quotes.findMany()
  const visits = (await db.query.jobVisits.findMany()).filter((visit) => visit.invoicingStatus === 'pending')
  type Placed = { id: string; createdAt: Date }
  const inTime = (rows: Placed[]) => inOrder(rows, (row) => newest(row.createdAt, row.id))
  for (const search of ['', ...SEARCHES, ...MORE]) {
    const check = async <Item extends { id: string }>(name: string, list: Listing<Item>, expected: string[]) => {
      const first = await list.read(null, 51)
      expect([name, search, first.map(({ id }) => id)]).toEqual([name, search, expected.slice(0, 51)])
      expect([name, search, await list.count()]).toEqual([name, search, expected.length])
      expect([name, search, Math.min(101, await list.count(101))]).toEqual([
        name,
        search,
        Math.min(101, expected.length),
      ])
      await expectSome([name, search], list, expected.length)
      if (expected.length < 400) expect([name, search, await everyPage(list, 37)]).toEqual([name, search, expected])
    }
    const found = quotes.filter(isFound(search))
    const isOwn = ({ jobId }: Beside) => {
      const job = byId.get(jobId)!
      return job.estateAgentId === agents[0]!.id && job.hiddenFromEstateAgent === 'no'
    }
    await check('all quotes', ownQuotesListed(admin, { search }), inTime(found))
    const pending = found.filter(({ status }) => status === 'pending')
    await check('pending quotes', pendingQuotes(admin, search), inTime(pending))
    await check('an agent’s quotes', ownQuotesListed(agents[0]!, { search }), inTime(found.filter(isOwn)))
    const carl = contractors[1]!.id
    const made = quotes.filter((quote) => {
      const job = byId.get(quote.jobId)!
      const words = job.contractorId === carl ? job.words! : wordsOfLost(job)
      return quote.contractorId === carl && has(words, search, named.get(carl))
    })
    await check('a contractor’s quotes', ownQuotesListed(contractors[1]!, { search }), inTime(made))
    const visited = visits.filter(isFound(search)).map(({ id, visitDate }) => ({ id, createdAt: visitDate }))
    await check('visits to invoice', visitsToInvoice(search), inTime(visited))
  }
})
