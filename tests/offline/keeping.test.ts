import { describe, expect, test } from 'bun:test'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob, anAdmin } from '#tests/support/world.ts'
import { assetUrl } from '#views/assets.ts'

const AHEAD = { 'fettle-prefetch': '1' }

type Keeping = { who: string; only: boolean; version: string; pages: string[]; files: string[] }

const read = async (client: Client, opened: string[] = []): Promise<Keeping> =>
  (
    await client.get(`/offline/pages?${new URLSearchParams(opened.map((path) => ['opened', path]))}`)
  ).json() as Promise<Keeping>

describe('what a phone is told to keep', () => {
  test('is for a contractor every page of the jobs in hand, and no page of a job that was taken away or is done', async () => {
    const cast = await aCast()
    const [one, lost, done] = [
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned'),
      await aJob(cast, 'completed'),
    ]
    const contractor = await signedInAs(cast.contractor)
    const before = await read(contractor)
    const of = (id: string) => [`/jobs/${id}`, `/visit/${id}`, `/jobs/${id}/book`]
    expect(new Set(before.pages)).toEqual(
      new Set(['/offline', '/', '/waiting', '/jobs', '/visit', ...of(one.id), ...of(lost.id)]),
    )
    expect(before.only).toBe(true)
    await (await signedInAs(cast.admin)).post(`/api/jobs/${lost.id}/unassign`)
    const after = await read(contractor, [`/jobs/${done.id}`, `/jobs/${lost.id}`, '/history', '/profile'])
    expect(new Set(after.pages)).toEqual(
      new Set(['/offline', '/', '/waiting', '/jobs', '/visit', '/history', ...of(one.id)]),
    )
    expect(after.version).not.toBe(before.version)
  })

  test('begins with a job that was assigned since', async () => {
    const cast = await aCast()
    await aJob(cast, 'assigned')
    const contractor = await signedInAs(cast.contractor)
    const before = await read(contractor)
    const { id } = await aJob(cast, 'assigned')
    const { pages } = await read(contractor, before.pages)
    expect(pages).toEqual([`/jobs/${id}`, `/visit/${id}`, `/jobs/${id}/book`, ...before.pages])
  })

  test('is for an agent what was opened, as long as it is theirs to see', async () => {
    const cast = await aCast()
    const [kept, hidden] = [await aJob(cast, 'pending'), await aJob(cast, 'pending')]
    const others = await aJob(await aCast(), 'pending')
    const agent = await signedInAs(cast.agent)
    await agent.delete(`/api/jobs/${hidden.id}`)
    const opened = [kept, hidden, others].map(({ id }) => `/jobs/${id}`)
    const { pages, only } = await read(agent, [...opened, '/jobs/x', '/quotes'])
    expect(pages).toEqual(['/offline', '/', '/waiting', '/jobs', '/create-job', '/quotes', `/jobs/${kept.id}`])
    expect(only).toBe(false)
  })

  test('are files that are there, each page for this session alone', async () => {
    const cast = await aCast()
    const [one, same] = [await signedInAs(cast.contractor), await signedInAs(cast.contractor)]
    const { who, pages, files } = await read(one)
    expect((await read(same)).who).not.toBe(who)
    expect(who).not.toContain(one.cookie!)
    for (const file of files) expect((await stranger.get(file)).status).toBe(200)
    expect(files).toContain(assetUrl('contractor.css'))
    for (const path of pages) {
      const answer = await one.get(path, AHEAD)
      expect([path, answer.status, answer.headers.get('kept-for')]).toEqual([path, 200, who])
    }
  })

  test('is nothing for administrators and strangers, whose pages name nobody', async () => {
    const admin = await signedInAs(await anAdmin())
    expect((await admin.get('/offline/pages')).status).toBe(403)
    expect((await stranger.get('/offline/pages', AHEAD)).status).toBe(302)
    for (const [client, path] of [[admin, '/'] as const, [admin, '/profile'] as const, [stranger, '/login'] as const]) {
      const answer = await client.get(path, { ...AHEAD, 'service-worker-navigation-preload': 'true' })
      expect([answer.headers.get('kept-for'), answer.headers.get('etag')]).toEqual([null, null])
      expect(await answer.text()).not.toContain('/assets/phone-')
    }
  })
})

describe('a page that is fetched ahead', () => {
  test('is answered 304 until what it shows has changed, by whatever form key', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'assigned')
    const [agent, contractor] = [await signedInAs(cast.agent), await signedInAs(cast.contractor)]
    for (const path of ['/', '/jobs', `/jobs/${job.id}`, `/visit/${job.id}`, `/jobs/${job.id}/book`]) {
      const tag = (await contractor.get(path, AHEAD)).headers.get('etag')!
      const again = await contractor.get(path, { ...AHEAD, 'if-none-match': tag })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      // Whom it is opened by is shown it whole.
      expect((await contractor.get(path, { 'if-none-match': tag })).status).toBe(200)
    }
    const tag = (await contractor.get(`/jobs/${job.id}`, AHEAD)).headers.get('etag')!
    await agent.post(`/api/jobs/${job.id}/messages`, { text: 'Mind the dog.' })
    expect((await contractor.get(`/jobs/${job.id}`, { ...AHEAD, 'if-none-match': tag })).status).toBe(200)
  })

  test('has read no message, and took nobody’s toast', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'assigned')
    const [agent, contractor] = [await signedInAs(cast.agent), await signedInAs(cast.contractor)]
    await agent.post(`/api/jobs/${job.id}/messages`, { text: 'Mind the dog.' })
    const toast = encodeURIComponent(JSON.stringify({ title: 'Job Started' }))
    const cookie = `session=${contractor.cookie}; toast=${toast}`
    const answer = await stranger.get(`/jobs/${job.id}`, { ...AHEAD, cookie })
    expect(await answer.text()).not.toContain('Job Started')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const unread = async () =>
      ((await (await contractor.get(`/api/jobs/${job.id}`)).json()) as { unreadMessages: number }).unreadMessages
    expect(await unread()).toBe(1)
    await contractor.get(`/jobs/${job.id}`)
    expect(await unread()).toBe(0)
  })
})

test('the worker is asked for anew each time, within the policy of all pages', async () => {
  const answer = await stranger.get('/sw.js')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
  const tag = answer.headers.get('etag')!
  expect((await stranger.get('/sw.js', { 'if-none-match': tag })).status).toBe(304)
})
