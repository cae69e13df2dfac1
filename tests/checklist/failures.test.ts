import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { captureLog } from '#tests/support/log.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aJob, quoteWork } from '#tests/support/world.ts'
import { heading, lacks, read, toastOf } from './reading.ts'

// What is said when something could not be done, and why. '!' is a destructive message.

const cast = castOfEachTest()

type Who = 'agent' | 'contractor' | 'admin'
type Deed = { who: Who; path: string; form?: Record<string, string> }
type Row = [said: string, deed: () => Promise<Deed>]

const yes = { confirmed: 'yes' }
const NEW = { firstName: 'Nina', lastName: 'Ng', password: 'secret1' }
const client = (who: Who) => signedInAs(cast[who])
const pendingQuote = async () => (await aJob(cast, 'quote_pending')).quotes[0]!.id
const completedVisit = async () => (await aJob(cast, 'completed')).visits[0]!.id

/** What somebody else has made impossible meanwhile, by the title under which it is told. */
const REFUSED: Row[] = [
  [
    '! Failed to Approve Quote / This quote is already declined.',
    async () => {
      const id = await pendingQuote()
      await declineQuote(cast.agent, id)
      return { who: 'agent', path: `/quotes/${id}/approve`, form: { ...yes, back: '/quotes' } }
    },
  ],
  [
    '! Failed to Decline Quote / This quote is already approved.',
    async () => {
      const id = await pendingQuote()
      await approveQuote(cast.agent, id)
      return { who: 'agent', path: `/quotes/${id}/decline`, form: { ...yes, back: '/' } }
    },
  ],
]

for (const [said, deed] of REFUSED) {
  test(said, async () => {
    const { who, path, form } = await deed()
    const somebody = await client(who)
    expect(await toastOf(somebody.submit(path, form))).toBe(said)
    const live = await somebody.htmx(path, { method: 'POST', form: form! })
    expect([live.status, await toastOf(live)]).toEqual([409, said])
  })
}

test('! Failed to complete job', async () => {
  const { work } = await quoteWork(cast)
  const carl = await client('contractor')
  const form = { confirmed: 'yes' }
  await carl.submit(`/jobs/${work.id}/mark-complete`, form)
  const said = await toastOf(carl.htmx(`/jobs/${work.id}/mark-complete`, { method: 'POST', form }))
  expect(said).toStartWith('! Failed to complete job / This is no longer possible')
})

describe('a sign-in that fails', () => {
  test('by the account', async () => {
    for (const identifier of [cast.agent.username!, 'nobody-at-all']) {
      const screen = await read(stranger.submit('/login', { identifier, password: 'wrong' }))
      expect([screen.status, lacks(screen, heading('Login Failed'), 'Invalid credentials')]).toEqual([401, []])
    }
  })
})

test('one who is signed out is sent to sign in', async () => {
  expect((await stranger.htmx('/jobs')).status).toBe(401)
  expect((await stranger.post('/api/jobs', {})).status).toBe(401)
  expect(await refusalOf(stranger.get('/api/jobs'))).toEqual({ message: 'Unauthorized' })
})

describe('what nobody foresaw', () => {
  const logged = captureLog()
  beforeEach(() => logged.clear())
  afterAll(logged.stop)

  /** From now on the database takes no change that concerns a user: every change does. */
  async function breakTheDatabase() {
    await db.execute(sql`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$`)
    await db.execute(sql`
      create trigger fail before insert or update or delete on users for each row execute function fail()`)
  }
  afterEach(async () => {
    await db.execute(sql`drop function if exists fail cascade`)
  })

  const FAILURES: [title: string, who: Who, path: (id: string) => string, form?: Record<string, string>][] = [
    ['Failed to Delete Job', 'agent', (id) => `/jobs/${id}/delete`],
    ['Failed to Delete Job', 'admin', (id) => `/admin/jobs/${id}/delete`],
    ['Failed to Approve Quote', 'agent', (id) => `/quotes/${id}/approve`],
    ['Failed to Decline Quote', 'agent', (id) => `/quotes/${id}/decline`],
    ['Failed to Delete Jobs', 'agent', () => '/completed-jobs/delete-all'],
    ['Failed to Delete Contractor', 'admin', () => `/admin/contractors/${cast.contractor.id}/delete`],
    ['Failed to Reset Password', 'admin', () => `/admin/contractors/${cast.contractor.id}/reset-password`],
    ['Failed to Create Account', 'admin', () => '/admin/accounts/estate-agent', { ...NEW, username: 'nina' }],
  ]

  for (const [title, who, path, form] of FAILURES) {
    test(`${title}, of the ${who}`, async () => {
      const job = await aJob(cast, title.endsWith('Quote') ? 'quote_pending' : 'completed')
      const somebody = await client(who)
      await breakTheDatabase()
      const at = path(title.endsWith('Quote') ? job.quotes[0]!.id : job.id)
      const body = { ...yes, back: '/', ...form }
      const words = 'Something went wrong. Please try again.'
      const screen = await read(somebody.submit(at, body))
      expect([screen.status, lacks(screen, heading(title), words)]).toEqual([500, []])
      const live = await somebody.htmx(at, { method: 'POST', form: body })
      expect([live.status, await toastOf(live)]).toEqual([500, expect.stringContaining(`! ${title} / ${words}`)])
      // The cause is for the log alone, and what people have typed is not for the log.
      expect(screen.html).not.toContain('the disk is full')
      expect(logged.events().length).toBe(2)
      const log = logged.text()
      expect(log).toContain('the disk is full')
      expect(log).toMatch(/\\n +at .*drizzle/)
      expect(log).not.toMatch(/params|argon2|nina/)
    })
  }
})

test('no invoice is made twice, and that is said', async () => {
  const id = await completedVisit()
  const ada = await client('admin')
  const form = { amount: '60' }
  await ada.submit(`/admin/visits/${id}/invoice`, form)
  const again = await ada.htmx(`/admin/visits/${id}/invoice`, { method: 'POST', form })
  expect(await toastOf(again)).toBe('! No longer possible / This visit is already invoiced.')
  expect(await db.$count(invoices)).toBe(1)
})
