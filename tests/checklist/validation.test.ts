import { describe, expect, test } from 'bun:test'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aJob, completion, jobInput, PASSWORD, quoteWork, withQuote } from '#tests/support/world.ts'
import { lacks, link, read } from './reading.ts'

// Every message about what is typed, at both doors: the form's own page and the JSON API.

const cast = castOfEachTest()

type Row = [field: string, typed: Record<string, unknown>, message: string]
type Form = {
  who: 'agent' | 'contractor' | 'admin' | 'stranger'
  /** Paths of the form and of the API, after what they need is there. */
  at: () => Promise<[page: string, api: string]>
  /** What would be taken. */
  good: Record<string, unknown>
  rows: Row[]
  /** The prefix of the fields' ids. */
  form?: string
}

const login: Form = {
  who: 'stranger',
  at: async () => ['/login', '/api/local/login'],
  good: { identifier: 'olivia', password: 'secret1' },
  rows: [
    ['identifier', { identifier: ' ' }, 'Email or username is required'],
    ['password', { password: '' }, 'Password is required'],
  ],
}

const job: Form = {
  who: 'agent',
  at: async () => ['/create-job', '/api/jobs'],
  good: jobInput(),
  rows: [
    ['estateAgentName', { estateAgentName: '' }, 'Your name is required'],
    ['estateAgency', { estateAgency: ' ' }, 'Estate agency is required'],
    ['propertyName', { propertyName: '' }, 'Property name is required'],
    ['propertyAddress', { propertyAddress: '\n' }, 'Property address is required'],
    [
      'issueDescription',
      { issueDescription: 'Too short' },
      'Please provide a detailed description (min 10 characters)',
    ],
    [
      'issueDescription',
      { issueDescription: 'Nine ltrs      ' },
      'Please provide a detailed description (min 10 characters)',
    ],
    ['urgency', { urgency: 'now' }, 'Urgency must be low, medium or high'],
  ],
}

const completed: Form = {
  who: 'contractor',
  at: async () => {
    const { id } = await aJob(cast, 'assigned')
    return [`/jobs/${id}/complete`, `/api/jobs/${id}/complete`]
  },
  good: withQuote(),
  rows: [
    ['workDone', { workDone: ' \n ' }, 'Please describe the work you completed'],
    ['quoteAmount', { quoteAmount: '' }, 'Amount must be a positive number'],
    ['quoteAmount', { quoteAmount: '0' }, 'Amount must be a positive number'],
    ['quoteAmount', { quoteAmount: '-5' }, 'Amount must be a positive number'],
    ['quoteAmount', { quoteAmount: 'ten' }, 'Amount must be a positive number'],
    ['quoteAmount', { quoteAmount: '1.234' }, 'Amounts have at most two decimals'],
    ['quoteAmount', { quoteAmount: '1,000,000,000' }, 'At most £99,999,999.99'],
    ['quoteDescription', { quoteDescription: '  ' }, 'Quote description is required'],
    ['materialsCost', { materialsCost: 'lots' }, 'Materials cost must be an amount in pounds'],
    ['laborCost', { laborCost: '-1' }, 'Labour cost must be an amount in pounds'],
    ['validUntil', { validUntil: '2026-02-30' }, 'Valid until must be a date'],
    ['validUntil', { validUntil: '2020-01-01' }, 'Valid until must not be in the past'],
  ],
}

const names: Row[] = [
  ['firstName', { firstName: '' }, 'First name is required'],
  ['lastName', { lastName: ' ' }, 'Last name is required'],
  ['password', { password: 'five5' }, 'Password must be at least 6 characters'],
]

const contractor: Form = {
  who: 'admin',
  at: async () => ['/admin/accounts/contractor', '/api/admin/create-contractor'],
  good: { email: 'nina@x.example', firstName: 'Nina', lastName: 'Ng', password: 'secret1' },
  rows: [
    ['email', { email: 'nina' }, 'Invalid email address'],
    ['email', { email: 'nina@x' }, 'Invalid email address'],
    ...names,
  ],
  form: 'new-contractor',
}

const estateAgent: Form = {
  who: 'admin',
  at: async () => ['/admin/accounts/estate-agent', '/api/admin/create-estate-agent'],
  good: { username: 'nina', firstName: 'Nina', lastName: 'Ng', password: 'secret1' },
  rows: [['username', { username: '' }, 'Username is required, without spaces or @'], ...names],
  form: 'new-estate_agent',
}

const password: Form = {
  who: 'contractor',
  at: async () => ['/profile/password', '/api/change-password'],
  good: { currentPassword: PASSWORD, newPassword: 'changed1', confirmPassword: 'changed1' },
  rows: [
    ['currentPassword', { currentPassword: '' }, 'Current password is required'],
    ['newPassword', { newPassword: 'five5' }, 'New password must be at least 6 characters'],
    ['confirmPassword', { confirmPassword: '' }, 'Please confirm your new password'],
    ['confirmPassword', { confirmPassword: 'changed2' }, "Passwords don't match"],
    ['currentPassword', { currentPassword: 'not it' }, 'Current password is incorrect'],
  ],
}

const FORMS = { login, job, completed, contractor, estateAgent, password }

const asForm = (typed: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === true ? 'yes' : String(value)]],
    ),
  )

const clientOf = async (who: Form['who']): Promise<Client> => (who === 'stranger' ? stranger : signedInAs(cast[who]))

for (const [name, { who, at, good, rows, form }] of Object.entries(FORMS)) {
  describe(name, () => {
    for (const [field, typed, message] of rows) {
      test(`${JSON.stringify(typed)}: ${message}`, async () => {
        const [page, api] = await at()
        const client = await clientOf(who)
        const prefix = form ?? (name === 'completed' ? `job-${page.split('/')[2]}` : 'f')
        const screen = await read(client.submit(page, asForm({ ...good, ...typed })))
        expect([screen.status, lacks(screen, link(message, `#${prefix}-${field}`))]).toEqual([422, []])
        const control = screen.parts.find(({ attributes }) => attributes.id === `${prefix}-${field}`)?.attributes
        expect(control?.['aria-invalid']).toBe('true')
        expect(screen.html).toContain('<title>Error: ')
        const answer = await client.post(api, { ...good, ...typed })
        expect([answer.status, await refusalOf(answer)]).toEqual([422, { message, errors: { [field]: message } }])
      })
    }
  })
}

test('what is optional may be left out', async () => {
  const [agent, carl, ada] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  const { accessNotes, urgency, ...needed } = jobInput()
  const raised = await agent!.post('/api/jobs', needed)
  expect([raised.status, ((await raised.json()) as { urgency: string }).urgency]).toEqual([201, 'medium'])
  const { id } = await aJob(cast, 'assigned')
  expect((await carl!.post(`/api/jobs/${id}/complete`, completion())).status).toBe(200)
  const { work } = await quoteWork(cast)
  expect((await carl!.post(`/api/jobs/${work.id}/mark-complete`)).status).toBe(200)
  expect((await ada!.post('/api/admin/create-contractor', contractor.good)).status).toBe(201)
})

test('what was typed is still there, but for passwords', async () => {
  const screen = await read(
    (await signedInAs(cast.agent)).submit('/create-job', asForm({ ...job.good, propertyName: '' })),
  )
  expect(screen.html).toContain('12 Mill Lane, Guildford GU1 3XY</textarea>')
  const login = await read(stranger.submit('/login', { identifier: 'olivia', password: '' }))
  expect(login.html).toContain('value="olivia"')
  const again = await read(stranger.submit('/login', { identifier: '', password: 'secret1' }))
  expect(again.html).not.toContain('secret1')
})
