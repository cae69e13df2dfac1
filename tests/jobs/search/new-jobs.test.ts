import { afterEach, expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, jobInput } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

/** As the page asks that was read just now. */
async function poll(list = '') {
  const html = await (await ada.get(`/admin/jobs${list}`)).text()
  const path = /hx-get="(\/admin\/jobs\/new[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  return (tag?: string) => ada.get(path, { 'hx-request-type': 'partial', ...(tag && { 'hx-ptag': tag }) })
}

test('an open list hears of jobs that were raised since, once for each count', async () => {
  const empty = await poll()
  expect((await empty()).status).toBe(304)
  await aJob(cast)
  expect(await (await empty()).text()).toBe('<a href="/admin/jobs">1 new job</a>')
  const ask = await poll()
  expect((await ask()).status).toBe(304)
  await createJob(cast.agent, jobInput())
  await createJob(cast.agent, jobInput())
  const news = await ask()
  expect([news.status, await news.text()]).toEqual([200, '<a href="/admin/jobs">2 new jobs</a>'])
  const tag = news.headers.get('hx-ptag')!
  expect((await ask(tag)).status).toBe(304)
  await createJob(cast.agent, jobInput())
  expect(await (await ask(tag)).text()).toContain('3 new jobs')
})

test('a list that is narrowed hears of what it would show, and is read anew as it is', async () => {
  await aJob(cast)
  const ask = await poll('?search=ivy+house&status=pending')
  await createJob(cast.agent, jobInput())
  expect((await ask()).status).toBe(304)
  await createJob(cast.agent, jobInput({ propertyName: 'Ivy House' }))
  expect(await (await ask()).text()).toBe('<a href="/admin/jobs?search=ivy+house&amp;status=pending">1 new job</a>')
})

test('news that are none any more are taken away', async () => {
  const ask = await poll('?status=pending')
  const { id } = await aJob(cast)
  const news = await ask()
  expect(await news.text()).toContain('1 new job<')
  await assignJob(cast.admin, id, cast.contractor.id)
  const none = await ask(news.headers.get('hx-ptag')!)
  expect([none.status, await none.text()]).toEqual([200, ''])
  expect((await ask(none.headers.get('hx-ptag')!)).status).toBe(304)
})

const { unsafe } = rawClient
afterEach(() => {
  rawClient.unsafe = unsafe
})

test.each(['', '?status=pending'])(
  'a job that is raised while the list%s is read is shown, or told of',
  async (list) => {
    await aJob(cast)
    const raised = Promise.withResolvers<void>()
    // The rows are there before the counters are asked for.
    rawClient.unsafe = ((text: string, values?: unknown[]) => {
      if (/"tallies"/.test(text)) return raised.promise.then(() => unsafe(text, values))
      if (!/propertyName.* limit 51/s.test(text)) return unsafe(text, values)
      return unsafe(text, values).then(async (rows: unknown) => {
        await createJob(cast.agent, jobInput())
        raised.resolve()
        return rows
      })
    }) as unknown as typeof unsafe
    const ask = await poll(list)
    expect(await (await ask()).text()).toContain('1 new job<')
  },
)

test('very many are counted no further', async () => {
  const ask = await poll()
  await manyJobs(cast, 150, () => ({}))
  expect(await (await ask()).text()).toContain('100+ new jobs')
})

test('odd questions are answered', async () => {
  for (const since of ['', 'x', '-1', '99999999999999', '9'.repeat(30)])
    expect((await ada.get(`/admin/jobs/new?since=${since}`)).status).toBe(304)
})
