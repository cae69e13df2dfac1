import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { RecurringRows } from '#db/query/recurring.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { type JobForAdmins, LISTED_FOR_ADMINS, LISTED_FOR_AGENTS, NAMED_FOR_ADMINS } from '#src/domain/job/listed.ts'
import { listedForAdmins, ownJobs, ownListed } from '#src/jobs/lists.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAgent, quoteWork } from '#tests/support/world.ts'

const MOMENT = '2026-11-22T12:00:00Z'
const cells = () => ({
  id: 'one',
  text: 'tap',
  count: 1,
  at: new Date(MOMENT),
  list: ['a', 'b'],
  json: { lines: [{ price: 100 }] },
  none: null,
})
type Cells = Record<string, unknown>

const rowsRead = () => {
  const rows = new RecurringRows<Cells>('id')
  return (row: Cells) => rows.itemOf(row, ({ ...item }) => item)
}

/** From the newest on, up to the first that is read anew. */
function stillKnown(items: readonly Cells[], readAgain: (id: number) => Cells): number {
  const newest = items.map((item, id) => ({ item, id })).toReversed()
  return newest.findIndex(({ item, id }) => readAgain(id) !== item)
}

describe('a row that is read again', () => {
  test('is the same object while it is as it was', () => {
    const read = rowsRead()
    const first = read(cells())
    expect(read(cells())).toBe(first)
    expect(first).toEqual(cells())
  })

  test.each([
    { text: 'roof' },
    { text: null },
    { count: 2 },
    { at: new Date('2026-11-22T12:00:00.001Z') },
    { at: null },
    { at: MOMENT },
    { list: ['a', 'c'] },
    { list: ['a'] },
    { list: ['a', 'b', 'c'] },
    { list: null },
    { json: { lines: [{ price: 101 }] } },
    { json: { lines: [] } },
    { none: '' },
    { none: new Date(MOMENT) },
    { none: [] },
    { id: 'another' },
  ])('is another with %p', (changed) => {
    const read = rowsRead()
    const first = read(cells())
    const second = read({ ...cells(), ...changed })
    expect(second).not.toBe(first)
    expect(second).toEqual({ ...cells(), ...changed })
    expect(read({ ...cells(), ...changed })).toBe(second)
  })

  test('cannot be changed by who has it', () => {
    const read = rowsRead()
    const first = read(cells())
    expect(() => {
      first.text = 'another'
    }).toThrow(TypeError)
    expect(() => (first.list as string[]).push('c')).toThrow(TypeError)
    const { lines } = first.json as { lines: { price: number }[] }
    expect(() => {
      lines[0]!.price = 0
    }).toThrow(TypeError)
  })

  test('however many there are, few are known', () => {
    const read = rowsRead()
    const first = read({ id: 0, text: 'tap' })
    const items = [first]
    for (let id = 1; id < 20_000; id++) {
      items.push(read({ id, text: 'tap' }))
      // What is asked for again and again is known, however many come between.
      if (id % 100 === 0) expect(read({ id: 0, text: 'tap' })).toBe(first)
    }
    const known = stillKnown(items, (id) => read({ id, text: 'tap' }))
    expect(known).toBeGreaterThanOrEqual(800)
    expect(known).toBeLessThan(1700)
  })

  test.each([
    ['a long text', { text: 'x'.repeat(10_000) }],
    ['many short ones', { list: Array.from({ length: 1000 }, () => 'x'.repeat(10)) }],
  ])('of rows with %s fewer are known', (_, long) => {
    const read = rowsRead()
    const items = Array.from({ length: 2000 }, (_, id) => read({ id, ...long }))
    // Two million characters, and as many from before.
    const known = stillKnown(items, (id) => read({ id, ...long }))
    expect(known).toBeGreaterThanOrEqual(198)
    expect(known).toBeLessThanOrEqual(402)
  })
})

afterEach(() => {
  setSystemTime()
})

describe('lists of jobs', () => {
  const cast = castOfEachTest()
  const listed = async (): Promise<JobForAdmins[]> => listedForAdmins(cast.admin, {}).read(null, 3)

  test('have the same jobs again, but for those that changed', async () => {
    const ids = [(await aJob(cast, 'pending')).id, (await aJob(cast, 'assigned')).id, (await aJob(cast, 'pending')).id]
    const before = await listed()
    expect(before.map(({ id }) => id)).toEqual(ids.toReversed())
    const again = await listed()
    for (const [at, job] of again.entries()) expect(job).toBe(before[at]!)
    await db.update(jobs).set({ propertyName: 'Another House' }).where(eq(jobs.id, ids[0]!))
    await db.update(users).set({ lastName: 'Another' }).where(eq(users.id, cast.contractor.id))
    const after = await listed()
    expect(after[0]).toBe(before[0]!)
    expect(after[1]).not.toBe(before[1]!)
    expect(after[1]!.contractor?.lastName).toBe('Another')
    expect(after[2]!.propertyName).toBe('Another House')
    expect(Object.keys(after[2]!).sort()).toEqual([...LISTED_FOR_ADMINS, 'amount'].sort())
    expect(Object.keys(after[1]!.contractor!)).toEqual([...NAMED_FOR_ADMINS])
  })

  test('have the same whole jobs again on a first page, but for those whose quote changed', async () => {
    const alone = await aJob(cast, 'pending')
    const { work, parent } = await quoteWork(cast)
    const read = () => ownJobs(cast.agent, {}).read(null, 51)
    const before = await read()
    expect(before.map(({ id }) => id)).toEqual([work.id, parent.id, alone.id])
    for (const [at, job] of (await read()).entries()) expect(job).toBe(before[at]!)
    await db.update(quotes).set({ notes: 'Another tap' }).where(eq(quotes.jobId, parent.id))
    const after = await read()
    expect(after.map((job, at) => job === before[at])).toEqual([false, false, true])
    expect(after.map((job) => job.quotes.map(({ notes }) => notes))).toEqual([['Another tap'], ['Another tap'], []])
  })

  test('read for an agent no more than cards show', async () => {
    const { id } = await aJob(cast, 'assigned')
    const [job] = await ownListed(cast.agent, {}).read(null, 1)
    expect(job?.id).toBe(id)
    expect(Object.keys(job!).sort()).toEqual([...LISTED_FOR_AGENTS].sort())
    expect(job!.contractor).toEqual({ id: cast.contractor.id, firstName: 'Carl', lastName: 'Mason' })
  })

  test('are each reader’s own, first page and later ones', async () => {
    const { id } = await aJob(cast, 'pending')
    const other = { ...cast, agent: await anAgent() }
    const another = await aJob(other, 'pending')
    const idsOf = async (agent: typeof cast.agent, limit: number) =>
      (await ownListed(agent, {}).read(null, limit)).map((job) => job.id)
    for (const limit of [51, 50, 2, 51]) {
      expect(await idsOf(cast.agent, limit)).toEqual([id])
      expect(await idsOf(other.agent, limit)).toEqual([another.id])
    }
  })

  test('are told in JSON as each job is alone, with and without quotes and visits, and as time goes by', async () => {
    await aJob(cast, 'pending')
    await aJob(cast, 'in_progress')
    const { work } = await quoteWork(cast)
    const missed = await aJob(cast, 'assigned')
    const contractor = await signedInAs(cast.contractor)
    const noAccess = { outcome: 'no_access', workDone: 'Nobody was at home.' }
    expect((await contractor.post(`/api/jobs/${missed.id}/visits`, noAccess)).status).toBeLessThan(300)
    const agent = await signedInAs(cast.agent)
    const read = async (path: string) => (await agent.get(path)).json()
    const told = async (): Promise<{ id: string; visitBy: string | null; visitTarget: string }[]> => {
      const recent = await read('/api/jobs/recent')
      const page = await read('/api/jobs?limit=50')
      expect(page).toHaveLength(5)
      for (const job of [...recent, ...page]) expect(job).toEqual(await read(`/api/jobs/${job.id}`))
      return recent
    }
    const first = await told()
    expect(first.map(({ id }) => id)).toContain(work.id)
    expect(first).toHaveLength(4)
    expect(await told()).toEqual(first)
    const last = Math.max(...first.flatMap(({ visitBy }) => (visitBy ? [Date.parse(visitBy)] : [])))
    setSystemTime(new Date(last + 1))
    const late = await told()
    expect(late.filter(({ visitTarget }) => visitTarget === 'late').length).toBeGreaterThan(
      first.filter(({ visitTarget }) => visitTarget === 'late').length,
    )
  })
})
