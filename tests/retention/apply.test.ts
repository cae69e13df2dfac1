import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import {
  accountEvents,
  changes,
  emailNotifications,
  invoices,
  jobs,
  jobVisits,
  links,
  sessions,
  signInFailures,
  uploadedObjects,
  users,
} from '#db/schema.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { photoPath } from '#src/domain/photo/photo.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { env } from '#src/runtime/env.ts'
import { message } from '#tests/emails/letters.ts'
import { numberAll } from '#tests/events/reading.ts'
import { anEmail, queue } from '#tests/queue/working.ts'
import { aFamily, quoteOf } from '#tests/quotes/family.ts'
import { captureLog } from '#tests/support/log.ts'
import { aCast, aJob, anAgent, type Cast, finishedQuoteWork } from '#tests/support/world.ts'
import { longUntouched } from './old.ts'

const logged = captureLog()
beforeEach(() => logged.clear())
afterAll(logged.stop)
const said = () => logged.lines().map(({ msg }) => msg)

const age = (table: SQL, column: SQL, id: string, interval: string) =>
  db.execute(sql`update ${table} set ${column} = now() - ${interval}::interval where id = ${id}`)

const remaining = async () => (await db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id).toSorted()

describe('job records', () => {
  test('go seven years after their last change, with their photos; invoices stay', async () => {
    const cast = await aCast()
    const [old, kept] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    const photoOf = async (jobId: string) => {
      const [visit] = await db.select().from(jobVisits).where(sql`job_id = ${jobId}`)
      const [photo] = await db.insert(uploadedObjects).values({ state: 'stored', visitId: visit!.id }).returning()
      return photo!.id
    }
    const [photo] = [await photoOf(old.id), await photoOf(kept.id)]
    await db.insert(invoices).values({
      invoiceNumber: 'INV-000001',
      type: 'contractor_visit',
      jobId: old.id,
      description: 'Visit fee',
      amount: 6000,
      contractorName: 'Carl Mason',
      propertyAddress: '12 Mill Lane',
    })
    await db.execute('delete from outbox')
    await longUntouched(old.id, '7 years 1 day')
    await longUntouched(kept.id, '6 years 364 days')
    await applyRetention()
    expect(await remaining()).toEqual([kept.id])
    expect(await queue()).toMatchObject([{ kind: 'remove_object', subject: photo }])
    expect(await db.select().from(invoices)).toMatchObject([{ jobId: null, invoiceNumber: 'INV-000001' }])
    expect(said()).toContain('Retention removed 1 jobs.')
  })

  test('stay together with the quote work that came of them', async () => {
    const cast = await aCast()
    const { parent, work } = await finishedQuoteWork(cast)
    const both = [parent.id, work.id].toSorted()
    for (const [young, old] of [
      [work, parent],
      [parent, work],
    ]) {
      await longUntouched(parent.id, '8 years')
      await age(sql`jobs`, sql`updated_at`, young!.id, '1 day')
      await age(sql`jobs`, sql`updated_at`, old!.id, '8 years')
      await applyRetention()
      expect(await remaining()).toEqual(both)
    }
    await longUntouched(parent.id, '8 years')
    await applyRetention()
    expect(await remaining()).toEqual([])
  })

  test('take their photo from a rival, which goes seven years after its own last change', async () => {
    const cast = await aCast()
    const { root, hers, his } = await aFamily(cast)
    const [photo] = await db.insert(uploadedObjects).values({ state: 'stored', jobId: root.id }).returning()
    await db.update(jobs).set({ photosUrls: [photoPath(photo!.id)] })
    await cancelJob(cast.admin, his.id, 'Too late')
    await declineQuote(cast.agent, (await quoteOf(hers.id)).id)
    await declineQuote(cast.agent, (await quoteOf(root.id)).id)
    await longUntouched(root.id, '7 years 1 day')
    await longUntouched(hers.id, '6 years 364 days')
    const last = async () => (await db.select().from(jobs).where(eq(jobs.id, hers.id)))[0]!
    const { updatedAt } = await last()
    await applyRetention()
    expect(await remaining()).toEqual([hers.id, his.id].toSorted())
    expect(await last()).toMatchObject({ photosUrls: [], updatedAt })
  })

  test('go however many are due', async () => {
    const { agent } = await aCast()
    await db.execute(sql`
      insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name,
        property_address, issue_description, status, updated_at)
      select gen_random_uuid(), 'OLD-' || n, ${agent.id}, 'O', 'R', 'Rose', 'Lane', 'Broken boiler', 'cancelled', now() - interval '9 years'
      from generate_series(1, 450) n`)
    await applyRetention()
    expect(await remaining()).toEqual([])
    expect(said()).toContain('Retention removed 450 jobs.')
  })
})

describe('accounts', () => {
  const gone = (cast: Cast, interval: string) => age(sql`users`, sql`deleted_at`, cast.contractor.id, interval)

  test('go seven years after they were deleted; their work stays', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'completed')
    await gone(cast, '6 years 364 days')
    await applyRetention()
    expect(await db.$count(users)).toBe(3)
    await gone(cast, '7 years 1 day')
    await applyRetention()
    expect(await db.$count(users)).toBe(2)
    expect(await db.select({ id: jobs.id, contractorId: jobs.contractorId }).from(jobs)).toEqual([
      { id: job.id, contractorId: null },
    ])
  })

  test('go with what happened to them and their links; what they did to others stays, by name', async () => {
    const cast = await aCast()
    await editAccount(cast.admin, cast.contractor.id, { phone: '07700 900777' })
    await db.insert(links).values({ purpose: 'calendar', tokenHash: 'x', userId: cast.contractor.id })
    const byThem = { userId: cast.agent.id, actorId: cast.contractor.id, actorName: 'Carl Mason' }
    await db.insert(accountEvents).values({ ...byThem, event: 'edited' })
    await gone(cast, '7 years 1 day')
    await applyRetention()
    expect(await db.select().from(accountEvents)).toMatchObject([{ ...byThem, actorId: null }])
    expect(await db.$count(links)).toBe(0)
  })

  test('that cannot go keep nothing else from going', async () => {
    onTestFinished(async () => {
      await db.execute(sql`drop function keep_account cascade`)
    })
    await db.execute(
      sql`create function keep_account() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`,
    )
    await db.execute(sql`create trigger keep_account before delete on users execute function keep_account()`)
    const cast = await aCast()
    await longUntouched((await aJob(cast, 'completed')).id, '8 years')
    await numberAll()
    await db.execute(sql`update changes set at = now() - interval '91 days'`)
    await gone(cast, '8 years')
    await expect(applyRetention()).rejects.toThrow()
    expect(await remaining()).toEqual([])
    expect(await db.$count(changes, sql`at < now() - interval '90 days'`)).toBe(0)
    expect(await db.$count(users)).toBe(3)
  })

  test('go however many are due', async () => {
    await db.execute(sql`insert into users (id, email, role, auth_type, deleted_at)
      select gen_random_uuid(), n || '@gone.example', 'contractor', 'local', now() - interval '8 years' from generate_series(1, 12) n`)
    await applyRetention()
    expect(said()).toContain('Retention removed 12 accounts.')
  })

  test('that live stay however old they are', async () => {
    const agent = await anAgent()
    await age(sql`users`, sql`created_at`, agent.id, '20 years')
    await age(sql`users`, sql`updated_at`, agent.id, '20 years')
    await applyRetention()
    expect(await db.$count(users)).toBe(1)
    expect(said()).toEqual([])
  })

  test('with a job in hand wait until it has another contractor', async () => {
    const cast = await aCast()
    await aJob(cast, 'assigned')
    await gone(cast, '8 years')
    await applyRetention()
    expect(await db.$count(users)).toBe(3)
  })
})

test('e-mails are removed after three years, and the files they were written to', async () => {
  const [old, kept] = [await anEmail(), await anEmail()]
  const folder = join(env.DATA_DIR, 'mail')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const mailer = fileMailer(folder, 'Fettle <no-reply@fettle.example>')
  for (const id of [old, kept]) await mailer.send(message({ id }))
  await Bun.write(join(folder, 'notes.eml'), 'An operator’s own')
  await age(sql`email_notifications`, sql`created_at`, old, '3 years 1 day')
  await age(sql`email_notifications`, sql`created_at`, kept, '2 years 364 days')
  await applyRetention()
  expect(await db.select({ id: emailNotifications.id }).from(emailNotifications)).toEqual([{ id: kept }])
  expect((await readdir(folder)).sort()).toEqual([expect.stringContaining(`-${kept}.eml`), 'notes.eml'])
})

test('sessions go when they expire, and after two years at the latest', async () => {
  const { id: userId } = await anAgent()
  const session = (sid: string, created: string, days: number) => ({
    sid,
    userId,
    sess: { createdAt: created, userAgent: null },
    expire: new Date(Date.now() + days * 24 * 3600 * 1000),
  })
  const today = new Date().toISOString()
  await db
    .insert(sessions)
    .values([
      session('live', today, 30),
      session('expired', today, -1),
      session('ancient', '2020-01-01T00:00:00.000Z', 30),
    ])
  await applyRetention()
  expect(await db.select({ sid: sessions.sid }).from(sessions)).toEqual([{ sid: 'live' }])
})

test('failed sign-ins go after a day', async () => {
  await db.insert(signInFailures).values([
    { identifierHash: 'new', address: '192.0.2.1' },
    { identifierHash: 'old', address: '192.0.2.1', createdAt: new Date(Date.now() - 25 * 3600 * 1000) },
  ])
  await applyRetention()
  expect(await db.select({ hash: signInFailures.identifierHash }).from(signInFailures)).toEqual([{ hash: 'new' }])
})

test('uploads that no visit took go after a day', async () => {
  const job = await aJob(await aCast(), 'completed')
  const [visit] = await db.select().from(jobVisits).where(sql`job_id = ${job.id}`)
  const made = await db
    .insert(uploadedObjects)
    .values([{ state: 'stored' }, { state: 'promised' }, { state: 'stored' }, { state: 'stored', visitId: visit!.id }])
    .returning()
  const [stored, promised, young, taken] = made.map(({ id }) => id) as [string, string, string, string]
  for (const id of [stored, promised, taken]) await age(sql`uploaded_objects`, sql`created_at`, id, '25 hours')
  await age(sql`uploaded_objects`, sql`created_at`, young, '23 hours')
  await db.execute('delete from outbox')
  await Promise.all([removeOrphans(), removeOrphans()])
  expect((await queue()).map(({ subject }) => subject).toSorted()).toEqual([stored, promised].toSorted())
})
