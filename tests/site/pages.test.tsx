import { expect, test } from 'bun:test'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aNobody } from '#tests/support/world.ts'

test('a stranger finds the landing page', async () => {
  const response = await stranger.get('/')
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text).toContain('Get Started')
  for (const title of ['Easy Job Requests', 'Seamless Contractor Tracking', 'Clear Reporting']) {
    expect(text).toContain(title)
  }
  for (const path of ['/privacy-policy', '/terms-conditions', '/cookie-policy', '/login']) {
    expect(text).toContain(`href="${path}"`)
  }
})

test('each role has its own dashboard at /', async () => {
  const { agent, contractor, admin } = await aCast()
  const bodies = await Promise.all(
    [agent, contractor, admin].map(async (user) => (await (await signedInAs(user)).get('/')).text()),
  )
  expect(bodies[0]).toContain('Hello, Olivia')
  expect(bodies[0]).toContain('Recent Jobs')
  expect(bodies[1]).not.toContain('Recent Jobs')
  expect(bodies[2]).toContain('Active Jobs in Progress')
})

test('/dashboard leads to /', async () => {
  const response = await stranger.get('/dashboard')
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/')
})

test.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms and Conditions'],
  ['/cookie-policy', 'Cookie Policy'],
])('%s is open to strangers and to the signed-in', async (path, title) => {
  const { agent } = await aCast()
  const nobody = await signedInAs(await aNobody())
  for (const client of [stranger, await signedInAs(agent), nobody]) {
    const response = await client.get(path)
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain(title)
    expect(text).toContain('Last updated: January 2025')
  }
})

test('an address that leads nowhere', async () => {
  const { agent } = await aCast()
  for (const client of [stranger, await signedInAs(agent)]) {
    const response = await client.get('/nowhere/at/all')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('404 Page Not Found')
  }
})

test.each(['/', '/jobs', '/create-job', '/quotes', '/completed-jobs', '/profile', '/visit', '/history', '/nowhere'])(
  'without a role %s says so',
  async (path) => {
    const response = await (await signedInAs(await aNobody())).get(path)
    expect(response.status).toBe(403)
    const text = await response.text()
    expect(text).toContain('User role not found. Please refresh the page.')
    expect(text).toContain('Refresh Page')
  },
)

test.each(['/jobs?search=mill', '/create-job', '/quotes', '/completed-jobs', '/profile', '/history'])(
  'a stranger at %s is sent to sign in, and back',
  async (path) => {
    const response = await stranger.get(path)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
  },
)

test('a form sent after the session ended leads back to the page it stood on', async () => {
  const response = await stranger.send('/create-job', {
    method: 'POST',
    form: { propertyName: 'Rose Cottage' },
    headers: { referer: 'http://localhost/create-job' },
  })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('/login?next=%2Fcreate-job')
})

test('a dashboard that polls after its session ended hears so', async () => {
  expect((await stranger.htmx('/')).status).toBe(401)
})

test.each([
  ['zstd, br, gzip', 'zstd'],
  ['zstd;q=0, br;q=0, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['', null],
])('a page for a browser that takes %p comes as %p', async (accepted, encoding) => {
  const answer = await stranger.get('/privacy-policy', { 'accept-encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
})
