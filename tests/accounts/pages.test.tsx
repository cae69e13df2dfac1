import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { accounts } from '#src/accounts/queries.ts'
import { PASSWORD_ALPHABET } from '#src/domain/account/account.ts'
import { stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, aNobody, anAgent, PASSWORD, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const html = async (response: Response | Promise<Response>) => (await response).text()
const tiles = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/class="stat-value">([^<]+)<\/span><span class="stat-label">([^<]+)/g)].map(([, n, label]) => [
      label,
      n,
    ]),
  )
const signsIn = async (identifier: string, password: string) =>
  (await stranger.post('/api/local/login', { identifier, password })).status === 200
const confirmed = { method: 'POST', form: { confirmed: 'yes' } }

describe('Contractors', () => {
  test('counts all, lists what the search finds', async () => {
    await aContractor({ firstName: 'Solo', lastName: 'Sam', company: null, phone: null })
    const [outside] = await db
      .insert(users)
      .values({ role: 'contractor', email: 'ext@outside.example', firstName: 'Exa', company: '', authType: 'oidc' })
      .returning()
    const text = await html(ada.get('/admin/contractors'))
    expect(tiles(text)).toEqual({ 'Total Contractors': '3', 'Local Authentication': '2', 'With Companies': '1' })
    for (const words of ['Solo Sam', 'Independent', 'N/A', 'Local', 'External sign-in', 'No password', '••••••••'])
      expect(text).toContain(words)
    expect(text).toContain(`data-copy="${cast.contractor.email}" data-copy-what="Email"`)
    expect(text).toContain('data-copy="07700 900123" data-copy-what="Phone"')
    for (const [search, rows] of [
      ['solo s', 1],
      ['PLUMBING', 2],
      ['carl&#39;s', 0],
      ['sam SOLO', 1],
      ['900123', 1],
      ['outside.example', 1],
      ['%', 0],
    ] as const) {
      const found = await html(ada.htmx(`/admin/contractors?search=${encodeURIComponent(search)}`))
      expect([search, found.match(/<tr id="account-/g)?.length ?? 0]).toEqual([search, rows])
    }
    expect(outside!.hashedPassword).toBeNull()
  })

  test('go on after fifty', async () => {
    const rows = Array.from({ length: 52 }, (_, n) => ({ role: 'contractor' as const, email: `many${n}@x.example` }))
    await db.insert(users).values(rows)
    const first = await html(ada.get('/admin/contractors'))
    const more = /hx-get="(\/admin\/contractors\?cursor=[^"]+)"/.exec(first)![1]!
    const count = (text: string) => text.match(/<tr id="account-/g)?.length
    expect([count(first), count(await html(ada.htmx(more)))]).toEqual([50, 3])
    expect(tiles(first)).toMatchObject({ 'Total Contractors': '53' })
  })

  test('a password is reset after a question, and shown once', async () => {
    const { id, email } = cast.contractor
    const path = `/admin/contractors/${id}/reset-password`
    expect(await html(ada.submit(path))).toContain('Reset the password of Carl Mason?')
    expect(await signsIn(email!, PASSWORD)).toBe(true)
    const page = await html(ada.submit(path, { confirmed: 'yes' }))
    const first = /<code>([^<]{12})<\/code>/.exec(page)![1]!
    expect(page).toContain('New password generated successfully')
    expect(await signsIn(email!, first)).toBe(true)

    const response = await ada.htmx(path, confirmed)
    expect(JSON.parse(response.headers.get('hx-trigger')!).toast.title).toBe('Password Reset')
    const row = await response.text()
    const second = /<code>([^<]{12})<\/code>/.exec(row)![1]!
    expect(row).toContain(`hx-target="#account-${id}"`)
    expect(row).toContain(`data-copy="${second}" data-copy-what="Password"`)
    expect([await signsIn(email!, first), await signsIn(email!, second)]).toEqual([false, true])
    expect(await html(ada.get('/admin/contractors'))).not.toContain(second)
  })

  test('are deleted after a question, and their jobs wait again', async () => {
    const job = await aJob(cast, 'in_progress')
    const path = `/admin/contractors/${cast.contractor.id}/delete`
    const asked = await html(ada.submit(path))
    expect(asked).toContain('Delete the contractor Carl Mason?')
    expect(asked).toContain('Their open job returns to pending.')
    expect(await statusOf(job.id)).toBe('in_progress')
    const response = await ada.htmx(path, confirmed)
    expect(JSON.parse(response.headers.get('hx-trigger')!).toast).toEqual({
      title: 'Contractor Deleted',
      text: 'Contractor has been successfully removed from the system',
    })
    const text = await response.text()
    expect(text).toContain(`hx-target="#account-${cast.contractor.id}" hx-swap="delete"`)
    expect(tiles(text)).toMatchObject({ 'Total Contractors': '0' })
    expect(await statusOf(job.id)).toBe('pending')
    const again = await ada.htmx(path, confirmed)
    expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('Failed to Delete Contractor')])
  })

  test('an administrator is no contractor', async () => {
    for (const verb of ['delete', 'reset-password']) {
      for (const path of [
        `/admin/contractors/${cast.admin.id}/${verb}`,
        `/admin/estate-agents/${cast.admin.id}/${verb}`,
      ])
        expect((await ada.submit(path, { confirmed: 'yes' })).status).toBe(404)
    }
  })
})

describe('Account Management', () => {
  const agentForm = { username: 'nina', firstName: 'Nina', lastName: "O'Hara", password: 'secret 1' }

  test('has two tabs with their forms', async () => {
    const agent = await html(ada.get('/admin/accounts'))
    for (const words of ['Account Management', 'Create secure user accounts for estate agents and contractors'])
      expect(agent).toContain(words)
    for (const words of [
      'Create Estate Agent Account',
      'Minimum 6 characters',
      'Generate Secure Password',
      'name="username"',
    ])
      expect(agent).toContain(words)
    const contractor = await html(ada.get('/admin/accounts?tab=contractor'))
    for (const words of ['Create Contractor Account', 'receive job notifications', 'name="company"', 'name="phone"'])
      expect(contractor).toContain(words)
    expect(contractor).toContain('<react-island name="account-generator"')
  })

  test('creates an estate agent, and shows the credentials this once', async () => {
    const response = await ada.submit('/admin/accounts/estate-agent', agentForm)
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    for (const words of [
      'Account Created Successfully',
      'Estate Agent Created',
      'Nina O&#x27;Hara',
      '>secret 1<',
      '>nina<',
    ])
      expect(text).toContain(words)
    for (const words of ['data-copy-what="Credentials"', 'cannot be retrieved later', '>Clear<'])
      expect(text).toContain(words)
    expect(await signsIn('NINA', 'secret 1')).toBe(true)
    expect(await html(ada.get('/admin/accounts'))).not.toContain('secret 1')
  })

  test('creates a contractor', async () => {
    const form = {
      email: 'new@x.example',
      firstName: 'New',
      lastName: 'Hand',
      company: '',
      phone: '',
      password: 'secret1',
    }
    const text = await html(ada.submit('/admin/accounts/contractor', form))
    for (const words of ['Contractor Created', 'Contractor account created successfully', 'new@x.example'])
      expect(text).toContain(words)
    expect((await accounts('contractor'))[0]).toMatchObject({ email: 'new@x.example', company: null, phone: null })
  })

  test('says what is missing, and keeps what was typed but the password', async () => {
    const agent = await ada.submit('/admin/accounts/estate-agent', { ...agentForm, lastName: ' ' })
    expect(agent.status).toBe(422)
    const text = await agent.text()
    for (const words of ['Missing Information', 'Please fill in all fields', 'Last name is required', 'value="nina"'])
      expect(text).toContain(words)
    expect(text).toContain('<title>Error: ')
    expect(text).not.toContain('secret 1')
    const contractor = await ada.submit('/admin/accounts/contractor', { email: 'x@y.example' })
    expect(await contractor.text()).toContain('Please fill in required fields (email, name, password)')
    expect(await accounts('estate_agent')).toHaveLength(1)
  })

  test('refuses a short password and a taken name', async () => {
    const short = await html(ada.submit('/admin/accounts/estate-agent', { ...agentForm, password: '12345' }))
    for (const words of ['Failed to Create Account', 'Password must be at least 6 characters'])
      expect(short).toContain(words)
    await ada.submit('/admin/accounts/estate-agent', agentForm)
    const taken = await ada.submit('/admin/accounts/estate-agent', { ...agentForm, username: 'NiNa' })
    expect([taken.status, await taken.text()]).toEqual([422, expect.stringContaining('This username is taken')])
  })

  test('makes a password without JavaScript, and keeps the rest of the form', async () => {
    const text = await html(ada.submit('/admin/accounts/estate-agent', { ...agentForm, password: '', generate: 'yes' }))
    const made = /name="password"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="password"/.exec(text)
    const password = made?.[1] ?? made?.[2] ?? ''
    expect(password).toHaveLength(12)
    for (const character of password) expect(PASSWORD_ALPHABET).toContain(character)
    expect(text).toContain('value="nina"')
    expect(await accounts('estate_agent')).toHaveLength(1)
  })

  test('lists the estate agents, resets and deletes them', async () => {
    const other = await anAgent({ firstName: 'Zoe', lastName: 'Quist', username: 'zoeq' })
    expect(await html(ada.htmx('/admin/accounts?search=zoe'))).toStartWith('<section id="estate-agents"')
    const found = await html(ada.get('/admin/accounts?search=zoe'))
    expect([found.includes('Zoe Quist'), found.includes('Olivia Hart')]).toEqual([true, false])
    const reset = await html(ada.htmx(`/admin/estate-agents/${other.id}/reset-password`, confirmed))
    expect(await signsIn('zoeq', /<code>([^<]{12})<\/code>/.exec(reset)![1]!)).toBe(true)
    const deleted = await ada.submit(`/admin/estate-agents/${other.id}/delete`, { confirmed: 'yes' })
    expect(deleted.headers.get('location')).toBe('/admin/accounts')
    expect(await html(ada.get('/admin/accounts'))).not.toContain('Zoe Quist')
  })

  test('gives a role to who waits for one', async () => {
    const nora = await aNobody()
    const text = await html(ada.get('/admin/accounts'))
    expect(text).toContain('Waiting for a Role')
    expect(text).toContain('Nora Waits')
    expect((await ada.submit(`/admin/users/${nora.id}/role`, { role: 'emperor' })).status).toBe(422)
    const response = await ada.submit(`/admin/users/${nora.id}/role`, { role: 'contractor' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/accounts'])
    const [row] = await db.select().from(users).where(eq(users.id, nora.id))
    expect(row!.role).toBe('contractor')
    expect(await html(ada.get('/admin/accounts'))).not.toContain('Waiting for a Role')
    // Somebody's list is from before.
    const late = await ada.htmx(`/admin/users/${nora.id}/role`, { method: 'POST', form: { role: 'estate_agent' } })
    expect([late.status, await late.text()]).toEqual([409, expect.not.stringContaining('<!doctype')])
  })

  test('nobody changes their own role', async () => {
    const response = await ada.htmx(`/admin/users/${cast.admin.id}/role`, {
      method: 'POST',
      form: { role: 'contractor' },
    })
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('your own role')])
  })
})
