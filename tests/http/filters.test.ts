import { expect, test } from 'bun:test'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'

const EIGHT = JOB_STATUSES.join(', ')

const LISTS: [keyof Cast, path: string, rest: string, known: string][] = [
  ['admin', '/admin/jobs', 'search=rose', EIGHT],
  ['admin', '/admin/jobs/export.csv', 'search=rose', EIGHT],
  ['agent', '/quotes', 'search=rose', 'pending, approved, declined, rejected, withdrawn'],
]

test.each(LISTS)('%s at %s: a status that is none does not show everything', async (who, path, rest, known) => {
  const cast = await aCast()
  await aJob(cast, 'quote_pending')
  const client = await signedInAs(cast[who])
  const sentence = `"lost" is no status of this list. Known are: ${known}.`
  const answer = await client.get(`${path}?${rest}&status=lost&cursor=x`)
  const html = (await answer.text()).replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
  expect(html).toContain(sentence)
  // In the page's frame, with the way back to the list as it was otherwise searched.
  expect(html).toContain('Logged in as')
  expect(html).toMatch(new RegExp(`<a[^>]*href="${path}\\?${rest}"[^>]*>[^]*Show the list without it`))
  expect((await client.get(`${path}?${rest}`)).status).toBe(200)

  const partial = await client.htmx(`${path}?status=lost`)
  expect([partial.status, partial.headers.get('hx-retarget')]).toEqual([400, '#toasts'])
  // Links collect parameters on their way, and an empty filter is none.
  expect((await client.get(`${path}?status=&fbclid=x`)).status).toBe(200)
  for (const value of known.split(', ')) expect((await client.get(`${path}?status=${value}`)).status).toBe(200)
})
