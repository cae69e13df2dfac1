import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { LINK_PURPOSES, LINKS } from '#src/domain/link/link.ts'
import { allRequests } from '#src/operation/request-counters.ts'
import { stranger } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { ROOT } from '#tests/support/root.ts'

const SECRET = 'A'.repeat(43)

test.each(LINK_PURPOSES)('the address of a link to %s is in no log, metric, cache or Referer', async (purpose) => {
  const path = `${LINKS[purpose].path}/${SECRET}`
  using log = captureLog()
  for (const method of ['GET', 'HEAD', 'POST']) {
    const answered = await stranger.send(path, { method })
    expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answered.headers.get('cache-control')).toMatch(/no-store/)
    expect(answered.headers.get('kept-for')).toBeNull()
  }
  expect(log.text()).toContain('"event":"request"')
  expect(log.text()).not.toContain(SECRET)
  expect(allRequests().filter(({ route }) => route.includes(SECRET))).toEqual([])
})

test('a phone keeps no page of a link', async () => {
  const worker = await Bun.file(join(ROOT, 'public/js/worker/page.js')).text()
  const kept = new RegExp(/const KEPT =\s*\/(.+)\/\n/.exec(worker)![1]!)
  expect(kept.test('/jobs/0198a1b2')).toBe(true)
  for (const purpose of LINK_PURPOSES) expect(kept.test(`${LINKS[purpose].path}/${SECRET}`)).toBe(false)
})
