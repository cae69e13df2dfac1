import { expect, test } from 'bun:test'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import type { Cast } from '#tests/support/world.ts'
import { aCast, aContractor, aJob, aNobody, anAgent, finishedQuoteWork } from '#tests/support/world.ts'
import { headingOf, read } from './reading.ts'

// The map of routes by who asks. 'word' is a page with that heading; '→ path' a redirect; '403 word' a refusal.

const NO_ROLE = '403 User role not found. Please refresh the page.'
const ADMIN_ONLY = '403 Access denied. Admin privileges required.'
const MAY_NOT = '403 You may not do this.'
const NOT_FOUND = '404 404 Page Not Found'

type Row = [path: string, agent: string, contractor: string, admin: string, stranger: string]

const SCREENS: Row[] = [
  ['/', 'Hello, Olivia', 'Hello, Carl', 'Admin Dashboard', 'Property repairs without the chasing'],
  ['/dashboard', '→ /', '→ /', '→ /', '→ /'],
  ['/login', '→ /', '→ /', '→ /', 'Login'],
  ['/privacy-policy', 'Privacy Policy', 'Privacy Policy', 'Privacy Policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms and Conditions', 'Terms and Conditions', 'Terms and Conditions', 'Terms and Conditions'],
  ['/cookie-policy', 'Cookie Policy', 'Cookie Policy', 'Cookie Policy', 'Cookie Policy'],
  ['/create-job', 'Create Job', MAY_NOT, MAY_NOT, '→ /login?next=%2Fcreate-job'],
  ['/jobs', 'My Jobs', 'Your Jobs', '→ /admin/jobs', '→ /login?next=%2Fjobs'],
  ['/completed-jobs', 'Completed Jobs', 'Completed Jobs', '→ /admin/jobs', '→ /login?next=%2Fcompleted-jobs'],
  ['/quotes', 'Quote Approvals', '→ /history', '→ /admin/quotes', '→ /login?next=%2Fquotes'],
  ['/visits', 'Visits', 'Visits', 'Visits', '→ /login?next=%2Fvisits'],
  ['/profile', 'Profile', 'Profile', 'Profile', '→ /login?next=%2Fprofile'],
  ['/visit', MAY_NOT, 'Log Visit', MAY_NOT, '→ /login?next=%2Fvisit'],
  ['/history', MAY_NOT, 'History', MAY_NOT, '→ /login?next=%2Fhistory'],
  ['/admin/jobs', ADMIN_ONLY, ADMIN_ONLY, 'All Jobs', '→ /login?next=%2Fadmin%2Fjobs'],
  ['/admin/quotes', ADMIN_ONLY, ADMIN_ONLY, 'All Quotes', '→ /login?next=%2Fadmin%2Fquotes'],
  ['/admin/quote-work', ADMIN_ONLY, ADMIN_ONLY, 'All Quote Work', '→ /login?next=%2Fadmin%2Fquote-work'],
  ['/admin/contractors', ADMIN_ONLY, ADMIN_ONLY, 'Contractors', '→ /login?next=%2Fadmin%2Fcontractors'],
  ['/admin/accounts', ADMIN_ONLY, ADMIN_ONLY, 'Account Management', '→ /login?next=%2Fadmin%2Faccounts'],
  ['/certificates/new', 'Add Certificate', MAY_NOT, 'Add Certificate', '→ /login?next=%2Fcertificates%2Fnew'],
  ['/nowhere', NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND],
  ['/admin/nowhere', NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND],
]

/** Open to everybody, whoever they are and whether or not they have a role. */
const OPEN = ['/dashboard', '/login', '/privacy-policy', '/terms-conditions', '/cookie-policy']

async function answerOf(client: Client, path: string): Promise<string> {
  const screen = await read(client.get(path))
  if (screen.location) return `→ ${screen.location}`
  return screen.status === 200 ? headingOf(screen) : `${screen.status} ${headingOf(screen)}`
}

for (const [path, ...expected] of SCREENS)
  test(path, async () => {
    const { agent, contractor, admin } = await aCast()
    const clients = [await signedInAs(agent), await signedInAs(contractor), await signedInAs(admin), stranger]
    const answers = await Promise.all(clients.map((client) => answerOf(client, path)))
    expect(answers).toEqual(expected)
    const nobody = await answerOf(await signedInAs(await aNobody()), path)
    expect(nobody).toBe(OPEN.includes(path) ? expected[0] : NO_ROLE)
  })

type Thing = 'job' | 'work' | 'quote' | 'mine'

/** Screens of one thing, as its agent, its contractor, another agent, another contractor and an administrator see it. */
const THINGS: [path: string, of: Thing, ...expected: [string, string, string, string, string]][] = [
  ['/jobs/:id', 'job', 'Rose Cottage', 'Rose Cottage', NOT_FOUND, NOT_FOUND, '→ /admin/jobs/:id'],
  [
    '/quotes/:id',
    'quote',
    'Quote for Rose Cottage',
    'Quote for Rose Cottage',
    NOT_FOUND,
    NOT_FOUND,
    '→ /admin/quotes/:id',
  ],
  ['/visit/:id', 'mine', MAY_NOT, 'Log Visit', MAY_NOT, NOT_FOUND, MAY_NOT],
  ['/admin/jobs/:id', 'job', ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, 'Rose Cottage'],
  ['/admin/jobs/:id/history', 'job', ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, /^History of JOB-\d{6}$/.source],
  ['/admin/quotes/:id', 'quote', ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, 'Quote for Rose Cottage'],
  ['/admin/quote-work/:id', 'work', ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, ADMIN_ONLY, 'Rose Cottage'],
]

async function things(cast: Cast): Promise<Record<Thing, string>> {
  const { parent, work, quote } = await finishedQuoteWork(cast)
  const mine = await aJob(cast, 'assigned')
  return { job: parent.id, work: work.id, quote: quote.id, mine: mine.id }
}

for (const [path, of, ...expected] of THINGS)
  test(`${path} of a ${of}`, async () => {
    const cast = await aCast()
    const { [of]: id } = await things(cast)
    const strangers = [await anAgent(), await aContractor()]
    const people = [cast.agent, cast.contractor, ...strangers, cast.admin]
    const at = path.replace(':id', id)
    for (const [index, wanted] of expected.entries()) {
      const answer = await answerOf(await signedInAs(people[index]!), at)
      if (wanted.startsWith('^')) expect(answer).toMatch(new RegExp(wanted))
      else expect(answer).toBe(wanted.replace(':id', id))
    }
    expect(await answerOf(stranger, at)).toBe(`→ /login?next=${encodeURIComponent(at)}`)
    expect(await answerOf(await signedInAs(await aNobody()), at)).toBe(NO_ROLE)
  })

test.each([
  ['/api/login', '→ /login'],
  ['/api/logout', '→ /'],
])('%s is a redirect, not a screen', async (path, expected) => {
  expect(await answerOf(stranger, path)).toBe(expected)
})

test.each(['/jobs', '/visit', '/admin/jobs', '/profile'])(
  'a next page at another site is not followed from %s',
  async (path) => {
    const screen = await read(stranger.get(`/login?next=${encodeURIComponent('https://evil.example')}`))
    expect(screen.html).not.toContain('evil.example')
    const kept = await read(stranger.get(`/login?next=${encodeURIComponent(path)}`))
    expect(kept.html).toContain(`name="next" value="${path}"`)
  },
)
