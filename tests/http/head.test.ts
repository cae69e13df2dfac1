import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession } from '#src/access/session.ts'
import { app } from '#src/app.ts'
import { overTheWire } from '#tests/support/wire.ts'
import { aCast, aJob, type Cast, finishedQuoteWork } from '#tests/support/world.ts'

let port = 0
beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
  port = app.server!.port!
})
afterAll(() => app.server?.stop(true))

/** Every address that is read, with the id of something that is there, lists by page too. */
async function addresses(cast: Cast): Promise<string[]> {
  const { parent, work, quote } = await finishedQuoteWork(cast)
  await aJob(cast, 'quote_pending')
  const mine = await aJob(cast, 'assigned')
  const ids: Record<string, string> = { visit: mine.id, quotes: quote.id, 'quote-work': work.id }
  const routes = [...new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))]
  const at = routes.map((path) => path.replace(/([\w-]+)\/:\w+/, (_, noun) => `${noun}/${ids[noun] ?? parent.id}`))
  // Signing out would end the walk; figures differ from one moment to the next.
  const read = at.filter((path) => path !== '/api/logout' && path !== '/metrics')
  const lists = read.filter((path) => path.startsWith('/api/') && !path.includes(parent.id))
  return [...read, ...lists.map((path) => `${path}?limit=1`), '/nowhere', '/api/nowhere']
}

test('HEAD is answered with status and headers of GET, without a body, at every address and by everybody', async () => {
  const cast = await aCast()
  const sessions = await Promise.all([cast.agent, cast.contractor, cast.admin].map(({ id }) => openSession(id, 'test')))
  const seen = new Set<string>()
  for (const target of await addresses(cast))
    for (const session of [...sessions, '']) {
      const ask = async (method: string) => {
        const headers: [string, string][] = [
          ['Host', 'localhost'],
          ['Cookie', `session=${session}`],
          ['Accept-Encoding', 'gzip'],
        ]
        const { status, headers: all, text } = (await overTheWire(port, { method, target, headers }))!
        const told: Record<string, string> = Object.fromEntries(all)
        // A browser that is not known gets a name at each answer.
        told['set-cookie'] = told['set-cookie']?.replace(/^device=[^;]+/, 'device') ?? ''
        // The second request is one more than the first.
        const { date, 'x-request-id': id, 'content-length': length, ratelimit, ...rest } = told
        expect([method, target, Boolean(date), Boolean(id)]).toEqual([method, target, true, true])
        const json = rest['content-type']?.match(/^application\/(problem\+)?json/)
        return { shared: { target, status, counted: Boolean(ratelimit), ...rest }, json, text, length }
      }
      const [get, head] = [await ask('GET'), await ask('HEAD')]
      expect(head.shared).toEqual(get.shared)
      expect(head.text).toBe('')
      // A page tells how old things are, so its length may differ a moment later.
      if (get.json) expect(head.length).toBe(get.length)
      for (const name of Object.keys(get.shared)) seen.add(name)
    }
  for (const name of ['x-total-count', 'link', 'etag', 'content-disposition', 'location', 'content-encoding'])
    expect([name, seen.has(name)]).toEqual([name, true])
}, 120_000)
