import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, aNobody } from '#tests/support/world.ts'
import { LATE, LATE_IN_LONDON } from './agent-words.ts'
import {
  badge,
  button,
  choices,
  copies,
  field,
  heading,
  type Item,
  lacks,
  link,
  question,
  read,
  search,
  shows,
  stat,
  tab,
} from './reading.ts'

// Contractors and Account Management. Each list of items is what the screen must have.

const cast = castOfEachTest()

const ada = signedInOfEachTest(cast, 'admin')

describe('Contractors', () => {
  test('the table', async () => {
    await db
      .update(users)
      .set({ email: 'carl@plumbing.example', createdAt: LATE })
      .where(eq(users.id, cast.contractor.id))
    const items: Item[] = [
      heading('Contractors'),
      stat('Total Contractors', 1),
      stat('Local Authentication', 1),
      stat('With Companies', 1),
      search('Search by name, email, company or phone...'),
      'Carl Mason',
      'carl@plumbing.example',
      copies('carl@plumbing.example', 'Email'),
      '••••••••',
      "Carl's Plumbing",
      '07700 900123',
      copies('07700 900123', 'Phone'),
      'Local',
      LATE_IN_LONDON,
      button('Delete Carl Mason', 'Deleting...'),
      button('Reset Password of Carl Mason', 'Resetting...'),
    ]
    const screen = await read(ada.get('/admin/contractors'))
    expect(lacks(screen, ...items)).toEqual([])
    expect(
      screen.parts.filter(({ tag, attributes }) => tag === 'th' && attributes.scope === 'col').map(({ text }) => text),
    ).toEqual(['Name', 'Email', 'Password', 'Company', 'Phone', 'Auth Type', 'Created', 'Actions'])
  })

  test('what is not known of a contractor', async () => {
    await aContractor({ company: null, phone: null, authType: 'oidc', hashedPassword: null })
    const items = ['Independent', 'N/A', 'No password', 'External sign-in']
    const screen = await read(ada.get('/admin/contractors'))
    expect(lacks(screen, ...items)).toEqual([])
    const figures = [stat('Total Contractors', 2), stat('Local Authentication', 1), stat('With Companies', 1)]
    expect(lacks(screen, ...figures)).toEqual([])
  })

  test.each(['carl mas', 'plumbing.example', "carl's", '07700', 'nothing'])('searched for %s', async (words) => {
    const screen = await read(ada.get(`/admin/contractors?search=${encodeURIComponent(words)}`))
    const found = words !== 'nothing'
    expect(shows(screen, button('Delete Carl Mason'), 'No contractors match your search')).toEqual([
      found ? 'button Delete Carl Mason' : 'No contractors match your search',
    ])
  })

  test('without contractors', async () => {
    await db.delete(users).where(eq(users.id, cast.contractor.id))
    const items = ['No contractors yet', link('Create Contractor Account', '/admin/accounts?tab=contractor')]
    expect(lacks(await read(ada.get('/admin/contractors')), ...items)).toEqual([])
  })

  test('deleting says what becomes of the jobs', async () => {
    await aJob(cast, 'assigned')
    const text =
      'They can no longer sign in. Their name stays on past work. ' +
      'Their open job returns to pending. This action cannot be undone.'
    expect(lacks(await read(ada.get('/admin/contractors')), question(text, 'Delete'))).toEqual([])
  })

  test('a new password is shown once, to be copied', async () => {
    const path = `/admin/contractors/${cast.contractor.id}/reset-password`
    const asked =
      'A new password is made and shown once. Their old password and their sessions end; their passkeys stay.'
    expect(lacks(await read(ada.get('/admin/contractors')), question(asked, 'Reset Password'))).toEqual([])
    for (const answer of [
      ada.htmx(path, { method: 'POST', form: { confirmed: 'yes' } }),
      ada.submit(path, { confirmed: 'yes' }),
    ]) {
      const screen = await read(answer)
      const password = screen.parts.find(({ tag }) => tag === 'code')!.text
      expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/)
      expect(lacks(screen, copies(password, 'Password'))).toEqual([])
      expect(shows(await read(ada.get('/admin/contractors')), password)).toEqual([])
    }
  })
})

describe('Account Management', () => {
  const FRAME: Item[] = [
    heading('Account Management'),
    'Create secure user accounts for estate agents and contractors',
    button('Generate Secure Password'),
    field('Password', { type: 'password', placeholder: 'Minimum 6 characters' }),
    field('First Name'),
    field('Last Name'),
  ]

  const COMPANY_HINT = 'Their agency: certificates, fees and statements need it.'

  test('the tab Estate Agent, open first', async () => {
    const items: Item[] = [
      ...FRAME,
      tab('Estate Agent*'),
      tab('Contractor'),
      heading('Create Estate Agent Account'),
      'Estate agents log in with username + password.',
      COMPANY_HINT,
      field('Username'),
      button('Create Estate Agent Account', 'Creating...'),
    ]
    const screen = await read(ada.get('/admin/accounts'))
    expect(lacks(screen, ...items)).toEqual([])
    const contacts = [field('Email (Optional)', { type: 'email' }), field('Company (Optional)')]
    expect(lacks(screen, ...contacts, field('Phone (Optional)', { type: 'tel' }))).toEqual([])
    expect(shows(screen, field('Email', { type: 'email' }))).toEqual([])
  })

  test('the tab Contractor', async () => {
    const items: Item[] = [
      ...FRAME,
      tab('Estate Agent'),
      tab('Contractor*'),
      heading('Create Contractor Account'),
      'Contractors log in with email + password and receive job notifications.',
      field('Email', { type: 'email' }),
      field('Company (Optional)'),
      field('Phone (Optional)', { type: 'tel' }),
      button('Create Contractor Account', 'Creating...'),
    ]
    const screen = await read(ada.get('/admin/accounts?tab=contractor'))
    expect(lacks(screen, ...items)).toEqual([])
    expect(shows(screen, field('Username'), COMPANY_HINT)).toEqual([])
  })

  const NEW = { firstName: 'Nina', lastName: 'Ng', password: 'secret1' }

  test.each([
    ['estate-agent', { username: 'nina' }, 'Estate Agent', 'Username nina', 'nina', '/admin/accounts'],
    [
      'contractor',
      { email: 'nina@x.example' },
      'Contractor',
      'Email nina@x.example',
      'nina@x.example',
      '/admin/accounts?tab=contractor',
    ],
  ])('a new %s, from the form to Clear', async (path, credential, role, shown, identifier, clear) => {
    const screen = await read(ada.submit(`/admin/accounts/${path}`, { ...NEW, ...credential }))
    const items: Item[] = [
      heading('Account Created Successfully'),
      `Role ${role}`,
      'Name Nina Ng',
      shown,
      'Password secret1',
      copies(identifier, 'Credentials'),
      copies('secret1', 'Credentials'),
      'Please share these credentials securely. Passwords are hashed and cannot be retrieved later.',
      link('Clear', clear),
    ]
    expect([screen.status, lacks(screen, ...items)]).toEqual([201, []])
    expect(shows(await read(ada.get(clear)), 'Account Created Successfully', 'secret1')).toEqual([])
  })

  test('Generate Secure Password without JavaScript', async () => {
    const typed = { username: 'nina', firstName: 'Nina', generate: 'yes' }
    const screen = await read(ada.submit('/admin/accounts/estate-agent', typed))
    const password = screen.parts.find(({ attributes }) => attributes.name === 'password')!.attributes.value!
    expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/)
    expect(lacks(screen, field('Username', { value: 'nina' }), field('First Name', { value: 'Nina' }))).toEqual([])
  })

  test('estate agents, and accounts that wait for a role', async () => {
    await aNobody()
    const items: Item[] = [
      heading('Estate Agents'),
      button('Delete Olivia Hart'),
      button('Reset Password of Olivia Hart'),
      heading('Waiting for a Role'),
      'Nora Waits',
      choices('Estate Agent', 'Contractor*', 'Administrator'),
      button('Give Role to Nora Waits', 'Saving...'),
    ]
    expect(lacks(await read(ada.get('/admin/accounts')), ...items)).toEqual([])
  })
})

test.each(['/admin/contractors', '/admin/accounts'])('%s says nothing else to others', async (path) => {
  for (const somebody of [cast.agent, cast.contractor]) {
    const screen = await read((await signedInAs(somebody)).get(path))
    expect([screen.status, lacks(screen, heading('Access denied. Admin privileges required.'))]).toEqual([403, []])
    expect(shows(screen, 'Create Contractor Account', 'Total Contractors', badge('Contractor', 'blue'))).toEqual([])
  }
})
