import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { db } from '#db/connect/client.ts'
import { rateLimits } from '#db/schema.ts'
import { countRead } from '#src/access/limits/counts.ts'
import { openSession } from '#src/access/session.ts'
import { app } from '#src/app.ts'
import { TooMany } from '#src/http/errors.ts'
import { signedInAs } from '#tests/support/app.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { ROOT } from '#tests/support/root.ts'
import { anAdmin, anAgent } from '#tests/support/world.ts'

afterEach(() => mock.restore())

const somebody = () => crypto.randomUUID()

describe('dear reads', () => {
  const DEAR = [
    '/jobs?search=rose',
    '/api/jobs',
    '/api/jobs?search=rose&limit=1',
    '/api/jobs/export.csv',
    '/api/quotes?status=pending',
    '/jobs?status=pending',
    '/api/jobs?limit=1&urgency=high',
    '/api/jobs?limit=1&sort=oldest',
    '/api/invoices?limit=1&from=2026-01-01',
    '/quotes?status=pending',
    '/api/events',
    '/api/events?limit=1000',
    '/messages?show=waiting',
    '/api/messages?show=waiting&limit=1',
    '/invoices/',
    '/statements/',
    '/figures/',
  ]
  /** Read one thing, a page of fifty by its index, or what is kept. */
  const CHEAP = ['/', '/jobs', '/quotes', '/api/jobs/recent', '/api/jobs?limit=50', '/api/stats', '/api/openapi.json']

  test('are counted in memory: searches, filters and sorts by both doors, exports, whole lists, events', async () => {
    const client = await signedInAs(await anAgent())
    for (const [index, path] of DEAR.entries()) {
      const answer = await client.get(path)
      expect([path, answer.status, answer.headers.get('ratelimit-policy')]).toEqual([
        path,
        200,
        '"reads";q=1000000;w=60',
      ])
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"reads";r=${999_999 - index};t=\\d+$`))
    }
    expect((await client.send('/api/jobs?search=rose', { method: 'HEAD' })).headers.get('ratelimit')).toContain(
      `;r=${999_999 - DEAR.length};`,
    )
    expect(await db.$count(rateLimits)).toBe(0)
  })

  test('of one user are refused beyond their limit, in words, and nobody else’s', async () => {
    const here = await otherProcess({ RATE_READS: '3' })
    const [mine, theirs] = await Promise.all(
      [anAgent(), anAgent()].map(async (user) => openSession((await user).id, 'test')),
    )
    const get = (path: string, session: string, headers = {}) =>
      fetch(here.url + path, { headers: { cookie: `session=${session}`, ...headers }, redirect: 'manual' })
    try {
      const answers = await Promise.all(Array.from({ length: 9 }, () => get('/jobs?search=rose', mine!)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      const refused = answers.find(({ status }) => status === 429)!
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(30, 61)
      expect(await refused.text()).toMatch(/<h1[^>]*>Too many requests\. Please try again in \d+ seconds\.<\/h1>/)
      const toast = await get('/jobs?search=rose', mine!, { 'hx-request': 'true', 'hx-request-type': 'partial' })
      expect([toast.status, toast.headers.get('hx-retarget')]).toEqual([429, '#toasts'])
      for (const path of DEAR) expect([path, (await get(path, mine!)).status]).toEqual([path, 429])
      for (const path of CHEAP) expect([path, (await get(path, mine!)).status]).toEqual([path, 200])
      expect((await get('/api/jobs', theirs!)).status).toBe(200)
    } finally {
      await here.kill()
    }
  })

  test('begin anew when their window ends, and are not remembered of more people than memory has room for', async () => {
    const short = { name: 'reads', quota: 1, seconds: 0.2 }
    const now = performance.now()
    const clock = spyOn(performance, 'now').mockImplementation(() => now)
    const who = somebody()
    const read = (of: string) => countRead(of, { headers: {} }, short)
    read(who)
    expect(() => read(who)).toThrow(TooMany)
    for (let other = 0; other < 10_000; other++) read(somebody())
    read(who)
    expect(() => read(who)).toThrow(TooMany)
    clock.mockImplementation(() => now + 201)
    read(who)
  })
})

describe('docs/security.md', () => {
  const section = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('## Which reads are counted')[1]!
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`/'))
    .map((line) => line.split(' | ') as [string, string, string])
  const pathsOf = (cell: string) => [...cell.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path!)

  test('says of each GET whether it is counted', () => {
    const gets = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    expect(rows.flatMap(([reads]) => pathsOf(reads)).sort()).toEqual([...new Set(gets)].sort())
  })

  test('tells the truth of those that need no id', async () => {
    const admin = await signedInAs(await anAdmin())
    for (const [reads, counted] of rows) {
      if (/^Secret addresses|^For whoever/.test(reads.slice(2))) continue
      for (const path of pathsOf(reads).filter((one) => !/[:]/.test(one))) {
        const plain = await admin.get(path)
        const isCounted = plain.headers.has('ratelimit-policy')
        if (counted === 'no' || counted.startsWith('searched')) expect([path, isCounted]).toEqual([path, false])
        else expect([path, isCounted || plain.status === 403]).toEqual([path, true])
        if (!counted.startsWith('searched')) continue
        const searched = await admin.get(`${path}?search=rose&sort=oldest`)
        if (searched.status === 200) expect([path, searched.headers.has('ratelimit-policy')]).toEqual([path, true])
      }
    }
  })
})
