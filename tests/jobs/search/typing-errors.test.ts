import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isOneErrorApart } from '#db/query/typing-errors.ts'
import { jobs } from '#db/schema.ts'
import { createJob } from '#src/jobs/actions.ts'
import { wordBackfill } from '#src/jobs/backfill/words.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, type Cast, finishedQuoteWork, jobInput } from '#tests/support/world.ts'

test.each([
  ['cotage', 'cottage', true],
  ['cottagee', 'cottage', true],
  ['cottaeg', 'cottage', true],
  ['cattage', 'cottage', true],
  ['ottage', 'cottage', true],
  ['octtage', 'cottage', true],
  ['cottage', 'cottage', false],
  ['catage', 'cottage', false],
  ['tocgate', 'cottage', false],
  ['cottageee', 'cottage', false],
])('%s and %s are one error apart: %p', (one, other, apart) => {
  expect(isOneErrorApart(one, other)).toBe(apart)
  expect(isOneErrorApart(other, one)).toBe(apart)
})

async function world(): Promise<Cast> {
  const cast = await aCast()
  await aJob(cast, 'assigned', { job: { propertyName: 'Rose Cottage' } })
  await aJob(cast, 'assigned', { job: { propertyName: 'Elm Court', issueDescription: 'The boiler leaks.' } })
  await createJob(await anAgent(), jobInput({ propertyName: 'Foreign Towers', estateAgency: 'Other Homes' }))
  return cast
}

describe('a search that finds nothing', () => {
  test('finds with one typing error mended in a word, and says so', async () => {
    const cast = await world()
    const lists = [
      ['admin', '/admin/jobs', '<tr id="'],
      ['agent', '/jobs', '<li class="card" id="job-'],
      ['contractor', '/jobs', '<li class="card" id="job-'],
    ] as const
    for (const [who, path] of lists) {
      const client = await signedInAs(cast[who])
      for (const typed of ['rose cotage', 'Cottaeg ROSE', 'rose xottage', 'rose ccottage']) {
        const text = await (await client.get(`${path}?search=${encodeURIComponent(typed)}`)).text()
        expect([who, typed, text.includes(`Nothing matches “${typed}”. Showing “`)]).toEqual([who, typed, true])
        expect([who, typed, text.includes('Rose Cottage'), text.includes('Elm Court')]).toEqual([
          who,
          typed,
          true,
          false,
        ])
      }
      const short = await (await client.get(`${path}?search=rsoe`)).text()
      expect([who, short.includes('Nothing matches'), short.includes('Rose Cottage')]).toEqual([who, false, false])
    }
  })

  test('finds a contractor’s name with one typing error', async () => {
    const cast = await world()
    for (const [who, path] of [
      ['admin', '/admin/jobs'],
      ['agent', '/jobs'],
    ] as const) {
      const text = await (await (await signedInAs(cast[who])).get(`${path}?search=carl%20masno`)).text()
      expect([who, text.includes('Nothing matches “carl masno”. Showing “carl mason”.')]).toEqual([who, true])
      expect([who, text.includes('Rose Cottage')]).toEqual([who, true])
    }
    const other = await (await (await signedInAs(await anAgent())).get('/jobs?search=masno')).text()
    expect(other).toContain('No jobs match your search')
    expect(other.toLowerCase()).not.toContain('mason')
  })

  test('says so on the lists of quotes and of quote work, and finds only what its reader may see', async () => {
    const cast = await aCast()
    await finishedQuoteWork(cast, { job: { propertyName: 'Rose Cottage' } })
    for (const [who, path] of [
      ['admin', '/admin/quotes'],
      ['admin', '/admin/quote-work'],
      ['agent', '/quotes'],
    ] as const) {
      const client = await signedInAs(cast[who])
      const text = await (await client.get(`${path}?search=rose%20cotage`)).text()
      expect([path, text.includes('Nothing matches “rose cotage”. Showing “rose cottage”.')]).toEqual([path, true])
      expect([path, text.includes('Rose Cottage')]).toEqual([path, true])
      expect([path, (await (await client.get(`${path}?search=rose`)).text()).includes('Nothing matches')]).toEqual([
        path,
        false,
      ])
    }
    const other = await (await (await signedInAs(await anAgent())).get('/quotes?search=cotage')).text()
    expect(other).toContain('No quotes match your filters')
    expect(other.toLowerCase()).not.toContain('cottage')
  })

  test('says in the API for what was searched', async () => {
    const client = await signedInAs((await world()).admin)
    for (const path of [
      '/api/jobs?search=biolers%20leaks',
      '/api/jobs?search=lekas&limit=1',
      '/api/jobs?search=lekas',
    ]) {
      const response = await client.get(path)
      const found = (await response.json()) as { propertyName: string }[]
      const [properties, searched] = path.includes('lekas') ? [['Elm Court'], 'leaks'] : [[], null]
      expect([path, found.map(({ propertyName }) => propertyName)]).toEqual([path, properties])
      expect([path, response.headers.get('x-searched-for')]).toEqual([path, searched])
    }
    expect((await client.get('/api/jobs?search=boiler')).headers.get('x-searched-for')).toBeNull()
  })

  test('never leads to what its reader may not see', async () => {
    const cast = await world()
    const text = await (await (await signedInAs(cast.agent)).get('/jobs?search=towrs')).text()
    expect(text).toContain('No jobs match your search')
    expect(text.toLowerCase()).not.toContain('towers')
  })
})

describe('jobs of an earlier version', () => {
  test('are found before and after their words are filled in', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    await db.execute(sql`insert into settings (name, done) values ('job_words_missing', true)`)
    await db.update(jobs).set({ words: null })
    const client = await signedInAs(cast.admin)
    const found = async (search: string) =>
      ((await (await client.get(`/api/jobs?search=${search}`)).json()) as { id: string }[]).map((job) => job.id)
    expect(await found('lane%20rose')).toEqual([id])
    expect(await found('boiler')).toEqual([])
    const fill = wordBackfill()
    for (let turn = 0; turn < 5; turn++) await fill()
    expect(await found('boiler%20rose')).toEqual([id])
    expect(await db.$count(jobs, sql`words is null`)).toBe(0)
  })

  test('keep the words that a change of their text writes', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    await db.execute(sql`update jobs set property_name = 'St Mary’s O''Brien' where id = ${id}`)
    const [row] = await db.select({ words: jobs.words }).from(jobs).where(eq(jobs.id, id))
    expect(row!.words).toStartWith(' st marys obrien 12 mill lane guildford gu1 3xy job 000001 ')
    expect(row!.words).toContain(' gu13xy ')
  })
})

test.each([
  'gu1 3xy',
  'GU13XY',
  'Gu 1 3 xy',
  '3xy gu1',
  'gu13x',
  'mill gu13xy',
  'hart boiler',
  'rightway',
  'mason',
  'plumbing rose',
  'carls',
  "carl's",
])('a job is found for %p', async (search) => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await createJob(await anAgent(), jobInput({ ...ELSEWHERE }))
  for (const who of ['admin', 'agent'] as const) {
    const response = await (await signedInAs(cast[who])).get(`/api/jobs?search=${encodeURIComponent(search)}`)
    expect([who, ((await response.json()) as { id: string }[]).map((job) => job.id)]).toEqual([who, [id]])
  }
})

const ELSEWHERE = {
  propertyName: 'Elm Court',
  propertyAddress: '1 High Street, Leeds LS6 1AA',
  issueDescription: 'A door sticks.',
  estateAgentName: 'Ann Smith',
  estateAgency: 'Other Homes',
}
