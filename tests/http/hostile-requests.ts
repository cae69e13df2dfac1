import type { WireRequest } from '#tests/support/wire.ts'

/** Stands in every text that a page might show as it is. */
export const MARK = 'zq7'

/** Random, and the same again for the same seed. */
export function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)]!
  return { chance: (share: number) => roll() < share, pick, upTo: (most: number) => Math.floor(roll() * (most + 1)) }
}
type Dice = ReturnType<typeof dice>

const MARKUP = [
  `${MARK}"'><img src=x onerror=${MARK}>`,
  `</textarea></title></script><script>${MARK}()</script>${MARK}'`,
  `javascript:${MARK}()`,
  `data:text/html,<script>${MARK}()</script>`,
  `{{${MARK}}} <hx-partial hx-target="body">${MARK}</hx-partial>`,
]
const ODD_TEXT = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202etxt.exe', '\u200b', '\ufeff', '\u2028', 'ﷺ'.repeat(200)],
  ...['null', 'undefined', '[object Object]', '__proto__', 'constructor', '%', '%%%', '%00', '%E0%A4', '\\', "'", '$1'],
  ...[
    "' or 1=1--",
    "'; drop table jobs; --",
    '{{7*7}}',
    '../../../etc/passwd',
    '..%2f..%2f',
    '/objects/../../x',
    '%_\\',
  ],
  ...['a\r\nset-cookie: injected=1', '\r\n\r\n<html>', '=cmd()', 'a'.repeat(300), 'é'.repeat(5000), 'x'.repeat(20_000)],
  ...[
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/api/logout',
    '/jobs?cursor=1',
    `/${'a'.repeat(3000)}`,
  ],
  ...[
    'a@b',
    `a@${'a.'.repeat(8000)}@`,
    '1'.repeat(400),
    '-1',
    '1e309',
    '0.001',
    '99999999.99',
    '100000000',
    '1,2,3',
    '１',
  ],
  ...['NaN', 'Infinity', '0000-00-00', '9999-12-31', '+275760-09-13', '2026-02-30', '10000-01-01', '-000001-01-01'],
]
export const TEXTS = [...MARKUP, ...ODD_TEXT]

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const DEEP = nested(30_000)

/** Values as JSON text, as no program would write them. */
const ODD_JSON = [
  ...['null', 'true', '0', '-1', '1e400', '1e21', '123456789012345678901234567890', '0.1', '[]', '{}', '[null]'],
  ...[
    '{"__proto__":{"role":"admin"}}',
    '{"$ne":""}',
    '["a",["b"]]',
    nested(40),
    ...[DEEP, DEEP, DEEP],
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[`[${'0,'.repeat(20_000)}0]`, `[${'"/objects/x",'.repeat(5000)}""]`],
]
const BROKEN_JSON = [
  '',
  '{',
  '[',
  '"',
  'null',
  '[]',
  '7',
  '{"a":',
  '{"a":1}}',
  '\ufeff{}',
  '{"a":"\\x"}',
  nested(40_000),
]

/** A form that some route takes, so that most checks are passed and what lies behind them is reached. */
const FIELDS: Record<string, string> = {
  ...{ estateAgentName: 'O', estateAgency: 'R', propertyName: 'Rose', propertyAddress: '1 Mill Lane', urgency: 'high' },
  ...{ issueDescription: 'The boiler is cold again.', accessNotes: 'Key', reason: 'Sold', role: 'contractor' },
  ...{
    workDone: 'Bled it',
    needsQuote: 'true',
    quoteAmount: '12.50',
    quoteDescription: 'New',
    notes: 'n',
    amount: '5',
  },
  ...{ materialsCost: '1', laborCost: '2', estimatedDuration: '1 day', validUntil: '2999-01-01', images: '' },
  ...{ confirmed: 'yes', back: '/jobs', next: '/jobs', from: 'dashboard', hardDelete: 'true', name: 'Script' },
  ...{ identifier: 'nobody@x.example', currentPassword: 'wrong!', newPassword: 'secret2', confirmPassword: 'secret2' },
  ...{ firstName: 'Nia', lastName: 'Cole', company: 'C', phone: '1', password: 'secret1', expiresAt: '2999-01-01' },
}

function fieldsOf({ pick, upTo, chance }: Dice, ids: readonly string[], unique: string): Record<string, string> {
  const account = { username: `nia${unique}`, email: `nia${unique}@cole.example`, contractorId: pick(ids) }
  const fields: Record<string, string> = { ...FIELDS, ...account }
  for (let round = upTo(3); round > 0; round--) fields[pick(Object.keys(fields))] = pick(TEXTS)
  if (chance(0.1)) fields[pick(TEXTS)] = pick(TEXTS)
  if (chance(0.2)) delete fields[pick(Object.keys(fields))]
  return fields
}

function jsonOf(dice: Dice, ids: readonly string[], unique: string): string {
  if (dice.chance(0.1)) return dice.pick(BROKEN_JSON)
  const parts = Object.entries(fieldsOf(dice, ids, unique)).map(([name, value]) => {
    const typed = name === 'needsQuote' ? 'true' : name === 'images' ? '[]' : JSON.stringify(value)
    return `${JSON.stringify(name)}:${dice.chance(0.06) ? dice.pick(ODD_JSON) : typed}`
  })
  return `{${parts.join(',')}}`
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
const PARAMETERS = ['search', 'status', 'cursor', 'tab', 'show', 'next', 'limit', 'w', 'hardDelete', 'signature', 'x']
const DAYS = [
  'from',
  'to',
  'createdFrom',
  'createdTo',
  'taxFrom',
  'taxTo',
  'updatedSince',
  'month',
  'period',
  'counted',
]
const EDGES = [
  ...['0000-01-01', '0001-01-01', '1900-01-01', '2999-12-31', '3000-01-01', '9999-12-01', '9999-12-31', '2026-11-30'],
  ...['0000-01', '9999-12', '2999-12', '0000', '1900', '9999', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00'],
  ...['raised,0000-01-01,9999-12-31', 'open,1900-01-01,2999-12-31'],
]
const CURSORS = ['999999999999999', '99999999999999', '0', '-1', '1e9', '0.x']

function queryOf({ pick, upTo, chance }: Dice, ids: readonly string[]): string {
  if (chance(0.4)) return ''
  const one = () => {
    const [name, value] = chance(0.3)
      ? ['cursor', `${pick(CURSORS)}.${pick(ids)}`]
      : chance(0.3)
        ? [pick(DAYS), pick(EDGES)]
        : [pick(PARAMETERS), pick(TEXTS).toWellFormed()]
    return `${name}=${chance(0.1) ? '%E0%A4%' : encodeURIComponent(value.slice(0, 2000))}`
  }
  return `?${Array.from({ length: 1 + upTo(4) }, one).join('&')}${chance(0.03) ? '&a'.repeat(3000) : ''}`
}

/** What a header may hold: one line of Latin-1. */
const line = (text: string) => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 3000)

const HEADERS: Record<string, readonly string[]> = {
  accept: ['', '*/*', 'application/json', 'text/html;q=0'],
  'accept-encoding': ['identity', '*;q=0', 'gzip;q=NaN', ',,,'],
  authorization: ['Bearer', 'Bearer ', `Bearer ${'a'.repeat(43)}`, 'Bearer \xff', 'bearer x', 'Basic YTpi', 'Digest x'],
  'content-encoding': ['gzip', 'br', 'identity', 'x'],
  expect: ['100-continue'],
  'hx-request': ['true', 'x'],
  'hx-request-type': ['partial', 'partial', 'full'],
  'hx-current-url': ['http://localhost/quotes?status=pending', 'http://x/__proto__', 'x', ...MARKUP],
  'hx-ptag': ['x', ...MARKUP],
  'idempotency-key': ['1', 'a'.repeat(2000), '\xff', ...MARKUP],
  'if-none-match': ['*', '"', 'W/""', '"a","b"'],
  origin: ['null', 'https://evil.example', 'http://localhost', 'x', ''],
  range: ['bytes=0-0', 'bytes=9-1', 'bytes=-1', 'x'],
  referer: ['http://localhost/jobs', 'x', 'http://localhost//evil.example', ...MARKUP],
  'sec-fetch-site': ['same-origin', 'cross-site', 'none', 'x'],
  'transfer-encoding': ['identity', 'gzip'],
  upgrade: ['websocket', 'h2c'],
  'user-agent': ['', '\xff\xfe', 'a'.repeat(2000)],
  'x-forwarded-for': ['1.2.3.4', 'x, y', "';--", 'a'.repeat(2000)],
  'x-http-method-override': ['DELETE'],
}
const COOKIES = [
  'session',
  'session=',
  'session=%',
  'toast=%7B',
  'toast=%257B%2522title%2522%253A1%257D',
  '=;=;',
  '\xff=1',
]
const TYPES = [
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  '',
  'image/png',
  ';',
]
const HOSTS = ['', 'a b', '[::1', '%', 'x:99999', 'a@b', 'evil.example', 'localhost#']

export type Hostile = WireRequest & { path: string; broken: boolean }
type Route = { method: string; path: string }
type Who = 'agent' | 'contractor' | 'admin' | 'nobody' | 'stranger'
/** Everybody's session, and the ids of what there is by the word before them in a path. */
export type Knowledge = { sessions: Record<Who, string | null>; ids: Record<string, readonly string[]> }

const EVERYBODY: readonly Who[] = ['agent', 'contractor', 'admin', 'nobody', 'stranger']
/** Whose routes these are: they get further than others. */
const AT_HOME: [Who, RegExp][] = [
  ['admin', /admin|contractors|estate-agents|users|emails|invoic|visits|\/(assign|unassign|cancel)$/],
  ['contractor', /\/visit|history|upload|\/(start|complete|mark-complete)$/],
  ['agent', /create-job|approve|decline|completed/],
]

/** One hostile request to a route. `unique` makes names that nobody has. */
export function hostileRequest(dice: Dice, route: Route, { sessions, ids }: Knowledge, unique: string): Hostile {
  const { pick, chance, upTo } = dice
  const every = Object.values(ids).flat()
  const path = route.path.replace(/([\w-]+)\/:\w+|\*/, (_, noun?: string) => {
    const known = (noun && ids[noun]) || every
    const part = chance(0.75) ? pick(known) : encodeURIComponent(pick(TEXTS).toWellFormed().slice(0, 2000))
    const odd = chance(0.04) ? pick(['%', '%E0%A4', '%2e%2e%2f%2e%2e', '..', '%00', ';', '//']) : part
    return `${noun ? `${noun}/` : ''}${odd}`
  })
  const target = path + queryOf(dice, every)
  // As everybody reads it: '/objects/..' is '/'.
  const read = URL.canParse(target, 'http://own.invalid') ? new URL(target, 'http://own.invalid').pathname : path
  const method = chance(0.85) ? route.method.replace('ALL', 'POST') : pick(METHODS)
  const host = chance(0.02) ? pick(HOSTS) : 'localhost'
  const [atHome] = AT_HOME.find(([, paths]) => paths.test(route.path)) ?? []
  const session = sessions[atHome && chance(0.6) ? atHome : pick(EVERYBODY)]
  const cookies = [...(session ? [`session=${session}`] : []), ...(chance(0.1) ? [pick(COOKIES)] : [])]
  const headers: [string, string][] = [
    ['Host', host],
    ...(cookies.length ? [['Cookie', cookies.join('; ')] as [string, string]] : []),
  ]
  for (let round = upTo(3); round > 0; round--) {
    const name = pick(Object.keys(HEADERS))
    if (!headers.some(([other]) => other === name)) headers.push([name, line(pick(HEADERS[name]!))])
  }
  const broken = headers.some(([name]) => name === 'transfer-encoding' || name === 'upgrade') || target.length > 12_000
  if (method === 'GET' || method === 'HEAD') return { method, target, headers, path: read, broken }

  const asJson = path.startsWith('/api')
  const text = asJson
    ? jsonOf(dice, every, unique)
    : new URLSearchParams(
        Object.entries(fieldsOf(dice, every, unique)).map(([name, value]) => [name, value.toWellFormed()]),
      ).toString()
  const body = Buffer.from(chance(0.02) ? text.padEnd(120_000) : text)
  const type = asJson ? 'application/json' : 'application/x-www-form-urlencoded'
  headers.push(['Content-Type', chance(0.08) ? pick(TYPES) : type])
  const lies = chance(0.02)
  headers.push(['Content-Length', String(lies ? body.byteLength + 1 + upTo(100) : body.byteLength)])
  return { method, target, headers, path: read, body, broken: broken || lies, breaksOff: lies }
}
