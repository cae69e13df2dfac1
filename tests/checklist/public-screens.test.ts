import { describe, expect, test } from 'bun:test'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aNobody, anAgent } from '#tests/support/world.ts'
import { button, field, heading, headingOf, type Item, lacks, link, read } from './reading.ts'

// What is to be read without an account. One row an item: where it stands, and what it says.

const LEGAL_LINKS = [
  link('Privacy Policy', '/privacy-policy'),
  link('Terms and Conditions', '/terms-conditions'),
  link('Cookie Policy', '/cookie-policy'),
]

test('Landing', async () => {
  const items: Item[] = [
    // The pitch.
    'Submit jobs, track progress and approve quotes',
    'Quote first, fix later',
    'live updates',
    'on any phone',
    // The ways in.
    link('Get Started', '/login'),
    link('Login', '/login'),
    // The three cards.
    heading('Easy Job Requests'),
    heading('Seamless Contractor Tracking'),
    heading('Clear Reporting'),
    // The three steps.
    heading('Submit a request'),
    heading('Inspect and quote'),
    heading('Approve and get it done'),
    // The foot.
    ...LEGAL_LINKS,
    'Payment is directly between agent and contractor',
  ]
  expect(lacks(await read(stranger.get('/')), ...items)).toEqual([])
})

test('Login', async () => {
  const items: Item[] = [
    heading('Login'),
    field('Email or Username', { type: 'text' }),
    field('Password', { type: 'password' }),
    button('Show password'),
    'Contractors use email and password, estate agents use username and password.',
    button('Login', 'Logging in...'),
    link('Back to Home', '/'),
    ...LEGAL_LINKS,
  ]
  expect(lacks(await read(stranger.get('/login')), ...items)).toEqual([])
})

describe('messages', () => {
  test('a path that is no screen', async () => {
    const screen = await read(stranger.get('/no/such/screen'))
    expect([screen.status, headingOf(screen)]).toEqual([404, '404 Page Not Found'])
    expect(lacks(screen, link('Back to Home', '/'))).toEqual([])
  })

  test('an account without a role', async () => {
    const screen = await read((await signedInAs(await aNobody())).get('/'))
    expect(headingOf(screen)).toBe('User role not found. Please refresh the page.')
    expect(lacks(screen, link('Refresh Page', ''), link('Log Out', '/api/logout'))).toEqual([])
  })

  test('a refusal by role', async () => {
    const screen = await read((await signedInAs(await anAgent())).get('/admin/accounts'))
    expect(headingOf(screen)).toBe('Access denied. Admin privileges required.')
    // Nothing of the screen itself.
    expect(screen.words).not.toContain('Create secure user accounts')
  })
})

const LEGAL: Record<string, Item[]> = {
  '/privacy-policy': [
    heading('Privacy Policy'),
    // UK data protection law.
    'UK General Data Protection Regulation',
    'Data Protection Act 2018',
    // Retention.
    'Account data: until the account is deleted, and 7 years after that.',
    'Job records: 7 years.',
    'Communications: 3 years.',
    'Technical data: 2 years.',
    'at least 18 years old',
    'Photos of a visit are deleted for good when its quote is approved.',
    ...LEGAL_LINKS,
  ],
  '/terms-conditions': [
    heading('Terms and Conditions'),
    'You must be at least 18 years old.',
    'Payment is directly between agent and contractor.',
    'pounds sterling',
    'UK data protection law',
    'The law of England and Wales governs these terms',
    'An administrator creates your account.',
    ...LEGAL_LINKS,
  ],
  '/cookie-policy': [
    heading('Cookie Policy'),
    'Essential cookies, up to 30 days',
    'Preference cookies, up to 1 year',
    'Analytics cookies, up to 2 years',
    'Security cookies, up to 90 days',
    'UK data protection law',
    ...LEGAL_LINKS,
  ],
}

test.each(Object.entries(LEGAL))('%s', async (path, items) => {
  const everywhere = ['Last updated: January 2025', link('Back to Home', '/')]
  expect(lacks(await read(stranger.get(path)), ...items, ...everywhere)).toEqual([])
  const signedIn = await read((await signedInAs(await anAgent())).get(path))
  expect(lacks(signedIn, ...everywhere, 'Logged in as')).toEqual([])
})
