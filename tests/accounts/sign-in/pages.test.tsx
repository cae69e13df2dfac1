import { expect, test } from 'bun:test'
import { Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aContractor, anAgent, PASSWORD } from '#tests/support/world.ts'

const sessionOf = (response: Response): string | null =>
  response.headers
    .getSetCookie()
    .map((line) => /^session=([^;]*)/.exec(line)?.[1])
    .find((value) => value !== undefined) ?? null

test('the form has what the visitor needs to know', async () => {
  const text = await (await stranger.get('/login')).text()
  for (const words of [
    'Email or Username',
    'Password',
    'Contractors use email and password, estate agents use username and password',
    'Login',
    'Logging in...',
    'Back to Home',
    'Show password',
  ]) {
    expect(text).toContain(words)
  }
})

test('an agent signs in with the username, whatever its case, and is taken to /', async () => {
  const agent = await anAgent()
  const response = await stranger.submit('/login', { identifier: agent.username!.toUpperCase(), password: PASSWORD })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/')
  const text = await (await new Client(sessionOf(response)).get('/')).text()
  expect(text).toContain('Hello, Olivia')
})

test('a contractor signs in with the e-mail and is taken where they were going', async () => {
  const contractor = await aContractor()
  const form = { identifier: contractor.email!, password: PASSWORD, next: '/jobs?search=mill' }
  const response = await stranger.submit('/login', form)
  expect(response.headers.get('location')).toBe('/jobs?search=mill')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'signing in does not lead to %s',
  async (next) => {
    const agent = await anAgent()
    const response = await stranger.submit('/login', { identifier: agent.username!, password: PASSWORD, next })
    expect(response.headers.get('location')).toBe('/')
    expect(await (await stranger.get(`/login?next=${encodeURIComponent(next)}`)).text()).not.toContain('evil')
  },
)

test('where the visitor was going stays in the form', async () => {
  expect(await (await stranger.get('/login?next=/quotes')).text()).toContain('name="next" value="/quotes"')
})

test('a wrong password and an unknown account read the same, and the identifier stays', async () => {
  const agent = await anAgent()
  const wrong = await stranger.submit('/login', { identifier: agent.username!, password: 'wrong horse', next: '/jobs' })
  const unknown = await stranger.submit('/login', { identifier: 'nobody-here', password: 'wrong horse', next: '/jobs' })
  const [first, second] = [await wrong.text(), await unknown.text()]
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(first.replaceAll(agent.username!, '…')).toBe(second.replaceAll('nobody-here', '…'))
  expect(first).toContain('Login Failed')
  expect(first).toContain('Invalid credentials')
  expect(first).toContain(`value="${agent.username}"`)
  expect(first).toContain('<title>Error: Login')
  expect(first).toContain('name="next" value="/jobs"')
  expect(first).not.toContain('wrong horse')
})

test('empty fields are named', async () => {
  const response = await stranger.submit('/login', { identifier: ' ', password: '' })
  const text = await response.text()
  expect(response.status).toBe(422)
  expect(text).toContain('Email or username is required')
  expect(text).toContain('Password is required')
})

test('after ten failures the answer is to wait', async () => {
  const agent = await anAgent()
  const attempt = (password: string) => stranger.submit('/login', { identifier: agent.username!, password })
  for (let count = 0; count < 10; count++) expect((await attempt('wrong horse')).status).toBe(401)
  const response = await attempt(PASSWORD)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.text()).toContain('Too many failed sign-ins')
})

test('a signed-in visitor of /login goes on', async () => {
  const client = await signedInAs(await anAgent())
  const response = await client.get('/login')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/')
})

test('/api/login leads to the form, with where the visitor was going', async () => {
  expect((await stranger.get('/api/login')).headers.get('location')).toBe('/login')
  const response = await stranger.get('/api/login?next=%2Fquotes%3Fstatus%3Dpending')
  expect(response.headers.get('location')).toBe('/login?next=%2Fquotes%3Fstatus%3Dpending')
})

test('/api/logout ends the session', async () => {
  const client = await signedInAs(await anAgent())
  const response = await client.get('/api/logout')
  expect(response.headers.get('location')).toBe('/')
  expect(sessionOf(response)).toBe('')
  expect(await (await client.get('/')).text()).toContain('Get Started')
})

test('another site cannot sign anybody out', async () => {
  const client = await signedInAs(await anAgent())
  for (const site of ['cross-site', 'same-site']) {
    await client.get('/api/logout', { 'sec-fetch-site': site })
    await client.get('/api/logout', { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })
  }
  expect(await (await client.get('/')).text()).toContain('Hello, Olivia')
  // A link that they click themselves is one they may follow.
  await client.get('/api/logout', {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
  })
  expect(await (await client.get('/')).text()).toContain('Get Started')
})
