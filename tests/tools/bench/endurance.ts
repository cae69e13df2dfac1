import { bmp } from '#tests/photos/pictures.ts'
import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { Client, type Reply, requestTo } from './client.ts'
import { AGENTS, newJob, pollOf } from './dashboards.ts'
import { median, quantile } from './load.ts'
import { type Child, residentMegabytes } from './server.ts'
import { number, type Row } from './table.ts'

type Kind = 'poll' | 'list' | 'search' | 'write' | 'photo'
/** Of a hundred requests. */
const SHARES: Record<Kind, number> = { poll: 70, list: 16, search: 8, write: 5, photo: 1 }
const CONNECTIONS = 16
const ENCODING = { 'accept-encoding': 'gzip, deflate, br, zstd' }

const as = (role: 'agent' | 'contractor' | 'admin', number = 1) => ({
  ...ENCODING,
  cookie: `session=${tokenOf(role, number)}`,
})

const get = (role: 'agent' | 'contractor' | 'admin', path: string) => (turn: number) =>
  requestTo(path, { headers: as(role, role === 'admin' ? 1 : 1 + (turn % 50)) })
const LISTS = [
  get('agent', '/jobs'),
  get('agent', '/quotes'),
  get('contractor', '/jobs'),
  get('contractor', '/history'),
  get('admin', '/admin/jobs'),
  get('admin', '/'),
  get('agent', '/api/jobs?limit=50'),
]
const SEARCHES = [
  get('agent', '/jobs?search=cottage'),
  get('contractor', '/jobs?search=lane'),
  get('admin', '/admin/jobs?search=JOB-009123'),
  get('admin', '/admin/jobs?search=cotage'),
  get('admin', '/admin/jobs?search=rose+mill'),
]

const insist = (reply: Reply, what: string): Reply => {
  if (reply.status >= 300) throw new Error(`${what} answered ${reply.status}: ${reply.body.toString().slice(0, 500)}`)
  return reply
}

/** As large as a phone sends them, with something to see in every part. */
const photoOf = (): Promise<Buffer> =>
  new Bun.Image(bmp(1600, 1200, (x, y) => [x & 255, y & 255, (x * y) & 127])).jpeg({ quality: 80 }).buffer()

/** Asks for a signed address, sends the photo there, and raises a job with it: photos that wait for one are limited. */
async function sendPhoto(client: Client, turn: number, photo: Uint8Array): Promise<number> {
  const agent = as('agent', 1 + (turn % AGENTS))
  const asked = insist(
    await client.send(requestTo('/api/objects/upload', { method: 'POST', headers: agent })),
    'An upload',
  )
  const { uploadURL } = JSON.parse(asked.body.toString()) as { uploadURL: string }
  const { pathname, search } = new URL(uploadURL)
  const put = requestTo(`${pathname}${search}`, { method: 'PUT', body: photo, type: 'image/jpeg' })
  const sent = insist(await client.send(put), 'A photo')
  insist(await client.send(newJob(turn, turn, [uploadURL])), 'A job with a photo')
  return asked.milliseconds + sent.milliseconds
}

async function send(kind: Kind, client: Client, turn: number, photo: Uint8Array): Promise<number> {
  if (kind === 'poll') return (await pollOf(turn).send(client)).milliseconds
  if (kind === 'photo') return sendPhoto(client, turn, photo)
  const from = kind === 'list' ? LISTS : SEARCHES
  const request = kind === 'write' ? newJob(turn, turn) : from[turn % from.length]!(turn)
  return insist(await client.send(request), `A ${kind}`).milliseconds
}

/** The same order at every run: each kind spread over a hundred turns. */
const order = Object.entries(SHARES)
  .flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, index) => ({ kind: kind as Kind, at: (index + 0.5) / share })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind)

type Course = {
  times: Record<Kind, number[]>
  tenths: number[]
  /** Of the process, in megabytes. */
  memory: number[]
}

async function mixFor(app: Child, milliseconds: number, photo: Uint8Array): Promise<Course> {
  const times: Record<Kind, number[]> = { poll: [], list: [], search: [], write: [], photo: [] }
  const tenths = new Array<number>(10).fill(0)
  const memory: Course['memory'] = []
  const begin = performance.now()
  const elapsed = () => performance.now() - begin
  const watch = setInterval(() => memory.push(residentMegabytes(app.pid)), milliseconds / 200)
  let turn = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await Client.open(app.port)
      while (elapsed() < milliseconds) {
        const mine = turn++
        const kind = order[mine % order.length]!
        times[kind].push(await send(kind, client, mine, photo))
        const tenth = Math.min(9, Math.floor((elapsed() / milliseconds) * 10))
        tenths[tenth] = (tenths[tenth] ?? 0) + 1
      }
      client.close()
    }),
  ).finally(() => clearInterval(watch))
  return { times, tenths, memory }
}

/** A mixture at full load: whether the rate holds, whether memory is flat, and how long each kind takes. */
export async function measureEndurance(app: Child, minutes: number): Promise<Row[]> {
  const photo = new Uint8Array(await photoOf())
  // A new process compiles and fills its pools first.
  await mixFor(app, Math.min(30_000, minutes * 6_000), photo)
  const { times, tenths, memory } = await mixFor(app, minutes * 60_000, photo)
  const [first = 1, last = 0] = [tenths[0], tenths[9]]
  const perSecond = (tenth: number) => number(tenth / (minutes * 6))
  const ratio = last / first
  const fifth = (place: number) =>
    memory.slice((memory.length * place) / 5, (memory.length * (place + 1)) / 5).sort((a, b) => a - b)
  const [second, end] = [fifth(1), fifth(4)]
  const inWords = (megabytes: number[]) =>
    `${number(median(megabytes))} MB (${number(megabytes[0] ?? 0)} to ${number(megabytes.at(-1) ?? 0)})`
  return [
    [
      `rate of the last tenth of ${minutes} minutes against the first`,
      `${ratio.toFixed(2)}  ${perSecond(first)} → ${perSecond(last)} a second`,
      '≥ 0.95',
      ratio >= 0.95,
    ],
    ['each tenth, a second', tenths.map(perSecond).join(' '), ''],
    [
      'memory of the process in the second fifth and in the last, median',
      `${inWords(second)} → ${inWords(end)}`,
      'flat',
      median(end) <= 1.1 * median(second),
    ],
    ...(Object.keys(SHARES) as Kind[]).map((kind): Row => {
      const sorted = times[kind].sort((a, b) => a - b)
      const figures = `median ${number(quantile(sorted, 0.5))} ms  p99 ${number(quantile(sorted, 0.99))} ms`
      return [`  ${kind}, ${SHARES[kind]} %`, `${figures}  ${number(sorted.length)} of them`, '']
    }),
  ]
}
