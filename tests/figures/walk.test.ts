import { expect, test } from 'bun:test'
import { daysLater, today } from '#src/domain/dates.ts'
import { html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aBusyWorld } from './world.ts'

const cast = castOfEachTest()
const clients = {
  admin: signedInOfEachTest(cast, 'admin'),
  agent: signedInOfEachTest(cast, 'agent'),
  contractor: signedInOfEachTest(cast, 'contractor'),
}

const LINK = /<th scope="row">([^<]*)<\/th><td[^>]*><a class="map-link" href="([^"]*)">([^<]*)<\/a>/g

/** Each figure of the first period that leads somewhere. */
const linksIn = (page: string) =>
  [...page.matchAll(LINK)].map(([, label = '', href = '', text = '']) => ({
    ...{ label, text, href: href.replaceAll('&amp;', '&') },
  }))

const NOTHING = ['0', '£0.00', '–']

/** What should lead somewhere, and does not. */
const leadNowhere = (page: string) =>
  [...page.matchAll(/<th scope="row">([^<]*)<\/th><td[^>]*>([^<]+)<\/td>/g)].filter(
    ([, , text = '']) => !NOTHING.includes(text),
  )

/** '£1,940.00', '3 hours, of 12' or '34' */
const numberIn = (text: string): number => Number((/, of (.*)/.exec(text)?.[1] ?? text).replaceAll(/[£,]/g, ''))

const callOf = (href: string) => href.replace('/history?show=quotes&', '/quotes?').replace(/^\/(admin\/)?/, '/api/')

const rowsIn = (page: string): number =>
  page.match(/<li [^>]*class="card|<tr [^>]*id="(job|quote|invoice)/g)?.length ?? 0

const LED = ['Raised', 'Finished', 'Open at the end', 'In time', 'Late', 'Visits made', 'Nobody in'].concat(
  ...[
    'To finished, median',
    'To a decision, median',
    'All',
    'Waiting',
    'Withdrawn',
    'Value approved',
    'Invoices',
    'Visit fees',
    'Quote work',
  ],
)

test.each([
  ['admin', '/admin/figures'],
  ['agent', '/figures'],
  ['contractor', '/figures'],
] as const)('each figure of the %s counts what its list has, as page, CSV and call', async (role, path) => {
  await aBusyWorld(cast, clients.admin)
  const client = clients[role]
  const asked = [
    ['', 0],
    ['', 5],
    ['&contractorType=plumbing', 0],
    [`&contractor=${cast.contractor.id}`, 0],
    ['&agency=Rightway+Lettings', 0],
    ['&property=12+mill+lane+Guildford+GU13XY', 0],
  ] as const
  for (const [scope, ago] of asked) {
    const days = `from=${daysLater(today(), -50)}&to=${daysLater(today(), -ago)}${scope}`
    const page = await html(client.get(`${path}?${days}`))
    const links = linksIn(page)
    expect(leadNowhere(page)).toEqual([])
    const csv = await (await client.get(`/api/figures/export.csv?${days}`)).text()
    for (const { label, href, text } of links) {
      const shown = await html(client.get(href))
      const call = await client.get(callOf(href))
      const listed: { amount?: string }[] = await call.json()
      const sum = listed.reduce((pounds, { amount }) => pounds + Number(amount), 0)
      const found = text.startsWith('£') ? sum : Number(call.headers.get('x-total-count') ?? listed.length)
      expect([label, href, found]).toEqual([label, href, numberIn(text)])
      expect([label, href, rowsIn(shown)]).toEqual([label, href, listed.length])
      if (!text.includes(', of ')) expect(csv).toContain(`,${label.includes(',') ? `"${label}"` : label},${found}`)
    }
    const led = scope ? ['Raised', 'Visits made', 'All', 'Invoices'] : LED
    expect([scope, led.filter((name) => !links.some(({ label }) => label === name))]).toEqual([scope, []])
  }
})
