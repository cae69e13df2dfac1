import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, users } from '#db/schema.ts'
import { setPassword } from '#src/accounts/password/set-password.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { answerOf } from '#tests/api/shape.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAdmin, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const invitation = { role: 'admin', email: 'eve@fettle.example', firstName: 'Eve', lastName: 'Stone' }
const invitations = () =>
  db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'account_invitation'))
const lastToken = async () => mailedSecret((await db.select().from(links)).at(-1)!.id)

describe('an invitation', () => {
  test('makes an account of any role, whose owner sets a password and signs in', async () => {
    const { status, body } = await answerOf(ada.post('/api/accounts/invite', invitation))
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ role: 'admin', email: 'eve@fettle.example', authType: 'local' })
    expect(JSON.stringify(body)).not.toContain(await lastToken())
    const [email] = await invitations()
    expect(email!.content).toMatchObject({ by: 'Ada King', recipientName: 'Eve Stone', role: 'Administrator' })
    const signIn = () => stranger.post('/api/local/login', { identifier: invitation.email, password: 'a long one' })
    expect((await signIn()).status).toBe(401)
    await setPassword({ token: await lastToken(), password: 'a long one' })
    expect((await signIn()).status).toBe(200)
  })

  test.each([
    [{ role: 'owner' }, 'role'],
    [{ email: undefined }, 'email'],
    [{ email: 'eve' }, 'email'],
    [{ lastName: '' }, 'lastName'],
    [{ password: 'secret1' }, 'password'],
    [{ contractorTypes: ['plumbing'] }, 'contractorTypes'],
    [{ role: 'contractor', username: 'eve' }, 'username'],
    [{ role: 'contractor', areas: ['ZZ1'] }, 'areas'],
    [{ role: 'contractor', contractorTypes: ['wizardry'] }, 'contractorTypes'],
  ])('with %j is refused at its field', async (change, field) => {
    const { status, body } = await answerOf(ada.post('/api/accounts/invite', { ...invitation, ...change }))
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    expect(await invitations()).toEqual([])
  })

  test('to one address by many at once is one account with one e-mail', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => answerOf(ada.post('/api/accounts/invite', invitation))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
    expect(await invitations()).toHaveLength(1)
  })

  test.each([
    ['administrator', '/admin/accounts?tab=admin', {}],
    ['contractor', '/admin/contractors', { vatNumber: 'GB123', company: 'Stone & Co' }],
    ['estate-agent', '/admin/accounts', { username: '', company: 'Rightway' }],
  ])('of an %s by the form needs no password', async (kind, list, more) => {
    const form = { invite: 'yes', email: 'eve@new.example', firstName: 'Eve', lastName: 'Stone', ...more }
    const wrong = await ada.submit(`/admin/accounts/${kind}`, { ...form, email: 'eve@' })
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('value="eve@"')])
    const sent = await ada.submit(`/admin/accounts/${kind}`, form)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, list])
    expect((await invitations()).map(({ contractorEmail }) => contractorEmail)).toEqual(['eve@new.example'])
    expect(await (await ada.get(list)).text()).toContain('Eve Stone')
  })

  test('goes out once more while there is no password; the link before ends', async () => {
    const { body } = await answerOf(ada.post('/api/accounts/invite', { ...invitation, role: 'contractor' }))
    const first = await lastToken()
    const again = await answerOf(ada.post(`/api/users/${body.user.id}/invite`))
    expect(again.body).toEqual({ message: 'A link to set a password goes to eve@fettle.example.' })
    const second = await lastToken()
    const set = (token: string) => stranger.post('/api/password-reset/set', { token, password: 'a long one' })
    expect([(await set(first)).status, (await set(second)).status]).toEqual([410, 200])
    expect(await answerOf(ada.post(`/api/users/${body.user.id}/invite`))).toEqual({
      status: 409,
      body: { message: 'They can sign in already.' },
    })
    const page = await (await ada.get('/admin/contractors')).text()
    expect(page).not.toContain(`/admin/users/${body.user.id}/invite`)
  })

  test('is asked about, and goes from the list', async () => {
    const { id } = await aContractor({ hashedPassword: null, email: 'ivy@moss.example' })
    expect(await (await ada.get('/admin/contractors')).text()).toContain(`action="/admin/users/${id}/invite"`)
    expect(await (await ada.submit(`/admin/users/${id}/invite`)).text()).toContain('Invite Carl Mason once more?')
    const sent = await ada.htmx(`/admin/users/${id}/invite`, { method: 'POST', form: { confirmed: 'yes' } })
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining(`#account-${id}`)])
    expect(await invitations()).toHaveLength(1)
    const { id: silent } = await anAgent({ hashedPassword: null, email: null })
    const { id: elsewhere } = await aContractor({ hashedPassword: null, authType: 'oidc' })
    for (const one of [silent, elsewhere]) expect((await ada.post(`/api/users/${one}/invite`)).status).toBe(409)
    expect(await invitations()).toHaveLength(1)
  })
})

describe('administrators', () => {
  test('are listed, by pages and API, and edited', async () => {
    const ben = await anAdmin({ firstName: 'Ben', phone: '020 7946 0042' })
    const page = await (await ada.get('/admin/accounts?tab=admin')).text()
    for (const words of ['Ada King', 'Ben King', '020 7946 0042', `/admin/administrators/${ben.id}/edit`])
      expect(page).toContain(words)
    const { body } = await answerOf(ada.get('/api/administrators?search=ben'))
    expect(body.map(({ id }: { id: string }) => id)).toEqual([ben.id])
    const form = { firstName: 'Benjamin', lastName: 'King', email: ben.email!, phone: '', company: '' }
    const saved = await ada.submit(`/admin/administrators/${ben.id}/edit`, form)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/admin/accounts?tab=admin'])
    expect((await ada.get(`/admin/administrators/${cast.agent.id}/edit`)).status).toBe(404)
    expect((await ada.delete(`/api/contractors/${ben.id}`)).status).toBe(404)
  })

  test('two administrators demote each other at once: one stays', async () => {
    const ben = await anAdmin()
    const him = await signedInAs(ben)
    const answers = await Promise.all([
      ada.patch(`/api/users/${ben.id}/role`, { role: 'estate_agent' }),
      him.patch(`/api/users/${cast.admin.id}/role`, { role: 'estate_agent' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await db.$count(users, eq(users.role, 'admin'))).toBe(1)
  })
})

describe('another role', () => {
  test('is asked about first, and then given', async () => {
    const { id } = cast.contractor
    const asked = await ada.submit(`/admin/users/${id}/role`, { role: 'admin' })
    const text = await asked.text()
    for (const words of [
      'Change the role of Carl Mason to Administrator?',
      'sees and changes everything',
      'value="admin"',
    ])
      expect(text).toContain(words)
    const row = async () => (await db.select().from(users).where(eq(users.id, id)))[0]!
    expect((await row()).role).toBe('contractor')
    const given = await ada.submit(`/admin/users/${id}/role`, { role: 'admin', confirmed: 'yes' })
    expect([given.status, given.headers.get('location')]).toEqual([303, '/admin/accounts?tab=admin'])
    expect((await row()).role).toBe('admin')
  })

  test('of contractor needs an e-mail address', async () => {
    const { id } = await anAgent({ email: null })
    const message = 'A contractor needs an e-mail address, to be told of jobs. Please enter one first.'
    expect(await answerOf(ada.patch(`/api/users/${id}/role`, { role: 'contractor' }))).toEqual({
      status: 409,
      body: { message },
    })
  })
})

test('reminders are turned off and on by an administrator, and the history says by whom', async () => {
  const path = `/api/users/${cast.contractor.id}`
  expect((await answerOf(ada.patch(path, { reminders: false }))).body).toMatchObject({ reminders: false })
  expect((await answerOf(ada.patch(path, { reminders: true, phone: '020 7946 0007' }))).body).toMatchObject({
    ...{ reminders: true, phone: '020 7946 0007' },
  })
  expect((await answerOf(ada.patch(path, { reminders: 'no' }))).body.errors).toHaveProperty('reminders')
  const { body } = await answerOf(ada.get(`/api/accounts/${cast.contractor.id}/events`))
  expect((body as { event: string }[]).map(({ event }) => event)).toEqual([
    'edited',
    'remindersTurnedOn',
    'remindersTurnedOff',
  ])
})

describe('trades and areas', () => {
  test('are set by the API in one form, and emptied', async () => {
    const path = `/api/users/${cast.contractor.id}`
    const set = await answerOf(
      ada.patch(path, { contractorTypes: ['roofing', 'plumbing', 'roofing'], areas: ['gu 1', 'BS', 'bs', ' sw1a '] }),
    )
    expect(set.body).toMatchObject({ contractorTypes: ['roofing', 'plumbing'], areas: ['GU1', 'BS', 'SW1A'] })
    expect((await answerOf(ada.patch(path, { contractorTypes: null, areas: [] }))).body).toMatchObject({
      contractorTypes: [],
      areas: [],
    })
    const TRADES = expect.stringContaining('Trades are a list of: general, plumbing')
    for (const [change, errors] of [
      [{ contractorTypes: ['wizardry'] }, { contractorTypes: TRADES }],
      [{ contractorTypes: 'plumbing' }, { contractorTypes: TRADES }],
      [{ areas: ['Surrey', 'GU1'] }, { areas: 'No postcode area or district: SURREY. Write BS or GU1' }],
      [{ areas: Array(201).fill('GU1') }, { areas: expect.stringContaining('at most 200') }],
    ] as const)
      expect(await answerOf(ada.patch(path, change))).toMatchObject({ status: 422, body: { errors } })
    const agents = await answerOf(ada.patch(`/api/users/${cast.agent.id}`, { contractorTypes: ['plumbing'] }))
    expect(agents.body.errors).toEqual({ contractorTypes: 'Only contractors have this' })
  })

  test('are ticked and typed in the form, and shown by their labels', async () => {
    const path = `/admin/contractors/${cast.contractor.id}/edit`
    const form = { firstName: 'Carl', lastName: 'Mason', email: cast.contractor.email!, company: '', phone: '' }
    const wrong = await ada.submit(path, {
      ...form,
      vatNumber: '',
      contractorTypes: ['heating_gas'],
      areas: 'GU1, Surrey',
    })
    const text = await wrong.text()
    expect(wrong.status).toBe(422)
    expect(text).toContain('No postcode area or district: SURREY')
    expect(text).toMatch(/checked=""[^>]*value="heating_gas"|value="heating_gas"[^>]*checked=""/)
    await ada.submit(path, {
      ...form,
      vatNumber: '',
      contractorTypes: ['heating_gas', 'drainage'],
      areas: 'gu1 gu2, bs',
    })
    const profile = await (await (await signedInAs(cast.contractor)).get('/profile')).text()
    for (const words of ['Heating and gas, Drainage', 'GU1, GU2, BS']) expect(profile).toContain(words)
    await ada.submit(path, { ...form, vatNumber: '', areas: '' })
    const [row] = await db.select().from(users).where(eq(users.id, cast.contractor.id))
    expect([row!.contractorTypes, row!.areas]).toEqual([[], []])
  })
})

describe('what happened to an account', () => {
  type Told = { event: string; actorName: string; detail: Record<string, string> | null }
  const eventsOf = async (id: string): Promise<Told[]> =>
    (await answerOf(ada.get(`/api/accounts/${id}/events`))).body.map(({ event, actorName, detail }: Told) => ({
      ...{ event, actorName, detail },
    }))

  test('is told newest first, from the invitation to the deletion, without a secret', async () => {
    const { body } = await answerOf(ada.post('/api/accounts/invite', { ...invitation, role: 'contractor' }))
    const { id } = body.user
    const token = await lastToken()
    await setPassword({ token, password: 'a long one' })
    await ada.patch(`/api/users/${id}`, { phone: '020 7946 0001', contractorTypes: ['plumbing'] })
    await stranger.post('/api/password-reset', { identifier: invitation.email })
    const reset = await answerOf(ada.post(`/api/contractors/${id}/reset-password`))
    await ada.patch(`/api/users/${id}/role`, { role: 'estate_agent' })
    await ada.delete(`/api/estate-agents/${id}`)
    const events = await eventsOf(id)
    expect(events.toReversed()).toEqual([
      { event: 'created', actorName: 'Ada King', detail: null },
      { event: 'invited', actorName: 'Ada King', detail: { email: 'eve@fettle.example' } },
      { event: 'passwordSet', actorName: 'Eve Stone', detail: null },
      {
        event: 'edited',
        actorName: 'Ada King',
        detail: {
          ...{ 'before.phone': '', 'after.phone': '020 7946 0001' },
          ...{ 'before.contractorTypes': '', 'after.contractorTypes': 'plumbing' },
        },
      },
      { event: 'passwordAsked', actorName: 'Somebody on the Login page', detail: { email: 'eve@fettle.example' } },
      { event: 'passwordReset', actorName: 'Ada King', detail: null },
      {
        event: 'roleChanged',
        actorName: 'Ada King',
        detail: { 'before.role': 'contractor', 'after.role': 'estate_agent' },
      },
      { event: 'deleted', actorName: 'Ada King', detail: null },
    ])
    const page = await (await ada.get(`/admin/users/${id}/history`)).text()
    for (const words of ['Phone: none → 020 7946 0001', 'Trades: none → Plumbing', 'Role: Contractor → Estate Agent'])
      expect(page).toContain(words)
    for (const secret of [token, reset.body.newPassword, 'a long one']) {
      expect(JSON.stringify(events)).not.toContain(secret)
      expect(page).not.toContain(secret)
    }
  })

  test('that did not happen is not told', async () => {
    await aJob(cast, 'assigned')
    await ada.patch(`/api/users/${cast.contractor.id}`, { phone: cast.contractor.phone })
    await ada.patch(`/api/users/${cast.contractor.id}`, { email: 'x' })
    await ada.patch(`/api/users/${cast.contractor.id}/role`, { role: 'admin' })
    expect(await eventsOf(cast.contractor.id)).toEqual([])
    expect(await (await ada.get(`/admin/users/${cast.contractor.id}/history`)).text()).toContain(
      'Nothing is recorded yet',
    )
  })
})
