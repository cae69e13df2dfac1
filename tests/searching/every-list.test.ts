import { beforeEach, describe, expect, test } from 'bun:test'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, type Cast, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'

// One way of searching, on every list and call that searches.

const LONG = { propertyName: 'Rose Cottage', propertyAddress: '12 Mill Road, Guildford GU1 3XY' }
const SHORT = { propertyName: 'Rose Cottage', propertyAddress: '14 Mill Rd., Guildford GU1 3XZ' }

/** What stands in every list twice: once with a long and once with a short form in its address. */
async function world(): Promise<Cast> {
  const cast = await aCast()
  for (const job of [LONG, SHORT]) {
    await aJob(cast, 'quote_pending', { job })
    await finishedQuoteWork(cast, { job })
    const { visits } = await aJob(cast, 'completed', { job })
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    const { id } = await aJob(cast, 'assigned', { job })
    await writeMessage(cast.contractor, id, { text: 'Who has the key?' })
  }
  return cast
}

let cast: Cast
let admin: Client
beforeEach(async () => {
  cast = await world()
  admin = await signedInAs(cast.admin)
})

const OF_JOBS = [
  '/api/jobs',
  '/api/jobs/completed',
  '/api/quotes',
  '/api/quotes/pending',
  '/api/quote-work-invoicing',
  '/api/contractor-visits-invoicing',
  '/api/invoiced-items',
  '/api/visits',
  '/api/invoices',
  '/api/messages',
]
const CSV = [
  '/api/jobs/export.csv',
  '/api/quotes/export.csv',
  '/api/contractor-visits-invoicing/export.csv',
  '/api/invoiced-items/export.csv',
  '/api/invoices/export.csv',
  '/api/visits/export.csv',
  '/admin/jobs/export.csv',
  '/admin/quotes/export.csv',
]
const PAGES = [
  ['admin', '/admin/jobs'],
  ['admin', '/admin/quotes'],
  ['admin', '/admin/quote-work'],
  ['admin', '/admin/messages'],
  ['agent', '/messages'],
  ['contractor', '/messages'],
  ['agent', '/jobs'],
  ['agent', '/quotes'],
  ['contractor', '/jobs'],
  ['contractor', '/visit'],
] as const

const at = (path: string, search: string) =>
  `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`
const asked = async (client: Client, path: string, search: string) => {
  const response = await client.get(at(path, search))
  const searchedFor = response.headers.get('x-searched-for')
  return { text: await response.text(), searchedFor: searchedFor && decodeURI(searchedFor) }
}

describe('a list of what hangs on jobs', () => {
  test('answers a word with a typing error, at once, and says for what it searched', async () => {
    for (const path of [...OF_JOBS, ...CSV]) {
      const right = await asked(admin, path, 'guildford')
      const { text, searchedFor } = await asked(admin, path, 'guilfdord')
      expect([path, searchedFor, text]).toEqual([path, 'guildford', right.text])
      expect([path, right.searchedFor, text.includes('Mill R')]).toEqual([path, null, true])
      expect([path, (await asked(admin, path, 'zzyzxq')).searchedFor]).toEqual([path, null])
    }
    const file = await asked(admin, '/api/invoices/export.csv?for=quickbooks&as=bills', 'guilfdord')
    expect([file.searchedFor, file.text.trim().split('\n').length > 1]).toEqual(['guildford', true])
    for (const [who, path] of PAGES) {
      const { text } = await asked(await signedInAs(cast[who]), path, 'guilfdord')
      const said = 'Nothing matches “guilfdord”. Showing “guildford”.'
      expect([path, text.includes(said), text.includes('Rose Cottage')]).toEqual([path, true, true])
    }
  })

  test('tells in a status that is always there how many are shown, where no other status does', async () => {
    for (const [who, path] of PAGES) {
      const client = await signedInAs(cast[who])
      const told = async (search: string) =>
        /<p id="searched"[^>]* role="status">([^<]*)</.exec((await asked(client, path, search)).text)?.[1]
      const isTold = !['/admin/jobs', '/admin/quotes', '/admin/quote-work'].includes(path)
      expect([path, await told(''), await told('zzyzxq')]).toEqual([path, '', isTold ? 'None found' : ''])
      expect([path, await told('mill')]).toEqual([path, isTold ? expect.stringMatching(/^\d+ shown$/) : ''])
    }
  })

  test('finds short forms of addresses by the long ones and the reverse', async () => {
    for (const path of [...OF_JOBS, ...CSV])
      for (const search of ['mill road', 'mill rd', 'Rd. Mill']) {
        const { text } = await asked(admin, path, search)
        expect([path, search, text.includes('12 Mill Road'), text.includes('14 Mill Rd.')]).toEqual([
          ...[path, search, true, true],
        ])
      }
    for (const [who, path] of PAGES)
      for (const search of ['mill road', 'mill rd']) {
        const { text } = await asked(await signedInAs(cast[who]), path, search)
        const count = text.split('Rose Cottage').length
        const all = (await asked(await signedInAs(cast[who]), path, 'mill')).text.split('Rose Cottage').length
        expect([path, search, count]).toEqual([path, search, all])
      }
  })

  test('finds by property, agency, contractor, and postcode with and without its space', async () => {
    for (const path of [...OF_JOBS, ...CSV])
      for (const search of ['GU13XY', 'gu1 3xy', 'Rose Cottage gu13xy', 'Rightway GU1-3XY', 'mason gu13xy']) {
        const { text } = await asked(admin, path, search)
        const found = [text.includes('12 Mill Road'), text.includes('14 Mill Rd.')]
        expect([path, search, ...found]).toEqual([path, search, true, false])
      }
  })
})

test('the address that a page of corrected jobs leaves to many at once finds the same jobs', async () => {
  const form = { all: 'yes', back: '/admin/jobs?search=guilfdord&status=assigned' }
  const text = await (await admin.submit('/admin/jobs/cancel', form)).text()
  expect(text).toContain('Cancel 2 Jobs')
})

describe('a list of people', () => {
  const PEOPLE = [
    ['/api/contractors', '/admin/contractors', { 'carl masno': 'carl mason', plubming: 'plumbing' }],
    ['/api/estate-agents', '/admin/accounts', { 'olivia rightwya': 'olivia rightway', letings: 'lettings' }],
  ] as const

  test('answers a word with a typing error, at once, and says for what it searched', async () => {
    for (const [path, page, searches] of PEOPLE)
      for (const [typed, meant] of Object.entries(searches)) {
        for (const call of [path, `${path}/export.csv`]) {
          const { text, searchedFor } = await asked(admin, call, typed)
          expect([call, typed, searchedFor, text]).toEqual([call, typed, meant, (await asked(admin, call, meant)).text])
          expect(text).toContain('example')
        }
        const { text } = await asked(admin, page, typed)
        expect([page, text.includes(`Nothing matches “${typed}”. Showing “${meant}”.`)]).toEqual([page, true])
      }
    const { searchedFor, text } = await asked(admin, '/api/administrators', 'fetlte')
    expect([searchedFor, text.includes('fettle.example')]).toEqual(['fettle', true])
  })

  test('knows the words of a change as soon as it is made', async () => {
    await admin.patch(`/api/users/${cast.contractor.id}`, { company: 'Zephyr Drains' })
    expect((await asked(admin, '/api/contractors', 'zehpyr')).searchedFor).toBe('zephyr')
  })

  test('whom to give a job to is found with a typing error, in the call and in the form', async () => {
    const job = await aJob(cast)
    const path = `/api/jobs/${job.id}/contractors`
    const { text, searchedFor } = await asked(admin, path, 'masno plumbing')
    expect([searchedFor, text.includes(cast.contractor.id)]).toEqual(['mason plumbing', true])
    const form = await (await admin.htmx(at(`/admin/jobs/${job.id}/assign`, 'masno'))).text()
    expect(form).toContain('Nothing matches “masno”. Showing “mason”.')
    expect(form).toContain(cast.contractor.id)
    expect((await asked(admin, path, '%')).text).toBe('[]')
  })
})

test('a correction leads no agent to a word that only others’ jobs have', async () => {
  const { id } = (await quoteWork({ ...cast, agent: await anAgent() }, { job: { propertyName: 'Foreign Towers' } }))
    .parent
  expect(id).toBeString()
  const agent = await signedInAs(cast.agent)
  for (const path of ['/api/jobs', '/api/quotes', '/jobs', '/quotes']) {
    const { text, searchedFor } = await asked(agent, path, 'towres')
    expect([path, searchedFor, text.toLowerCase().includes('towers')]).toEqual([path, null, false])
  }
})
