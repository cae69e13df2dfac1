import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { writeBackup } from '#src/backup/write.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, createJob, startJob } from '#src/jobs/actions.ts'
import { corners, jpeg } from '#tests/photos/pictures.ts'
import { upload } from '#tests/photos/uploads.ts'
import { living } from '#tests/support/living.ts'
import { databaseTemplate, temporaryFolder } from '#tests/support/process/child-app.ts'
import {
  aCast,
  aJob,
  type Cast,
  complete,
  completion,
  finishedQuoteWork,
  jobInput,
  PASSWORD,
  quoteWork,
} from '#tests/support/world.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { type Postgres, startPostgres } from '#tests/whole/services/postgres.ts'
import { aMachine, type Machine } from './machine.ts'
import { hasItsPhotos, isOneMoment } from './restored.ts'
import { rowsIn, unpacked } from './unpacked.ts'

const noPostgres = (await missingServices(['postgres'])).length > 0
if (noPostgres) console.log('Left out: restoring into PostgreSQL 15, which cannot be had here.')

const folder = temporaryFolder('/tmp/fettle-backups-')
let postgres: Postgres | undefined
let template: Awaited<ReturnType<typeof databaseTemplate>>
beforeAll(async () => {
  template = await databaseTemplate()
  if (!noPostgres) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]()
  await template.remove()
  await folder.remove()
})

let databases = 0
async function emptyDatabase(): Promise<string> {
  const name = `restored${++databases}`
  await postgres!.admin.unsafe(`create database ${name} owner fettle`)
  return postgres!.url.replace(/fettle$/, name)
}

/** A visit with photos, and its invoice. */
async function invoicedVisit(cast: Cast) {
  const { id } = await createJob(cast.agent, jobInput({ propertyName: 'Ó\'Brien\'s \\ "Nook" 🏡\n\tline two' }))
  await assignJob(cast.admin, id, cast.contractor.id)
  await startJob(cast.contractor, id)
  const images = [await upload(cast.contractor), await upload(cast.contractor, await jpeg(corners(300, 200)))]
  await complete(cast.contractor, id, completion({ images }))
  const [visit] = await db.query.jobVisits.findMany({ where: (row, { eq }) => eq(row.jobId, id) })
  await markVisitInvoiced(cast.admin, visit!.id)
}

async function aWorld(): Promise<Cast> {
  const cast = await aCast()
  for (const status of ['pending', 'assigned', 'in_progress', 'completed', 'quote_pending'] as const)
    await aJob(cast, status)
  await quoteWork(cast)
  await finishedQuoteWork(cast)
  for (let n = 0; n < 3; n++) await invoicedVisit(cast)
  return cast
}

/** Writes of every kind, until told to end. Returns how many there were. */
function writing(cast: Cast): () => Promise<number> {
  let going = true
  let count = 0
  const writer = async () => {
    for (; going; count++) await invoicedVisit(cast)
  }
  const all = Promise.all([writer(), writer(), writer()])
  return async () => {
    going = false
    await all
    return count
  }
}

/** An empty machine whose embedded database need not be made first. */
async function aMachineSoon(): Promise<Machine> {
  const machine = aMachine()
  await template.copyTo(machine.dataDir)
  return machine
}

let backups = 0
/** Made by the command that the manual names, on the database of this test, which runs. */
async function backUp(): Promise<{ path: string; said: string }> {
  const path = join(folder.path, `${++backups}.tar`)
  const child = Bun.spawn([process.execPath, 'src/backup/run-backup.ts', path], { stderr: 'pipe', env: process.env })
  const said = await new Response(child.stderr).text()
  expect({ code: await child.exited, said }).toEqual({ code: 0, said: expect.stringMatching(/^Backed up \d+ rows/) })
  return { path, said }
}

const restore = (machine: Machine, path: string) => machine.run('src/backup/run-restore.ts', path)

const PLACES: [string, () => Promise<Machine>][] = [
  ['the embedded database', async () => aMachine()],
  ...(noPostgres
    ? []
    : [['PostgreSQL 15', async () => aMachine(await emptyDatabase())] as [string, () => Promise<Machine>]]),
]

describe.each(PLACES)('a backup made while others write, restored into %s of an empty machine', (_, place) => {
  test('is one moment, whole; and work goes on from there', async () => {
    const cast = await aWorld()
    const session = await openSession(cast.agent.id, 'test')
    const end = writing(cast)
    await Bun.sleep(300)
    const { path } = await backUp()
    await Bun.sleep(100)
    expect(await end()).toBeGreaterThan(3)
    // A dashboard that is open shows what is not in the backup.
    const lost = await db.query.users.findFirst({ where: (user, { eq }) => eq(user.id, cast.agent.id) })

    const machine = await place()
    expect(await restore(machine, path)).toEqual({
      code: 0,
      said: expect.stringMatching(/^Restored \d+ rows and \d+ photos/),
    })
    const { url, stop } = await machine.serve()
    const restored = machine.connect()
    await isOneMoment(restored)
    await hasItsPhotos(restored, machine)
    const [shown] = await restored`select activity_version::float8 as version from users where id = ${cast.agent.id}`
    expect(shown.version).toBeGreaterThan(lost!.activityVersion)

    // Who was signed in still is; who was not signs in with the same password.
    const as = (cookie: string) => ({ cookie: `session=${cookie}`, 'content-type': 'application/json' })
    const jobs = (await (await fetch(`${url}/api/jobs`, { headers: as(session) })).json()) as { propertyName: string }[]
    expect(jobs.some(({ propertyName }) => propertyName.includes('🏡'))).toBe(true)
    const body = JSON.stringify({ identifier: cast.admin.email, password: PASSWORD })
    const signIn = await fetch(`${url}/api/local/login`, { method: 'POST', headers: as(''), body })
    const admin = /session=([^;]+)/.exec(signIn.headers.get('set-cookie')!)![1]!

    // Numbers go on where they stood.
    const [before] =
      await restored`select count(*)::int as invoices, (select max(job_ref) from jobs) as ref from invoices`
    const made = await fetch(`${url}/api/jobs`, {
      method: 'POST',
      headers: as(session),
      body: JSON.stringify(jobInput()),
    })
    const { jobRef } = (await made.json()) as { jobRef: string }
    expect(made.status).toBe(201)
    expect(jobRef > before.ref).toBe(true)
    const lists = await fetch(`${url}/api/contractor-visits-invoicing`, { headers: as(admin) })
    const [visit] = (await lists.json()) as { id: string }[]
    const invoiced = await fetch(`${url}/api/visits/${visit!.id}/mark-invoiced`, { method: 'POST', headers: as(admin) })
    expect(((await invoiced.json()) as { invoiceNumber: string }).invoiceNumber).toBe(
      `INV-${String(before.invoices + 1).padStart(6, '0')}`,
    )
    const photo = (await restored`select id from uploaded_objects where visit_id is not null limit 1`)[0].id
    expect((await fetch(`${url}/objects/${photo}?w=320`, { headers: as(admin) })).status).toBe(200)
    await isOneMoment(restored)
    await restored.close()
    expect((await stop()).code).toBe(0)
  }, 120_000)
})

describe('a backup', () => {
  test('a backup of what was restored is the same, rows and photos', async () => {
    await aWorld()
    const { path } = await backUp()
    const machine = await aMachineSoon()
    expect((await restore(machine, path)).code).toBe(0)
    const again = join(folder.path, 'again.tar')
    expect((await machine.run('src/backup/run-backup.ts', again)).code).toBe(0)
    const [one, two] = await Promise.all([path, again].map(unpacked))
    for (const which of [one, two]) for (const name of ['manifest.json', 'end.json']) which!.delete(name)
    // A restore begins a new epoch of events and dashboards.
    for (const [table, told] of [
      ['settings', /.*"changes_epoch".*\n/g],
      ['users', /"activity_version":\d+/g],
    ] as const) {
      const [settled, restored] = await Promise.all([path, again].map((backup) => rowsIn(backup, table)))
      expect(settled!.replace(told, '')).not.toBe('')
      expect(restored).toMatch(told)
      expect(restored!.replace(told, '')).toBe(settled!.replace(told, ''))
      for (const which of [one, two])
        for (const name of which!.keys()) if (name.startsWith(`tables/${table}/`)) which!.delete(name)
    }
    expect([...two!.keys()]).toEqual([...one!.keys()])
    expect([...one!.keys()].filter((name) => name.startsWith('photos/'))).toHaveLength(
      await db.$count(uploadedObjects, sql`state = 'stored'`),
    )
    for (const [name, hash] of one!) expect(`${name} ${two!.get(name)}`).toBe(`${name} ${hash}`)
  }, 60_000)

  test('goes into nothing but an empty database', async () => {
    await aWorld()
    const { path } = await backUp()
    const machine = await aMachineSoon()
    expect((await restore(machine, path)).code).toBe(0)
    const again = await restore(machine, path)
    expect(again).toEqual({ code: 1, said: expect.stringMatching(/^Nothing was restored: This database is not empty/) })
  }, 60_000)

  test('that is damaged, cut off or of another version is refused, and the database stays empty', async () => {
    await aWorld()
    const { path } = await backUp()
    const whole = Buffer.from(await Bun.file(path).bytes())
    const other = Buffer.from(whole)
    other.write('"form":9', whole.indexOf('"form":1'))
    const damaged = Buffer.from(whole)
    // In the middle of a photo: nothing else would notice.
    const inPhoto = whole.indexOf('photos/') + 1000
    damaged[inPhoto] = damaged[inPhoto]! ^ 1
    const tooShort = [whole.subarray(0, 400), whole.subarray(0, 512), whole.subarray(0, whole.length * 0.6)]
    const cases: [Buffer, RegExp][] = [
      [damaged, /The backup is damaged\./],
      [other, /another version|was made by a Fettle/],
      [Buffer.from('a letter to somebody, not a backup\n'.repeat(100)), /This is not a backup of Fettle\./],
      [Buffer.alloc(0), /ends too early/],
      ...tooShort.map((bytes): [Buffer, RegExp] => [bytes, /ends too early/]),
    ]
    const machine = await aMachineSoon()
    for (const [bytes, sentence] of cases) {
      const file = join(folder.path, 'wrong.tar')
      await Bun.write(file, bytes)
      expect(await restore(machine, file)).toEqual({ code: 1, said: expect.stringMatching(sentence) })
    }
    expect((await restore(machine, path)).code).toBe(0)
  }, 120_000)

  test('takes no more memory the more there is', async () => {
    await db.execute(sql`insert into users (id, email, first_name, role)
      select gen_random_uuid(), 'p' || n || '@home.example', repeat('x', 1000), 'contractor' from generate_series(1, 60000) n`)
    let [bytes, most] = [0, 0]
    const before = living()
    const { rows } = await writeBackup(
      async (part) => {
        bytes += part.length
        most = Math.max(most, living() - before)
      },
      { photos: true },
    )
    expect(rows.users).toBe(60_000)
    expect(bytes).toBeGreaterThan(500_000)
    // Of sixty million characters.
    expect(most).toBeLessThan(12e6)
  }, 60_000)
})
