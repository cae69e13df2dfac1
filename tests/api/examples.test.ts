import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { ADMIN, AGENTS, CONTRACTORS, DEMO_PASSWORD } from '#db/demo/people.ts'
import { picture } from '#db/demo/pictures.ts'
import { apiTokens, jobs } from '#db/schema.ts'
import { insertAccount } from '#src/accounts/actions.ts'
import { app } from '#src/app.ts'
import { MAX_TOKENS, SCOPES } from '#src/domain/account/token.ts'
import { type Numbering, startNumbering } from '#src/events/numbering.ts'
import { documentOf } from '#src/openapi/document.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob } from '#tests/support/world.ts'
import { TYPES, typesHead } from '#tests/tools/client/types.ts'

// The examples of docs/api, as a reader would run them, against a listening server.

const EXAMPLES = join(ROOT, 'docs/api/examples')
const folder = mkdtempSync(join(tmpdir(), 'fettle-examples-'))
let numbering: Numbering
const photo = join(folder, 'photo.png')

beforeAll(async () => {
  numbering = startNumbering()
  app.listen({ port: 0, hostname: '127.0.0.1' })
  await Bun.write(photo, picture('pipe'))
  // Python would leave what it has compiled.
  cpSync(EXAMPLES, join(folder, 'python'), { recursive: true })
})
afterAll(async () => {
  await numbering.stop()
  await app.stop()
  rmSync(folder, { recursive: true })
})

const base = () => `http://127.0.0.1:${app.server?.port}`

/** Runs a command. Returns the lines it printed; throws what it complained of. */
async function run(...command: string[]): Promise<string[]> {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH, BASE: base(), PHOTO: photo },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [printed, problems] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect({ code: await child.exited, problems }).toEqual({ code: 0, problems: '' })
  return printed.trim().split('\n')
}

async function demoPeople() {
  await insertAccount({ ...ADMIN, role: 'admin' }, DEMO_PASSWORD)
  await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  await insertAccount({ ...CONTRACTORS.carl, role: 'contractor' }, DEMO_PASSWORD)
}

const STATES = ['assigned', 'in_progress', 'quote_pending', 'approved', 'completed']

test('curl alone drives the whole life of a job', async () => {
  await demoPeople()
  const lines = await run('bash', join(EXAMPLES, 'job.sh'))
  expect(lines.slice(0, 5)).toEqual(STATES)
  const invoices = JSON.parse(lines.at(-1) ?? '') as { invoiceNumber: string; type: string; amount: string }[]
  expect(invoices.map(({ invoiceNumber, type, amount }) => [invoiceNumber, type, amount])).toEqual([
    ['INV-000002', 'quote', '480.00'],
    ['INV-000001', 'contractor_visit', '60.00'],
  ])
})

test('so does Python’s standard library', async () => {
  await demoPeople()
  const lines = await run('python3', join(folder, 'python/job.py'), base(), photo)
  expect(lines).toContain('/propertyAddress Property address is required')
  expect(lines.slice(lines.indexOf('JOB-000001 pending') + 1)).toEqual([
    ...STATES,
    'INV-000001',
    'INV-000002',
    'INV-000002 quote 480.00',
    'INV-000001 contractor_visit 60.00',
  ])
})

test('and the client that is generated from the API’s document', async () => {
  await demoPeople()
  expect(await run(process.execPath, join(EXAMPLES, 'job.ts'), base(), photo)).toEqual([
    '/propertyName Property name is required',
    'JOB-000001 pending',
    ...STATES,
    '201 INV-000001 60.00',
    '201 INV-000002 480.00',
    'INV-000002 quote 480.00',
    'INV-000001 contractor_visit 60.00',
  ])
})

const SEVERAL = `
import { given, signIn } from '${join(EXAMPLES, 'client.ts')}'
const admin = await signIn(process.argv.at(-1) ?? '', 'admin@fettle.example', 'fettle-demo')
const read = async (query) => given(await admin.GET('/api/jobs', { params: { query } }))
for (const agency of [['Rightway Lettings', 'Hart, Okafor & Co'], ['Hart, Okafor & Co']])
  console.log((await read({ agency, status: ['pending', 'completed'] })).length)
const types = ['job.created', 'job.assigned']
console.log(given(await admin.GET('/api/events', { params: { query: { types } } })).events.length)
`

const OF_SEVERAL = `
import sys; sys.path.insert(0, 'python')
from fettle import sign_in
admin = sign_in(sys.argv[1], 'admin@fettle.example', 'fettle-demo')
print(len(admin.get('/api/jobs', agency=['Rightway Lettings', 'Hart, Okafor & Co'], status=['pending', 'completed'])))
print(len(list(admin.each('/api/jobs', agency=['Hart, Okafor & Co']))))
`

test('both find what is of several agencies, commas in their names or not', async () => {
  await demoPeople()
  const cast = await aCast()
  const [, one] = [await aJob(cast), await aJob(cast)]
  await db.update(jobs).set({ estateAgency: 'Hart, Okafor & Co' }).where(eq(jobs.id, one.id))
  expect(await run(process.execPath, '-e', SEVERAL, base())).toEqual(['2', '1', '2'])
  expect(await run('python3', '-c', OF_SEVERAL, base())).toEqual(['2', '1'])
})

test('the types are those of today’s document: if not, npm run client', async () => {
  const types = await Bun.file(TYPES).text()
  expect(types.startsWith(typesHead(documentOf(app.routes)))).toBe(true)
})

test('a script with a token and a key raises one job, however often it sends it', async () => {
  await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  const document = await Bun.file(join(ROOT, 'docs/api/README.md')).text()
  const script = /<!-- a token -->\s*```sh\n([\s\S]*?)```/.exec(document)![1]!
  const [first, again, list] = await run('bash', '-euo', 'pipefail', '-c', script)
  expect(JSON.parse(first!)).toMatchObject({ jobRef: 'JOB-000001', status: 'pending' })
  expect(again).toBe(first)
  expect(JSON.parse(list!)).toHaveLength(1)
  expect(await db.$count(jobs)).toBe(1)
})

const FOLLOW = `
import sys; sys.path.insert(0, 'python')
from fettle import sign_in
base = sys.argv[1]
agent = sign_in(base, 'olivia.hart', 'fettle-demo')
after = agent.get('/api/events', after='now')['next']
for name in ('Rose Cottage', 'Mill House'):
    agent.post('/api/jobs', {'estateAgentName': 'Olivia Hart', 'estateAgency': 'Rightway Lettings', 'propertyName': name,
        'propertyAddress': '12 Mill Lane, Godalming GU7 1HE', 'issueDescription': 'The boiler loses pressure.'})
seen = []
for events, after in agent.events(after, wait=5):
    seen += [(event['type'], event['jobRef']) for event in events]
    if len(seen) > 1:
        break
print(seen)
print(len(list(agent.each('/api/jobs', limit=1))))
`

test('Python follows what happens from a cursor on, and reads a list page by page', async () => {
  await demoPeople()
  expect(await run('python3', '-c', FOLLOW, base())).toEqual([
    "[('job.created', 'JOB-000001'), ('job.created', 'JOB-000002')]",
    '2',
  ])
})

const SIGN_IN_BY_PYTHON = `
import sys; sys.path.insert(0, 'python')
from fettle import sign_in
sign_in(sys.argv[1], 'olivia.hart', 'fettle-demo')
`

const SIGN_IN = `
import { signIn } from '${join(EXAMPLES, 'client.ts')}'
await signIn(process.argv.at(-1) ?? '', 'olivia.hart', 'fettle-demo')
`

test('both sign in after twenty times, and leave tokens of other names', async () => {
  const { id: userId } = await insertAccount({ ...AGENTS.olivia, role: 'estate_agent' }, DEMO_PASSWORD)
  const names = Array.from({ length: MAX_TOKENS }, (_, n) => (n ? 'Example' : 'Night report'))
  const full = names.map((name, n) => ({ userId, name, scopes: [...SCOPES], tokenHash: `${n}` }))
  const signIns = [
    [process.execPath, '-e', SIGN_IN],
    ['python3', '-c', SIGN_IN_BY_PYTHON],
  ]
  for (const command of signIns) {
    await db.delete(apiTokens)
    await db.insert(apiTokens).values(full)
    await run(...command, base())
    const left = await db.select({ name: apiTokens.name }).from(apiTokens).orderBy(apiTokens.name)
    expect(left.map(({ name }) => name)).toEqual(['Example', 'Night report'])
  }
})

const KEEP = `
import sys; sys.path.insert(0, 'python')
from fettle import Fettle, sign_in
from outbox import Outbox
base, photo = sys.argv[1:3]
carl, ada, olivia = [sign_in(base, who, 'fettle-demo') for who in
    ('carl@masonplumbing.example', 'admin@fettle.example', 'olivia.hart')]
def job():
    made = olivia.post('/api/jobs', {'estateAgentName': 'Olivia Hart', 'estateAgency': 'Rightway Lettings',
        'propertyName': 'Rose Cottage', 'propertyAddress': '12 Mill Lane, Godalming GU7 1HE',
        'issueDescription': 'The boiler loses pressure.'})['id']
    ada.post(f'/api/jobs/{made}/assign', {'contractorId': carl.get('/api/auth/user')['id']})
    return f'/api/jobs/{made}'
one, lost = job(), job()
box = Outbox('box')
box.keep(f'{one}/complete', {'workDone': 'Bled it.'}, [photo])
print(box.send(Fettle('http://127.0.0.1:9', carl.token)))

class Losing(Fettle):
    def send(self, method, path, *rest, **more):
        answer = super().send(method, path, *rest, **more)
        if path.endswith(self.lost):
            raise ConnectionError('the answer was lost')
        return answer
for Losing.lost in ('upload', 'complete'):
    print(box.send(Losing(base, carl.token)))
print(box.send(carl))
print([(visit['workDescription'], len(visit['photosUrls'])) for visit in ada.get(one)['visits']])

box.keep(f'{lost}/complete', {'workDone': 'Bled it too.'}, [photo])
ada.post(f'{lost}/unassign')
print(box.send(carl))
`

test('Python keeps what was done without a line, and sends it once, whatever answer is lost', async () => {
  await demoPeople()
  expect(await run('python3', '-c', KEEP, base(), photo)).toEqual([
    ...['waits', 'waits', 'waits', 'sent'],
    "[('Bled it.', 1)]",
    '409 job_moved_on: This is no longer possible: the job is no longer with you.',
  ])
})

/** Answers one connection after the other, the last text to all that come later. */
function answering(...texts: string[]) {
  const data = (socket: Bun.Socket) => void socket.end(texts.length > 1 ? texts.shift()! : texts[0]!)
  return Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data } })
}

const whole = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const [CUT, FAULT] = [whole('200 OK', '[{}]').slice(0, -2), whole('500 Fault', '{"code":"internal_error"}')]
const PING = JSON.stringify({ name: 'Fettle', now: '2026-11-28T10:00:00Z' })

const AGAIN = `
import { fettle, given } from '${join(EXAMPLES, 'client.ts')}'
console.log(given(await fettle(process.argv.at(-1) ?? '').GET('/api/ping')).name)
`

const AGAIN_BY_PYTHON = `
import sys; sys.path.insert(0, 'python')
from fettle import Fettle
from outbox import Outbox, has_line
base = sys.argv[1]
print(has_line(base))
box = Outbox('cut')
box.keep('/api/jobs/1/complete', {'workDone': 'Bled it.'})
print(box.send(Fettle(base)))
print(Fettle(base).get('/api/ping')['name'])
`

test('both send again when the line breaks within an answer, and after a fault', async () => {
  using server = answering(CUT, FAULT, whole('200 OK', PING))
  expect(await run(process.execPath, '-e', AGAIN, `http://127.0.0.1:${server.port}`)).toEqual(['Fettle'])
  using other = answering(CUT, whole('200 OK', PING), CUT, CUT, FAULT, whole('200 OK', PING))
  expect(await run('python3', '-c', AGAIN_BY_PYTHON, `http://127.0.0.1:${other.port}`)).toEqual([
    'None',
    'waits',
    'Fettle',
  ])
})
