import { describe, expect, test } from 'bun:test'
import { Client, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, aNobody, anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'
import { answerOf, shape } from './shape.ts'

const USER = {
  ...{ id: 'uuid', email: 'text', username: 'text', firstName: 'text', lastName: 'text', role: 'text' },
  ...{ company: 'text', phone: 'text', contractorType: null, vatNumber: null, authType: 'text', createdAt: 'instant' },
  ...{
    profileImageUrl: null,
    updatedAt: 'instant',
    contractorTypes: [],
    areas: [],
    reminders: 'boolean',
    awayUntil: null,
  },
}

const signIn = (identifier: string, password: string) => stranger.post('/api/local/login', { identifier, password })

describe('the current user', () => {
  test('is told who they are', async () => {
    const user = await anAgent({ firstName: 'Zoë' })
    const { status, body } = await answerOf((await signedInAs(user)).get('/api/auth/user'))
    expect(status).toBe(200)
    expect(shape(body)).toEqual({ ...USER, scopes: ['text'] } as never)
    expect(body).toMatchObject({ id: user.id, firstName: 'Zoë', role: 'estate_agent', authType: 'local' })
  })

  test('without a role may know that, and nothing else', async () => {
    const nobody = await signedInAs(await aNobody())
    expect((await answerOf(nobody.get('/api/auth/user'))).body).toMatchObject({ role: null })
    expect(await answerOf(nobody.get('/api/jobs'))).toEqual({
      status: 403,
      body: { message: 'User role not found. Please refresh the page.' },
    })
  })

  test('unknown, forged and malformed sessions are nobody’s', async () => {
    for (const cookie of ['x', '{}', '%', 'a'.repeat(5000), "' or true --"])
      expect(await answerOf(new Client(cookie).get('/api/auth/user'))).toEqual({
        status: 401,
        body: { message: 'Unauthorized' },
      })
  })
})

describe('creating accounts', () => {
  const agent = { username: 'nia.cole', firstName: 'Nia', lastName: 'Cole', password: ' secret 1 ' }
  const contractor = { email: 'Nia@Cole.example', firstName: 'Nia', lastName: 'Cole', password: 'secret1' }

  test('of an estate agent, who signs in with what is answered', async () => {
    const admin = await signedInAs(await anAdmin())
    const { status, body } = await answerOf(admin.post('/api/admin/create-estate-agent', agent))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user: { role: 'estate_agent', firstName: 'Nia', lastName: 'Cole', authType: 'local' },
    })
    expect(body.credentials).toEqual({ username: 'nia.cole', password: ' secret 1 ' })
    expect((await signIn('nia.cole', ' secret 1 ')).status).toBe(200)
    expect((await signIn('nia.cole', 'secret 1')).status).toBe(401)
  })

  test('of a contractor, with or without company and phone', async () => {
    const admin = await signedInAs(await anAdmin())
    const { status, body } = await answerOf(admin.post('/api/admin/create-contractor', contractor))
    expect(status).toBe(201)
    expect(body).toMatchObject({ user: { role: 'contractor', company: null, phone: null } })
    expect(body.credentials).toEqual({ email: 'Nia@Cole.example', password: 'secret1' })
    expect((await signIn('nia@cole.EXAMPLE', 'secret1')).status).toBe(200)
    const other = { ...contractor, email: 'b@cole.example', company: 'Cole & Co', phone: '020 7946 0003' }
    expect((await answerOf(admin.post('/api/admin/create-contractor', other))).body.user).toMatchObject({
      ...{ company: 'Cole & Co', phone: '020 7946 0003' },
    })
  })

  test('never makes an administrator', async () => {
    const admin = await signedInAs(await anAdmin())
    const forged = await answerOf(admin.post('/api/admin/create-contractor', { ...contractor, role: 'admin' }))
    expect([forged.status, Object.keys(forged.body.errors)]).toEqual([422, ['role']])
    const { body } = await answerOf(admin.post('/api/admin/create-contractor', contractor))
    expect(body.user.role).toBe('contractor')
  })

  const NAME = 'Username is required, without spaces or @'
  test.each([
    ['create-estate-agent', { ...agent, username: '' }, { username: NAME }],
    ['create-estate-agent', { ...agent, username: 'nia cole' }, { username: NAME }],
    ['create-estate-agent', { ...agent, username: 'nia@cole' }, { username: NAME }],
    ['create-estate-agent', { ...agent, firstName: ' ' }, { firstName: 'First name is required' }],
    ['create-estate-agent', { ...agent, lastName: null }, { lastName: 'Last name is required' }],
    ['create-estate-agent', { ...agent, password: '12345' }, { password: 'Password must be at least 6 characters' }],
    ['create-estate-agent', { ...agent, password: 'x'.repeat(201) }, { password: 'Please use at most 200 characters' }],
    ['create-contractor', { ...contractor, email: 'nia' }, { email: 'Invalid email address' }],
    ['create-contractor', { ...contractor, email: 'nia@cole' }, { email: 'Invalid email address' }],
    [
      'create-contractor',
      { ...contractor, email: 'a@b.example\nBcc: c@d.example' },
      { email: 'Invalid email address' },
    ],
    ['create-contractor', { ...contractor, email: '<nia@cole.example>' }, { email: 'Invalid email address' }],
    [
      'create-contractor',
      { ...contractor, email: `${'x'.repeat(250)}@b.example` },
      { email: 'Please use at most 254 characters' },
    ],
    [
      'create-contractor',
      { ...contractor, password: undefined },
      { password: 'Password must be at least 6 characters' },
    ],
  ])('%s refuses %j', async (path, body, errors) => {
    const admin = await signedInAs(await anAdmin())
    const answer = await answerOf(admin.post(`/api/admin/${path}`, body))
    expect(answer).toEqual({ status: 422, body: { errors, message: Object.values(errors)[0] } })
  })

  test('a name or address that is taken is 422 at its field, whatever its case', async () => {
    const admin = await signedInAs(await anAdmin())
    await anAgent({ username: 'Nia.Cole' })
    await aContractor({ email: 'nia@cole.EXAMPLE' })
    expect(await answerOf(admin.post('/api/admin/create-estate-agent', agent))).toMatchObject({
      ...{ status: 422, body: { errors: { username: 'This username is taken' } } },
    })
    expect(await answerOf(admin.post('/api/admin/create-contractor', contractor))).toMatchObject({
      ...{ status: 422, body: { errors: { email: 'This e-mail address is taken' } } },
    })
  })
})

describe.each([
  ['contractors', aContractor, 'contractor'],
  ['estate-agents', anAgent, 'estate agent'],
] as const)('/api/%s', (path, make, noun) => {
  test('lists them, newest first, with their open jobs', async () => {
    const cast = await aCast()
    await aJob(cast, 'assigned')
    await aJob(cast, 'in_progress')
    await aJob(cast, 'completed')
    const newer = await make()
    const { body } = await answerOf((await signedInAs(cast.admin)).get(`/api/${path}`))
    expect(body).toHaveLength(2)
    expect(body[0]).toMatchObject({ id: newer.id, hasPassword: true, openJobs: 0 })
    expect(body[1]).toMatchObject({ openJobs: noun === 'contractor' ? 2 : 0 })
    expect(shape(body[0])).toMatchObject({
      id: 'uuid',
      createdAt: 'instant',
      hasPassword: 'boolean',
      openJobs: 'number',
    })
  })

  test('resets a password to one of ours, which works at once', async () => {
    const user = await make()
    const admin = await signedInAs(await anAdmin())
    const { status, body } = await answerOf(admin.post(`/api/${path}/${user.id}/reset-password`))
    expect(status).toBe(200)
    expect(body).toEqual({ newPassword: expect.stringMatching(/^[A-HJ-NP-Za-km-z2-9]{12}$/) })
    expect((await signIn(user.email!, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email!, body.newPassword)).status).toBe(200)
  })

  test('deletes one, who is gone from the list and cannot come in', async () => {
    const user = await make()
    const theirs = await signedInAs(user)
    const admin = await signedInAs(await anAdmin())
    expect(await answerOf(admin.delete(`/api/${path}/${user.id}`))).toEqual({
      status: 200,
      body: { message: `The ${noun} has been successfully removed from the system.` },
    })
    expect((await answerOf(admin.get(`/api/${path}`))).body).toEqual([])
    expect((await theirs.get('/api/auth/user')).status).toBe(401)
    expect((await signIn(user.email!, PASSWORD)).status).toBe(401)
    expect((await admin.delete(`/api/${path}/${user.id}`)).status).toBe(404)
    expect((await admin.post(`/api/${path}/${user.id}/reset-password`)).status).toBe(404)
  })

  test('knows nobody of another role, and no administrator', async () => {
    const adminUser = await anAdmin()
    const admin = await signedInAs(adminUser)
    const others = [
      adminUser,
      await anAdmin(),
      await aNobody(),
      noun === 'contractor' ? await anAgent() : await aContractor(),
    ]
    for (const { id } of others) {
      expect((await admin.delete(`/api/${path}/${id}`)).status).toBe(404)
      expect((await admin.post(`/api/${path}/${id}/reset-password`)).status).toBe(404)
    }
  })
})

describe('giving a role', () => {
  test('answers the user, who comes in anew with it', async () => {
    const [admin, nobody] = await Promise.all([anAdmin(), aNobody()])
    const theirs = await signedInAs(nobody)
    const answer = await answerOf(
      (await signedInAs(admin)).patch(`/api/users/${nobody.id}/role`, { role: 'contractor' }),
    )
    expect(answer).toMatchObject({ status: 200, body: { id: nobody.id, role: 'contractor' } })
    expect((await theirs.get('/api/auth/user')).status).toBe(401)
    expect((await signIn(nobody.email!, PASSWORD)).status).toBe(200)
  })

  test.each([{}, { role: 'owner' }, { role: null }, { role: ['admin'] }])('refuses %j', async (body) => {
    const [admin, nobody] = await Promise.all([anAdmin(), aNobody()])
    const answer = await answerOf((await signedInAs(admin)).patch(`/api/users/${nobody.id}/role`, body))
    const message = 'Role must be estate_agent, contractor or admin'
    expect(answer).toEqual({ status: 422, body: { message, errors: { role: message } } })
  })

  test.each(['assigned', 'quote_pending'] as const)(
    'refuses one’s own, and a contractor’s with a job %s',
    async (status) => {
      const cast = await aCast()
      await aJob(cast, status)
      const admin = await signedInAs(cast.admin)
      const role = (of: { id: string }, role: string) => answerOf(admin.patch(`/api/users/${of.id}/role`, { role }))
      expect(await role(cast.admin, 'contractor')).toEqual({
        status: 409,
        body: { message: 'You cannot change your own role.' },
      })
      expect(await role(cast.contractor, 'admin')).toEqual({
        status: 409,
        body: { message: 'This contractor still has 1 open job.' },
      })
      const second = await anAdmin()
      expect(await role(second, 'estate_agent')).toMatchObject({ status: 200, body: { role: 'estate_agent' } })
    },
  )
})
