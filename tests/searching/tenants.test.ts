import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobWords } from '#db/schema.ts'
import { assignJob, startJob } from '#src/jobs/actions.ts'
import { spellingBackfill } from '#src/jobs/backfill/words.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, type Cast, complete, completion, withQuote } from '#tests/support/world.ts'

const TENANT = { tenantName: 'Mrs Ngozi Adeyemi', tenantPhone: '+44 (0)7911 123456' }
const BY_TENANT = ['Ngozi', 'adeyemi rose', 'Adeyemi Ngozi', '07911 123 456', '07911123456', '+447911123456', '7911']
const MISSPELT = ['adeyeim', 'ngzoi rose']

const idsFound = async (client: Client, path: string, search: string): Promise<string[]> =>
  ((await (await client.get(`${path}?search=${encodeURIComponent(search)}`)).json()) as { id: string }[]).map(
    ({ id }) => id,
  )

/** What a search of jobs or quotes lets somebody know of a tenant: never more than that nothing is found. */
async function expectNothing(client: Client, paths: readonly string[]) {
  for (const path of paths)
    for (const search of [...BY_TENANT, ...MISSPELT]) {
      const response = await client.get(`${path}?search=${encodeURIComponent(search)}`)
      const text = await response.text()
      expect([path, search, response.headers.get('x-searched-for')]).toEqual([path, search, null])
      if (path.startsWith('/api')) expect([path, search, text]).toEqual([path, search, '[]'])
      else expect([path, search, text.includes('Rose Cottage')]).toEqual([path, search, false])
    }
}

async function world() {
  const cast = await aCast()
  await aJob(cast, 'assigned', { job: { propertyName: 'Elm Court', tenantName: 'Somebody Else' } })
  return cast
}

const inHand = async (cast: Cast) => aJob(cast, 'assigned', { job: TENANT })

/** Its contractor, whose quote is declined, loses the job to Wanda Wrenfield and goes on reading it. */
async function lose(cast: Cast, id: string): Promise<string> {
  await startJob(cast.contractor, id)
  await complete(cast.contractor, id, withQuote())
  const [quote] = (await jobVisibleTo(cast.admin, id)).quotes
  const agent = await signedInAs(cast.agent)
  await agent.patch(`/api/quotes/${quote!.id}/decline`, { askAgain: true, reason: 'Too dear.' })
  const wanda = await aContractor({ firstName: 'Wanda', lastName: 'Wrenfield', company: 'Nest' })
  await assignJob(cast.admin, id, wanda.id)
  return id
}

describe('a tenant’s name and number', () => {
  test('are found by agent, administrator and the contractor who has the job, with a typing error too', async () => {
    const cast = await world()
    const { id } = await inHand(cast)
    for (const who of ['agent', 'admin', 'contractor'] as const) {
      const client = await signedInAs(cast[who])
      for (const search of [...BY_TENANT, ...MISSPELT])
        expect([who, search, await idsFound(client, '/api/jobs', search)]).toEqual([who, search, [id]])
      expect(await idsFound(client, '/api/jobs', 'adeyemi elm')).toEqual([])
    }
    const pages = { agent: '/jobs', admin: '/admin/jobs', contractor: '/jobs' } as const
    for (const [who, path] of Object.entries(pages) as [keyof Cast, string][]) {
      const text = await (await (await signedInAs(cast[who])).get(`${path}?search=adeyemi`)).text()
      expect([who, text.includes('Rose Cottage'), text.includes('Elm Court')]).toEqual([who, true, false])
    }
  })

  test('lead quotes and visits of the job to whoever may read them', async () => {
    const cast = await world()
    const { id } = await inHand(cast)
    await startJob(cast.contractor, id)
    await complete(cast.contractor, id, withQuote())
    for (const who of ['agent', 'admin', 'contractor'] as const)
      expect([who, (await idsFound(await signedInAs(cast[who]), '/api/quotes', 'adeyemi')).length]).toEqual([who, 1])
    const admin = await signedInAs(cast.admin)
    expect((await idsFound(admin, '/api/contractor-visits-invoicing', 'adeyemi')).length).toBe(1)
  })

  test('are found no longer by a contractor whose job is finished or somebody else’s', async () => {
    const cast = await world()
    const finished = await inHand(cast)
    await startJob(cast.contractor, finished.id)
    await complete(cast.contractor, finished.id, completion())
    const carl = await signedInAs(cast.contractor)
    expect(await idsFound(carl, '/api/jobs', 'rose')).toEqual([finished.id])
    const paths = ['/api/jobs', '/api/jobs/completed', '/api/quotes', '/jobs', '/visit']
    await expectNothing(carl, paths)
    const lost = await lose(cast, (await inHand(cast)).id)
    expect((await idsFound(carl, '/api/jobs', 'rose')).toSorted()).toEqual([finished.id, lost].toSorted())
    await expectNothing(carl, paths)
  })

  test('are found by no other agent', async () => {
    await inHand(await world())
    await expectNothing(await signedInAs(await anAgent()), ['/api/jobs', '/api/quotes', '/jobs', '/quotes'])
  })

  test('are found as a change leaves them', async () => {
    const cast = await world()
    const { id } = await inHand(cast)
    const admin = await signedInAs(cast.admin)
    await editJob(cast.admin, id, { tenantName: 'Zoltan Fekete', tenantPhone: '' })
    expect(await idsFound(admin, '/api/jobs', 'adeyemi')).toEqual([])
    expect(await idsFound(admin, '/api/jobs', '7911')).toEqual([])
    expect(await idsFound(admin, '/api/jobs', 'fektee')).toEqual([id])
  })

  test('of jobs that an earlier version wrote are filled in, with the spellings of their words', async () => {
    const cast = await world()
    const { id } = await inHand(cast)
    await db.execute(sql`alter table jobs disable trigger jobs_learnt`)
    await db.update(jobs).set({ tenantWords: '' })
    await db.execute(sql`alter table jobs enable trigger jobs_learnt`)
    await db.delete(jobWords)
    const admin = await signedInAs(cast.admin)
    expect(await idsFound(admin, '/api/jobs', 'adeyemi')).toEqual([])
    const fill = spellingBackfill()
    for (let turn = 0; turn < 5; turn++) await fill()
    expect(await idsFound(admin, '/api/jobs', 'adeyemi')).toEqual([id])
    expect(await idsFound(admin, '/api/jobs', 'cotaeg adeyemi')).toEqual([])
    expect(await idsFound(admin, '/api/jobs', 'cottaeg adeyemi')).toEqual([id])
    expect(await db.$count(jobs, eq(jobs.tenantWords, ''))).toBe(0)
  })
})

test('a contractor who lost a job finds nothing by the name of who has it now', async () => {
  const cast = await aCast()
  const id = await lose(cast, (await aJob(cast, 'assigned')).id)
  const carl = await signedInAs(cast.contractor)
  expect(await idsFound(carl, '/api/jobs', 'rose')).toEqual([id])
  for (const search of ['wrenfield', 'wrenfeild', 'nest rose'])
    expect([search, await idsFound(carl, '/api/jobs', search)]).toEqual([search, []])
  expect(await idsFound(await signedInAs(cast.admin), '/api/jobs', 'wrenfeild')).toEqual([id])
})
