import { afterEach, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { MailServer, refusal } from '#tests/emails/mail-server.ts'
import { jpeg } from '#tests/photos/pictures.ts'
import { bodyOf, put } from '#tests/photos/uploads.ts'
import { aWorker, queue, until } from '#tests/queue/working.ts'
import { Client, stranger } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { anAdmin } from '#tests/support/world.ts'

// The life of a job through the doors, and then everything that goes wrong, with words that are found again wherever they
// turn up. None may turn up in the log.

const WORDS = {
  agent: { email: 'zelda.quince@keys.example', username: 'zeldaquince', firstName: 'Zelda', lastName: 'Quince' },
  contractor: { email: 'ivo.brandt@pipes.example', firstName: 'Ivomir', lastName: 'Brandt', phone: '07700 900457' },
  job: {
    estateAgentName: 'Zelda Quince',
    estateAgency: 'Keystone Lettings',
    propertyName: 'Larkspur House',
    propertyAddress: '77 Quayside, Whitby YO21 3PU',
    issueDescription: 'A kestrel nests in the chimney and the flue is blocked.',
    accessNotes: 'Keysafe 4471 beside the porch',
    urgency: 'high',
  },
  work: { workDone: 'Moved the kestrel, swept the flue.', needsQuote: true, quoteAmount: 480 },
  quoteDescription: 'A cowl for the chimney.',
  password: 'hunter-of-larks',
  wrongPassword: 'hunter-of-larcs',
  search: 'whitby kestrel',
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const FORBIDDEN =
  /zelda|quince|ivomir|brandt|keystone|larkspur|quayside|whitby|YO21|kestrel|keysafe|4471|flue|chimney|cowl|hunter-of|900457|@/i

const secrets: string[] = []

async function signIn(identifier: string): Promise<Client> {
  const answer = await stranger.post('/api/local/login', { identifier, password: WORDS.password })
  expect(answer.status).toBe(200)
  const token = /session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')![1]!
  secrets.push(token)
  return new Client(token)
}

const bodyFrom = async (answer: Promise<Response>) => {
  const response = await answer
  expect([response.url, Math.floor(response.status / 100)]).toEqual([response.url, 2])
  return (await response.json()) as Record<string, string> & Record<string, string>[]
}

afterEach(async () => {
  await db.execute(sql`drop function if exists break_down cascade`)
})

test('neither the life of a job nor what goes wrong leaves anything of anybody in the log', async () => {
  const admin = await anAdmin({ email: 'root@fettle.example' })
  await db.execute(
    sql`update users set hashed_password = ${await Bun.password.hash(WORDS.password)} where id = ${admin.id}`,
  )
  // What libraries print themselves counts too.
  const printed = (['log', 'error', 'warn', 'info'] as const).map((name) => spyOn(console, name))
  using logged = captureLog()

  const ada = await signIn('root@fettle.example')
  const { password } = WORDS
  const { email: _, ...agent } = WORDS.agent
  await bodyFrom(ada.post('/api/admin/create-estate-agent', { ...agent, password }))
  // Refused, with every word that was typed.
  await ada.post('/api/admin/create-estate-agent', { ...WORDS.agent, password, company: 'Keystone Lettings' })
  const contractor = await bodyFrom(ada.post('/api/admin/create-contractor', { ...WORDS.contractor, password }))
  const [zelda, ivo] = [await signIn('ZeldaQuince'), await signIn(WORDS.contractor.email)]
  const token = await bodyFrom(zelda.post('/api/tokens', { name: 'Larkspur script' }))
  expect(token.token).toHaveLength(String(token.token).length)
  secrets.push(String(token.token))

  const job = await bodyFrom(zelda.post('/api/jobs', WORDS.job))
  const contractorId = contractor.id ?? (await bodyFrom(ada.get('/api/contractors')))[0]!.id
  await bodyFrom(ada.post(`/api/jobs/${job.id}/assign`, { contractorId }))
  await bodyFrom(ivo.post(`/api/jobs/${job.id}/start`))
  const { uploadURL } = await bodyFrom(ivo.post('/api/objects/upload'))
  secrets.push(new URL(uploadURL!).search.slice(1))
  const { path } = await bodyFrom(put(uploadURL!, bodyOf(await jpeg())))
  const done = { ...WORDS.work, quoteDescription: WORDS.quoteDescription, images: [path] }
  await bodyFrom(ivo.post(`/api/jobs/${job.id}/complete`, done))
  const [quote] = await bodyFrom(zelda.get('/api/quotes/pending'))
  await bodyFrom(zelda.patch(`/api/quotes/${quote!.id}/approve`))
  const [work] = await bodyFrom(ivo.get('/api/jobs'))
  await bodyFrom(ivo.post(`/api/jobs/${work!.id}/mark-complete`))
  const [visit] = await bodyFrom(ada.get('/api/contractor-visits-invoicing'))
  await bodyFrom(ada.post(`/api/visits/${visit!.id}/mark-invoiced`))
  await zelda.get(`/jobs?search=${encodeURIComponent(WORDS.search)}`)
  await zelda.get(`/api/jobs?limit=5&search=${encodeURIComponent(WORDS.search)}`)
  await stranger.get(`/login?next=${encodeURIComponent('/jobs?search=larkspur')}`)

  // Refusals.
  await stranger.post('/api/local/login', { identifier: WORDS.agent.email, password: WORDS.wrongPassword })
  await stranger.submit('/login', { identifier: WORDS.agent.email, password: WORDS.wrongPassword })
  await stranger.get(`/people/${WORDS.agent.email}`)
  await zelda.get('/api/jobs/larkspur')
  await zelda.post('/api/jobs', { ...WORDS.job, propertyAddress: '', urgency: 'kestrel' })
  await zelda.post('/api/jobs', '{"propertyName": "Larkspur')
  await stranger.send('/api/jobs', { headers: { authorization: 'Bearer larkspur-kestrel' } })
  await put(uploadURL!.replace(/.$/, 'x'), bodyOf(Buffer.from('a kestrel')))
  await put(uploadURL!, bodyOf(Buffer.from('a kestrel')))

  // A mail server that repeats whom it refuses, and one that is gone.
  const refusing = () => {
    throw refusal(550, `5.1.1 <${WORDS.contractor.email}>: Ivomir Brandt moved away`)
  }
  const server = await new MailServer({ recipient: refusing }).start()
  const worker = aWorker(standardHandlers(smtpMailer(server.url, 'Fettle <no-reply@fettle.example>')))
  await until(async () => (await queue()).every(({ kind }) => kind !== 'email'))
  await server.stop()
  await zelda.post('/api/jobs', WORDS.job)
  await worker.stop()

  // A database that fails, and says with which values.
  await db.execute(sql`create function break_down() returns trigger language plpgsql as $$
    begin perform ('Larkspur "kestrel" ' || new.id)::uuid; return new; end $$`)
  await db.execute(
    sql`create trigger break_down before insert or update on jobs for each row execute function break_down()`,
  )
  expect((await zelda.post('/api/jobs', WORDS.job)).status).toBe(500)
  expect((await zelda.submit('/create-job', WORDS.job)).status).toBe(500)
  await applyRetention()

  const text = logged.text() + printed.flatMap(({ mock }) => mock.calls.map((call) => Bun.inspect(call))).join('\n')
  expect(logged.lines().filter(({ event }) => event === 'request').length).toBeGreaterThan(30)
  expect(logged.events().map(({ event }) => event)).toContain('failure.unexpected')
  // A random id may have the digits of a key's code in it.
  for (const line of text.split('\n')) expect(line.replaceAll(UUID, '')).not.toMatch(FORBIDDEN)
  expect(secrets.length).toBeGreaterThanOrEqual(5)
  for (const secret of secrets) expect(text).not.toContain(secret)
  for (const spy of printed) spy.mockRestore()
})
