import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, users } from '#db/schema.ts'
import { actorById } from '#src/accounts/queries.ts'
import { makeMailedLinks } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'
import { answerOf } from '#tests/api/shape.ts'
import { html, sentBy } from '#tests/support/answers.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aContractor, aJob, aNobody, anAgent, PASSWORD } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const version = async (id: string) => (await actorById(id))!.activityVersion

test('an estate agent made in the app with an e-mail is told of quotes', async () => {
  const made = await answerOf(
    ada.post('/api/admin/create-estate-agent', {
      ...{ username: 'nia.cole', firstName: 'Nia', lastName: 'Cole', password: 'secret1' },
      ...{ email: 'Nia@Cole.example', phone: '020 7946 0003', company: 'Cole & Co' },
    }),
  )
  expect(made).toMatchObject({
    status: 201,
    body: { user: { email: 'Nia@Cole.example', phone: '020 7946 0003', company: 'Cole & Co' } },
  })
  const nia = (await actorById(made.body.user.id))!
  await aJob({ ...cast, agent: nia }, 'quote_pending')
  const told = await db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'quote_submitted'))
  expect(told.map((email) => email.contractorEmail)).toEqual(['Nia@Cole.example'])
})

test('the form of an estate agent takes e-mail, phone and company, and needs none of them', async () => {
  const account = { username: 'nia.cole', firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
  const contacts = { email: 'nia@cole.example', phone: '020 7946 0003', company: 'Cole & Co' }
  const refused = await ada.submit('/admin/accounts/estate-agent', { ...account, ...contacts, email: 'nia' })
  expect(refused.status).toBe(422)
  const text = await refused.text()
  for (const words of ['Invalid email address', 'value="nia"', 'value="020 7946 0003"', 'value="Cole &amp; Co"'])
    expect(text).toContain(words)
  expect((await ada.submit('/admin/accounts/estate-agent', { ...account, ...contacts })).status).toBe(201)
  const bare = { ...account, username: 'nia.two', email: '', phone: '', company: '' }
  expect((await ada.submit('/admin/accounts/estate-agent', bare)).status).toBe(201)
  const rows = await db.select().from(users).where(eq(users.lastName, 'Cole')).orderBy(users.createdAt)
  expect(rows.map(({ email, phone, company }) => ({ email, phone, company }))).toEqual([
    contacts,
    { email: null, phone: null, company: null },
  ])
})

test('a form of an account that was opened before undoes nothing that was saved since', async () => {
  const { contractor } = cast
  const path = `/admin/contractors/${contractor.id}/edit`
  const form = sentBy(await html(ada.get(path)), 'Save Changes')
  const carl = await signedInAs(contractor)
  expect((await carl.submit('/profile/away', { awayUntil: '2031-01-04' })).status).toBe(303)
  const covers = { contractorTypes: ['plumbing'], areas: ['GU1'] }
  expect((await ada.patch(`/api/users/${contractor.id}`, covers)).status).toBe(200)
  expect((await ada.submit(path, { ...form, phone: '07700 900999' })).status).toBe(303)
  expect(await actorById(contractor.id)).toMatchObject({
    ...{ ...covers, phone: '07700 900999', awayUntil: '2031-01-04' },
  })
})

describe('PATCH /api/users/:id', () => {
  test('changes what it names and leaves the rest', async () => {
    const { contractor } = cast
    const { status, body } = await answerOf(
      ada.patch(`/api/users/${contractor.id}`, { email: 'carl@new.example', phone: '07700 900999' }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({ firstName: 'Carl', email: 'carl@new.example', phone: '07700 900999' })
    expect(body.company).toBe(contractor.company)
    const signIn = (identifier: string) => stranger.post('/api/local/login', { identifier, password: PASSWORD })
    expect((await signIn('carl@new.example')).status).toBe(200)
    expect((await signIn(contractor.email!)).status).toBe(401)
  })

  test('empties what may be empty', async () => {
    const { body } = await answerOf(ada.patch(`/api/users/${cast.agent.id}`, { email: '', phone: null, company: '' }))
    expect(body).toMatchObject({ email: null, phone: null, company: null, username: cast.agent.username })
  })

  test.each([
    [{ firstName: ' ' }, { firstName: 'First name is required' }],
    [{ lastName: null }, { lastName: 'Last name is required' }],
    [{ email: 'carl' }, { email: 'Invalid email address' }],
    [{ email: 'a@b.example\nBcc: c@d.example' }, { email: 'Invalid email address' }],
    [{ email: '' }, { email: 'An e-mail address is required: they sign in with it' }],
    [{ phone: 'x'.repeat(201) }, { phone: 'Please use at most 200 characters' }],
    [{ email: 'TAKEN@b.example' }, { email: 'This e-mail address is taken' }],
  ])('refuses %j at its field', async (change, errors) => {
    await anAgent({ email: 'taken@B.example' })
    const before = await everything()
    expect(await answerOf(ada.patch(`/api/users/${cast.contractor.id}`, change))).toMatchObject({
      status: 422,
      body: { errors },
    })
    expect(await everything()).toEqual(before)
  })

  test('an administrator without a username keeps an e-mail, whoever waits for a role need not', async () => {
    const errors = { email: 'An e-mail address is required: they sign in with it' }
    expect((await answerOf(ada.patch(`/api/users/${cast.admin.id}`, { email: '' }))).body).toMatchObject({ errors })
    const outside = await aNobody()
    await db.update(users).set({ authType: 'oidc' }).where(eq(users.id, outside.id))
    expect((await ada.patch(`/api/users/${outside.id}`, { email: '' })).status).toBe(200)
  })

  test('refuses an agent and an administrator what only contractors have', async () => {
    const before = await everything()
    for (const who of [cast.agent, cast.admin])
      for (const change of [{ vatNumber: 'GB123456789' }, { contractorTypes: ['plumbing'] }, { areas: ['GU1'] }])
        expect(await answerOf(ada.patch(`/api/users/${who.id}`, change))).toMatchObject({
          status: 422,
          body: { errors: { [Object.keys(change)[0]!]: 'Only contractors have this' } },
        })
    const form = { firstName: 'Olivia', lastName: 'Hart', email: cast.agent.email!, vatNumber: 'GB123456789' }
    expect((await ada.submit(`/admin/estate-agents/${cast.agent.id}/edit`, form)).status).toBe(422)
    expect(await everything()).toEqual(before)
    const nothing = { vatNumber: null, contractorTypes: [], areas: [] }
    expect((await ada.patch(`/api/users/${cast.agent.id}`, nothing)).status).toBe(200)
  })

  test('a deleted or unknown account is 404', async () => {
    const gone = await aContractor()
    await ada.delete(`/api/contractors/${gone.id}`)
    for (const id of [gone.id, Bun.randomUUIDv7(), 'x'])
      expect((await ada.patch(`/api/users/${id}`, { firstName: 'Zed' })).status).toBe(404)
  })

  test('a changed name refreshes the polls of those who see it; a change of nothing refreshes none', async () => {
    const stranger = await anAgent()
    const job = await aJob(cast, 'assigned')
    const people = [cast.agent.id, cast.contractor.id, stranger.id]
    const before = await Promise.all(people.map(version))
    await ada.patch(`/api/users/${cast.contractor.id}`, { firstName: 'Carla' })
    expect(await Promise.all(people.map(version))).toEqual([before[0]! + 1, before[1]! + 1, before[2]!])
    const row = () => db.select().from(users).where(eq(users.id, cast.contractor.id))
    const edited = await row()
    await ada.patch(`/api/users/${cast.contractor.id}`, { firstName: 'Carla', phone: cast.contractor.phone })
    expect(await row()).toEqual(edited)
    expect(await html((await signedInAs(cast.agent)).get(`/jobs/${job.id}`))).toContain('Carla')
  })

  test('edits of people who share jobs, all at once, all happen', async () => {
    await Promise.all([aJob(cast, 'assigned'), aJob(cast, 'assigned'), aJob(cast, 'quote_pending')])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ada.patch(`/api/users/${n % 2 ? cast.agent.id : cast.contractor.id}`, { phone: `020 7946 ${1000 + n}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const [carl] = await db.select().from(users).where(eq(users.id, cast.contractor.id))
    expect(carl!.phone).toMatch(/^020 7946 10\d[02468]$/)
  })
})

describe.each([
  ['contractors', 'contractor', '/admin/contractors', 'Contractor'],
  ['estate-agents', 'agent', '/admin/accounts', 'Estate agent'],
] as const)('the form of %s', (path, who, list, noun) => {
  test('shows what the account has and saves it, as a page and in the dialog', async () => {
    const { id, firstName, phone } = cast[who]
    const edit = `/admin/${path}/${id}/edit`
    expect(await html(ada.get(list))).toContain(`href="${edit}"`)
    const text = await html(ada.get(edit))
    expect(text).toContain(`<title>Edit ${firstName} `)
    expect(text).toContain(`value="${phone}"`)
    const form = { firstName: 'Kim', lastName: 'Lee', email: 'kim@lee.example', phone: '', company: 'Lee & Sons' }
    const saved = await ada.submit(edit, form)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, list])
    const answer = await ada.htmx(edit, { method: 'POST', form: { ...form, phone: '020 7946 0007' } })
    const { toast, closeDialog } = JSON.parse(answer.headers.get('hx-trigger')!)
    expect([toast.text, closeDialog]).toEqual([`${noun} has been successfully updated.`, {}])
    const row = await answer.text()
    for (const words of [`hx-target="#account-${id}"`, 'Kim Lee', 'Lee &amp; Sons', '020 7946 0007'])
      expect(row).toContain(words)
  })

  test('keeps what was typed beside what is wrong with it', async () => {
    const edit = `/admin/${path}/${cast[who].id}/edit`
    const form = { firstName: '', lastName: 'Lee', email: 'kim@', phone: '1', company: 'Lee' }
    for (const answer of [await ada.submit(edit, form), await ada.htmx(edit, { method: 'POST', form })]) {
      expect(answer.status).toBe(422)
      const text = await answer.text()
      for (const words of ['First name is required', 'Invalid email address', 'value="kim@"', 'value="Lee"'])
        expect(text).toContain(words)
    }
    expect(await html(ada.submit(edit, form))).toContain('<title>Error: Edit ')
  })
})

test('an address whose capitals are corrected ends no link, and alarms nobody', async () => {
  const carl = await aContractor({ email: 'Carl@Plumbing.example' })
  const [linkId] = await transaction((tx) => makeMailedLinks(tx, 'set_password', [{ userId: carl.id }]))
  const path = `/api/users/${carl.id}`
  expect((await ada.send(path, { method: 'PATCH', body: { email: 'carl@plumbing.example' } })).status).toBe(200)
  expect((await actorById(carl.id))!.email).toBe('carl@plumbing.example')
  expect(await db.$count(links, eq(links.id, linkId!))).toBe(1)
  expect(await db.select().from(emailNotifications)).toEqual([])
})
