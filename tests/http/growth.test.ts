import { expect, test } from 'bun:test'
import type { TObject } from '@sinclair/typebox'
import { isToken, tokenOf } from '#src/access/bearer.ts'
import { clientIpOf } from '#src/access/client-ip.ts'
import { readCookie } from '#src/access/cookies.ts'
import { ownPath, requireSameOrigin } from '#src/access/same-origin.ts'
import { identityOf } from '#src/accounts/external/identity.ts'
import * as accountInput from '#src/accounts/input.ts'
import { isDay } from '#src/domain/dates.ts'
import { isAddress, mailbox } from '#src/domain/email/address.ts'
import { parsePounds } from '#src/domain/money.ts'
import { readCursor } from '#src/http/cursor.ts'
import { assets } from '#src/http/first-load/assets.ts'
import { check } from '#src/http/input.ts'
import { pageOf, queryText } from '#src/http/query.ts'
import { csvCell } from '#src/http/respond/csv.ts'
import { frameOf } from '#src/http/respond/respond.tsx'
import { isUuid } from '#src/http/uuid.ts'
import * as jobInput from '#src/jobs/input.ts'
import { isTypedOf, typedAddress } from '#src/jobs/search/typed-address.ts'
import * as messageInput from '#src/messages/input.ts'
import { photoIdIn } from '#src/photos/attach.ts'
import { bareReason } from '#src/runtime/log.ts'
import { stackOf } from '#src/runtime/reason.ts'
import * as visitInput from '#src/visits/input.ts'
import { assetUrl } from '#views/assets.ts'
import { emailValues } from '#views/emails/values.ts'
import { excerpt, oneLine } from '#views/ui/text.ts'

// Whatever reads what a stranger or a user sent takes as long for one long text as for eight that are an eighth of it,
// not eight times as long.

const SMALL = 12_500
const LARGE = 100_000
/** Far from 1, farther from 8. */
const MAX_TIMES = 3

const requestWith = (header: string) => (text: string) =>
  // Headers hold one line of Latin-1.
  new Request('http://localhost/api/jobs', { headers: { [header]: text.replace(/[^\x20-\xff]/g, ' ') } })
const header = (name: string, read: (request: Request) => unknown) => {
  const request = requestWith(name)
  return (text: string) => read(request(text))
}
const fields = (schema: TObject) => (text: string) =>
  check(schema, Object.fromEntries(Object.keys(schema.properties).map((name) => [name, text])))
const schemas = Object.entries({ ...accountInput, ...jobInput, ...messageInput, ...visitInput }).flatMap(
  ([name, schema]) => (typeof schema === 'object' ? [[`the body ${name}`, fields(schema)] as const] : []),
)
const ofAsset = (name: string) => (text: string) => {
  const headers = requestWith(name)(text).headers
  return assets.handle(new Request(`http://localhost${assetUrl('app.js')}`, { headers }))
}
const email = (text: string) => {
  const messages = [{ from: text, text }]
  const line = { heading: text, title: text, late: text, text, path: '/jobs' }
  const waiting = { count: 2, lines: [line] }
  const ours: Record<string, unknown> = { path: '/jobs', urgency: 'high', jobType: 'visit', messages, waiting }
  const content = new Proxy({}, { get: (_, name) => ours[String(name)] ?? text })
  return emailValues(content as Parameters<typeof emailValues>[0], 'http://localhost')
}
const failing = (text: string) => Object.assign(new Error('x'), { stack: `Error: ${text}\n    at a (b.ts:1:1)` })

const TYPED = typedAddress('a b c d e f g h i j k l m n gu1 4ab')!

const PARSERS: Record<string, (text: string) => unknown> = {
  'an asset’s Accept-Encoding': ofAsset('accept-encoding'),
  'an asset’s If-None-Match': ofAsset('if-none-match'),
  'the token of Authorization': header('authorization', tokenOf),
  'the token of Bearer': (text) => header('authorization', tokenOf)(`Bearer${text}`),
  'a token': isToken,
  'a cookie': header('cookie', (request) => readCookie(request, 'session')),
  'the toast of a cookie': (text) => header('cookie', (request) => frameOf(request, null))(`toast=${text}`),
  'an Origin': header('origin', (request) => {
    try {
      requireSameOrigin(new Request(request, { method: 'POST' }))
    } catch {}
  }),
  'X-Forwarded-For': header('x-forwarded-for', (request) => clientIpOf(request, null, true)),
  'HX-Current-URL': (text) => header('hx-current-url', pageOf)(`http://localhost/${text}`),
  'a next page': (text) => ownPath(`/${text}`),
  'a search': queryText,
  'a cursor': (text) => [readCursor(text), readCursor(`1.${text}`)],
  'an id': isUuid,
  'an amount': (text) => [parsePounds(text), parsePounds(`£${text}`), parsePounds(`1${text}.`)],
  'a day': isDay,
  'a photo’s path': (text) => [photoIdIn(text), photoIdIn(`https://x/${text}`)],
  ...Object.fromEntries(schemas),
  'what a provider says of somebody': (text) =>
    identityOf({ sub: 'a', email: text, email_verified: true, name: text, given_name: text }, 'http://localhost'),
  'an address of mail': isAddress,
  'a mailbox': (text) => [mailbox(text), mailbox(`${text}<a@b.example>`), mailbox(`"${text}" <`)],
  'the values of an e-mail': email,
  'a cell of CSV': csvCell,
  'a text cut short': (text) => [excerpt(text), excerpt(text, text.length - 1)],
  'an address in one line': oneLine,
  'an address beside what is typed': (text) => isTypedOf(TYPED, `${text} gu1 4ab`),
  'the places of an error': (text) => stackOf(failing(text)),
  'the reason of an error': (text) => bareReason(new Error(text)),
}

const PIECES = [
  ...[' ', '\t', '\n', ' \n', ',', ' ,', ';', ' ; ', '"', '<', '\\', '%41', 'a', 'a ', 'a.', '@', '1', '1,', '1,000'],
  ...['-', '/', '=', ':', '=?UTF-8?Q?', '\n at ', '\n    at x', '{{', '\u00a0', 'é'],
]
const ENDS: [string, string][] = [
  ['', ''],
  ['1a@', '@!'],
]

/** Of this thread's clock, in milliseconds: what runs shorter may take none of its time, or a whole one. */
const TICK = 4

/** In this thread's milliseconds, and two ticks, which hide what the clock makes of microseconds. */
async function cost(parse: (text: string) => unknown, text: string, times: number): Promise<number> {
  const began = process.threadCpuUsage()
  for (let time = 0; time < times; time++) await parse(text)
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000 + 2 * TICK
}

/** How many times as long one long text takes as the short ones. What compiling and collecting took of the time is found by trying again. */
async function growth(parse: (text: string) => unknown, small: string, large: string): Promise<number> {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 20; round++) {
    least = Math.min(least, await cost(parse, small, LARGE / SMALL))
    most = Math.min(most, await cost(parse, large, 1))
    if (most / least <= MAX_TIMES || most > 1000) break
  }
  return most / least
}

for (const [name, parse] of Object.entries(PARSERS))
  test(`${name}: time grows with length`, async () => {
    for (const piece of PIECES)
      for (const [before, after] of ENDS) {
        const [small, large] = [SMALL, LARGE].map((size) => before + piece.repeat(size / piece.length) + after)
        const times = await growth(parse, small!, large!)
        if (times > MAX_TIMES) expect(`${JSON.stringify(before + piece)}… ${times.toFixed()}`).toBe('linear')
      }
  })
