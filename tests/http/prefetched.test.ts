import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'
import { assetUrl } from '#views/assets.ts'

test('pages say what may be fetched before a click; a change or a sign-out, by either door, has it forgotten', async () => {
  const cast = await aCast()
  const agent = await signedInAs(cast.agent)
  const page = await agent.get('/jobs')
  expect(page.headers.get('speculation-rules')).toBe(`"${assetUrl('prefetch.json')}"`)
  expect(page.headers.get('clear-site-data')).toBeNull()

  const [one, other] = [await aJob(cast, 'pending'), await aJob(cast, 'pending')]
  const changes = [
    await agent.htmx(`/jobs/${one.id}/delete`, { method: 'POST', form: { confirmed: 'yes', back: '/jobs' } }),
    await agent.delete(`/api/jobs/${other.id}`),
    await agent.get('/api/logout'),
  ]
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 303])
  expect(changes.map(({ headers }) => headers.get('clear-site-data'))).toEqual(Array(3).fill('"prefetchCache"'))
})
