import { expect, onTestFinished, test } from 'bun:test'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { emailNotifications, jobs, messages, personRecords, queuedWork, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import { giveToNewAgents } from '#src/jobs/assignment/hand-over.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { eraseAgain, erasePerson, finishErasure } from '#src/privacy/people/erase.ts'
import { scrubTexts } from '#src/privacy/people/scrub.ts'
import { env } from '#src/runtime/env.ts'
import { anEmail, aWorker, untilDelivered } from '#tests/queue/working.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAdmin, anAgent } from '#tests/support/world.ts'
import { type Column, columns, erased, found, isText } from './erased.ts'
import { exported } from './exported.ts'

const WHO = {
  firstName: 'Xanthippa',
  lastName: 'Quillfeather',
  email: 'xanthippa@quillfeather.example',
  username: 'xanthippa.quillfeather',
  phone: '07700 900789',
}
const NAMED = /xanthippa|quillfeather|900 ?789/i
/** As the law wants it on an invoice, for seven years. */
const KEPT = [
  ...['contractor_name', 'contractor_company', 'contractor_address', 'contractor_vat_number'],
  ...['agency', 'agency_address'],
].map((column) => `invoices.${column}`)

const PLANTED = 'Xanthippa Quillfeather, xanthippa@quillfeather.example, +44 7700 900789 or Quillfeather, Xanthippa'
/** A line's start is a letter after a letter in JSON: `\\nXanthippa`. */
const IN_LINES = PLANTED.replaceAll(', ', '\n').replace(' Quill', '\nQuill')

/** Kept together by checks. */
const FITTING: Record<string, string> = {
  'jobs.job_type': `'visit'`,
  'jobs.status': `'cancelled'`,
  'jobs.parent_job_id': 'null',
  'quotes.status': `'declined'`,
  'jobs.postcode': `'GU1 3XY'`,
  // A number in it would be its tenant's too, and stay.
  'jobs.tenant_phone': `'Quillfeather, Xanthippa or xanthippa@quillfeather.example'`,
  'links.user_id': 'null',
}

function plantedIn({ table, name: column, type, udt }: Column): string {
  const fitting = FITTING[`${table}.${column}`]
  if (fitting) return fitting
  if (type === 'text') return `'${PLANTED}'`
  if (type === 'jsonb') return `'${JSON.stringify({ 'before.note': `${PLANTED}\n${IN_LINES}` })}'`
  if (udt === '_text') return `array['${PLANTED}']`
  if (type === 'ARRAY') return `'{}'`
  if (type === 'USER-DEFINED') return `(enum_range(null::${udt}))[1]`
  if (type === 'boolean') return 'false'
  if (type === 'uuid') return 'gen_random_uuid()'
  return /timestamp|date/.test(type) ? 'now()' : '1'
}

type Reference = { table: string; name: string; to: string; key: string }

const references = (): Promise<Reference[]> =>
  rawClient.unsafe(`
    select conrelid::regclass::text as table, near.attname as name, confrelid::regclass::text as to, far.attname as key
    from pg_constraint join pg_attribute near on near.attrelid = conrelid and near.attnum = conkey[1]
      join pg_attribute far on far.attrelid = confrelid and far.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`)

/** A row in each table, with the name in every text of it. Tables wait for those that they refer to. */
async function plant(all: readonly Column[]): Promise<string[]> {
  const refers = new Map((await references()).map((one) => [`${one.table}.${one.name}`, one]))
  const value = (column: Column) => {
    const to = refers.get(`${column.table}.${column.name}`)
    return to && !FITTING[`${column.table}.${column.name}`]
      ? `(select ${to.key} from ${to.to} order by 1 desc limit 1)`
      : plantedIn(column)
  }
  const tables = [...Map.groupBy(all, (column) => column.table)].filter(([, some]) => some.some(isText))
  let waiting = tables.filter(([table]) => table !== 'users' && table !== 'person_records')
  while (waiting.length) {
    const later: typeof waiting = []
    for (const [table, some] of waiting) {
      const given = some.filter(({ generated }) => !generated)
      const values = table === 'job_words' ? `'quillfeather', 1` : given.map(value).join(', ')
      const insert = `insert into "${table}" (${given.map(({ name }) => `"${name}"`).join(', ')}) values (${values})
        on conflict do nothing`
      const refused = await rawClient.unsafe(insert).then(() => null, String)
      if (refused && !/null value/.test(refused)) throw new Error(`${table}: ${refused}`)
      if (refused) later.push([table, some])
    }
    if (later.length === waiting.length) throw new Error(`Nothing could be planted in ${later.map(([table]) => table)}`)
    waiting = later
  }
  return tables.map(([table]) => table)
}

const forgetOutside = () => rm(join(env.DATA_DIR, 'erased'), { recursive: true, force: true })

async function aWholeLife() {
  const cast = await aCast()
  const contractor = await aContractor(WHO)
  const job = await aJob({ ...cast, contractor }, 'quote_pending')
  await writeMessage(cast.agent, job.id, { text: 'Will Xanthippa come, or somebody else of Quillfeather’s?' })
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  return { cast, contractor, job }
}

test('a name in every text of the database is in none after its person was erased, but on invoices', async () => {
  await forgetOutside()
  const { cast, contractor } = await aWholeLife()
  const all = await columns()
  const tables = await plant(all)
  const before = await found(all, NAMED)
  for (const table of tables.filter((one) => one !== 'person_records'))
    expect(before.map((place) => place.split('.')[0])).toContain(table)
  const { label } = await erased(cast, contractor.id)
  expect(label).toBe('Former contractor 1')
  expect(await found(all, NAMED)).toEqual(KEPT)
  const files = await readdir(join(env.DATA_DIR, 'erased'))
  expect(files).toHaveLength(1)
  expect(await Bun.file(join(env.DATA_DIR, 'erased', files[0]!)).text()).not.toMatch(NAMED)
})

test('messages of their jobs lose the first name too, and say who it was', async () => {
  const { cast, contractor, job } = await aWholeLife()
  await erased(cast, contractor.id)
  const [message] = await db.select().from(messages).where(eq(messages.jobId, job.id))
  expect(message?.text).toBe('Will Former contractor 1 come, or somebody else of Former contractor 1’s?')
})

test('texts are gone through in parts, each from where the one before ended', async () => {
  const { contractor, job } = await aWholeLife()
  const scrub = { anywhere: null, near: 'Xanthippa', label: 'Nobody', accountId: contractor.id, jobIds: [job.id] }
  let [at, parts] = [await scrubTexts(scrub, undefined, 0), 1]
  for (; at; parts++) at = await scrubTexts(scrub, at, 0)
  expect(parts).toBeGreaterThan(10)
  const [message] = await db.select().from(messages).where(eq(messages.jobId, job.id))
  expect(message?.text).toBe('Will Nobody come, or somebody else of Quillfeather’s?')
})

test('the development mailbox opens without what was sent to them', async () => {
  const { cast, contractor } = await aWholeLife()
  await db.update(emailNotifications).set({ status: 'sent', sentAt: new Date() })
  const mailbox = async () => (await stranger.get('/dev/mail')).text()
  expect(await mailbox()).toContain(WHO.email)
  await erased(cast, contractor.id)
  expect(await mailbox()).toContain('Rose Cottage')
  expect(await mailbox()).not.toContain('Former contractor')
})

test('letters that were written as files go where they name an erased person, and no others', async () => {
  const folder = join(env.DATA_DIR, 'mail')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { cast, contractor } = await aWholeLife()
  const other = await anEmail({ recipientName: 'Olivia Hart' })
  const worker = aWorker(standardHandlers(fileMailer(folder, 'Fettle <no-reply@fettle.example>')))
  await untilDelivered()
  await worker.stop()
  const letters = async () => {
    const names = await readdir(folder)
    return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const))
  }
  expect((await letters()).filter(([, text]) => NAMED.test(text)).length).toBeGreaterThan(1)
  await erased(cast, contractor.id)
  const left = await letters()
  expect(left.flatMap(([name, text]) => (NAMED.test(text) ? name : []))).toEqual([])
  expect(left.map(([name]) => name.endsWith(`${other}.eml`))).toContain(true)
})

test('an account in use is not erased, and nobody is erased twice', async () => {
  const cast = await aCast()
  await expect(erasePerson(cast.admin, cast.contractor.id)).rejects.toThrow('in use')
  const { contractor } = await aWholeLife()
  await erased(cast, contractor.id)
  await expect(erasePerson(cast.admin, contractor.id)).rejects.toThrow('already')
})

test('an administrator is erased by another while the account is open, which ends it; nobody erases themselves', async () => {
  const { admin } = await aCast()
  const other = await anAdmin({ firstName: 'Xanthippa', lastName: 'Quillfeather' })
  const theirs = await signedInAs(other)
  await expect(erasePerson(other, other.id)).rejects.toThrow('cannot erase yourself')
  expect(await erasePerson(admin, other.id)).toBe('Former administrator 1')
  expect((await theirs.get('/api/auth/user')).status).toBe(401)
})

test('who waits for a role is erased at once', async () => {
  const { admin } = await aCast()
  const waiting = await anAdmin()
  await db.update(users).set({ role: null }).where(eq(users.id, waiting.id))
  expect(await erasePerson(admin, waiting.id)).toBe('Former user 1')
})

test('whoever has the same name keeps it, and is still named in texts of others', async () => {
  const { cast, contractor } = await aWholeLife()
  const other = await aContractor({ ...WHO, email: 'other@quill.example', username: null, phone: '020 7946 0001' })
  const job = await aJob({ ...cast, contractor: other }, 'assigned')
  await writeMessage(cast.agent, job.id, { text: 'Xanthippa Quillfeather has the key.' })
  await erased(cast, contractor.id)
  expect((await db.query.users.findFirst({ where: eq(users.id, other.id) }))?.lastName).toBe('Quillfeather')
  const [message] = await db.select().from(messages).where(eq(messages.jobId, job.id))
  expect(message?.text).toBe('Xanthippa Quillfeather has the key.')
})

const TENANT = { tenantName: 'Xanthippa Quillfeather', tenantPhone: '07700 900789' }

test('a tenant is erased from all their jobs, however the number is written, once these are done', async () => {
  const cast = await aCast()
  const done = await aJob(cast, 'completed', { job: TENANT })
  const again = await aJob(cast, 'assigned', { job: { ...TENANT, tenantPhone: '+44 7700 900 789' } })
  await expect(erasePerson(cast.admin, `tenant.${done.id}`)).rejects.toThrow('still needs')
  await db.update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, again.id))
  await erased(cast, `tenant.${done.id}`)
  const rows = await db.select().from(jobs)
  expect(rows.map(({ tenantName, tenantPhone }) => [tenantName, tenantPhone])).toEqual([
    ['Former tenant', null],
    ['Former tenant', null],
  ])
  expect(await found(await columns(), NAMED)).toEqual([])
})

test('an erased tenant is not erased again, and is given no job of another erased tenant', async () => {
  const cast = await aCast()
  const [first, second] = [
    await aJob(cast, 'completed', { job: TENANT }),
    await aJob(cast, 'completed', { job: { tenantName: 'Tom Reed', tenantPhone: '020 7946 0018' } }),
  ]
  await writeMessage(cast.agent, first.id, { text: 'The tenant is out.' })
  for (const { id } of [first, second]) await erased(cast, `tenant.${id}`)
  await expect(erasePerson(cast.admin, `tenant.${first.id}`)).rejects.toThrow('already')
  const ada = await signedInAs(cast.admin)
  const files = await exported(await ada.get(`/api/people/tenant.${first.id}/export.zip`))
  expect(Object.values(files).flat()).toEqual([])
})

test('what a restore brings back is erased again, under the same name', async () => {
  await forgetOutside()
  const { cast, contractor } = await aWholeLife()
  const { label, recordId } = await erased(cast, contractor.id)
  await db.delete(personRecords)
  await db
    .update(users)
    .set({ ...WHO, deletedAt: null })
    .where(eq(users.id, contractor.id))
  await db.update(messages).set({ text: 'Ask Xanthippa Quillfeather' })
  await db.delete(queuedWork)
  const again = await Promise.all([eraseAgain(), eraseAgain()])
  expect([again.flat(), await eraseAgain()]).toEqual([[recordId], []])
  // A process that ends here leaves the texts to whoever takes its work over.
  const queued = await db.select().from(queuedWork).where(eq(queuedWork.kind, 'erasure'))
  expect(queued.map(({ subject }) => subject)).toEqual([recordId])
  await finishErasure(recordId)
  expect((await db.query.users.findFirst({ where: eq(users.id, contractor.id) }))?.firstName).toBe(label)
  expect(await found(await columns(), NAMED)).toEqual([])
  expect((await db.select().from(personRecords)).map(({ id, terms }) => [id, terms])).toEqual([[recordId, null]])
  await forgetOutside()
})

test('open jobs of who is erased again have somebody to do and to decide them', async () => {
  await forgetOutside()
  onTestFinished(forgetOutside)
  const cast = await aCast()
  const [contractor, agent] = [await aContractor(WHO), await anAgent({ lastName: 'Quillfeather' })]
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  await deleteAccount(cast.admin, agent.id, 'estate_agent')
  for (const { id } of [contractor, agent]) await erased(cast, id)
  await db.delete(personRecords)
  for (const { id, firstName, lastName, email, company } of [contractor, agent])
    await db.update(users).set({ firstName, lastName, email, company, deletedAt: null }).where(eq(users.id, id))
  const job = await aJob({ ...cast, contractor, agent }, 'assigned')
  await eraseAgain()
  const now = () => db.select().from(jobs).where(eq(jobs.id, job.id))
  expect(await now()).toMatchObject([{ status: 'pending', contractorId: null, estateAgentId: null }])
  await giveToNewAgents()
  expect(await now()).toMatchObject([{ estateAgentId: cast.agent.id, estateAgentName: 'Olivia Hart' }])
})

test('the record of an erasure names nobody', async () => {
  const { cast, contractor } = await aWholeLife()
  await erased(cast, contractor.id)
  const [record] = await db.select().from(personRecords)
  expect([record?.byId, record?.terms, record?.label]).toEqual([cast.admin.id, null, 'Former contractor 1'])
})
