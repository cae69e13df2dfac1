import { expect, test } from 'bun:test'
import { count, eq, isNull, ne } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { DEMO_PASSWORD } from '#db/demo/people.ts'
import { isDemo, warnOfPublicPasswords } from '#db/demo/public-passwords.ts'
import { seedDemo } from '#db/demo/seed.ts'
import { STORIES } from '#db/demo/stories.ts'
import {
  certificates,
  emailNotifications,
  invoices,
  jobs,
  jobVisits,
  messages,
  queuedWork,
  quotes,
  users,
} from '#db/schema.ts'
import { hashPassword } from '#src/accounts/password/hash.ts'
import { dayOf } from '#src/domain/dates.ts'
import { isLate } from '#src/domain/job/first-visit.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { isCertificateLate, isCertificateSoon } from '#src/domain/property/certificate/state.ts'
import { readPhoto } from '#src/photos/image/thumbnails.ts'
import { captureLog } from '#tests/support/log.ts'
import { anAdmin } from '#tests/support/world.ts'

async function warningsOfPasswords(): Promise<string[]> {
  using logged = captureLog()
  await warnOfPublicPasswords()
  return logged.events().map(({ event }) => event)
}

const UK_POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})$/

test('the stories have postcodes and issues that a job may have', () => {
  for (const { address, issue } of STORIES) {
    expect(address).toMatch(UK_POSTCODE)
    expect(issue.length).toBeGreaterThanOrEqual(10)
  }
})

test('an empty database is filled once, with jobs in every state, photos, mail and invoices', async () => {
  const both = await Promise.all([seedDemo(), seedDemo()])
  expect(both.toSorted()).toEqual([false, true])
  expect(await isDemo()).toBe(true)
  expect(await warningsOfPasswords()).toEqual(['accounts.demo'])

  const byStatus = await db.select({ status: jobs.status, count: count() }).from(jobs).groupBy(jobs.status)
  expect(byStatus.map(({ status }) => status).toSorted()).toEqual([...JOB_STATUSES].toSorted())
  const raised = await db.select().from(jobs).where(eq(jobs.jobType, 'visit'))
  expect(raised.filter(({ rivalOfJobId }) => !rivalOfJobId)).toHaveLength(STORIES.length)
  const ages = raised.map((job) => (Date.now() - job.createdAt.getTime()) / 86_400_000)
  expect(Math.max(...ages)).toBeCloseTo(83, 0)
  expect(Math.min(...ages)).toBeLessThan(1)

  const now = await db.select().from(jobs)
  const rivals = now.filter(({ rivalOfJobId }) => rivalOfJobId).map(({ status }) => status)
  expect(rivals).toEqual(['quote_pending', 'quote_pending'])
  const days = now.flatMap(({ appointmentEndsAt }) => (appointmentEndsAt ? [dayOf(appointmentEndsAt)] : []))
  expect(new Set(days)).toEqual(new Set([new Date(), new Date(Date.now() + 86_400_000)].map(dayOf)))
  expect(await db.$count(quotes, eq(quotes.version, 2))).toBe(1)
  expect(await db.$count(messages, eq(messages.adminsOnly, true))).toBe(1)
  const outcomes = (await db.select().from(jobVisits)).map(({ outcome }) => outcome)
  expect(new Set(outcomes)).toEqual(new Set(['done', 'no_access', 'return']))

  // Some wait long, and some first visits are late.
  const waited = now.flatMap((job) => (job.waitingOn === 'nobody' ? [] : [Date.now() - Number(job.waitingSince)]))
  expect(Math.max(...waited) / 86_400_000).toBeGreaterThan(7)
  expect(now.filter((job) => isLate(job)).length).toBeGreaterThanOrEqual(3)

  const marked = now.filter(({ hazardLevel }) => hazardLevel).map(({ hazardDue }) => hazardDue! < new Date())
  expect(marked.toSorted()).toEqual([false, true])

  const kept = await db.select().from(certificates)
  expect(kept.filter((certificate) => isCertificateLate(certificate))).toHaveLength(3)
  expect(kept.filter((certificate) => isCertificateSoon(certificate))).toHaveLength(3)

  const numbers = (await db.select().from(invoices)).map((invoice) => invoice.invoiceNumber).toSorted()
  expect(numbers).toEqual(numbers.map((_, index) => `INV-${String(index + 1).padStart(6, '0')}`))
  const paths = (await db.select().from(jobVisits)).flatMap((visit) => visit.photosUrls)
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) expect(await readPhoto(path.split('/').at(-1)!, 'thumbnail', 'a reader')).not.toBeNull()

  const failed = await db.select().from(emailNotifications).where(eq(emailNotifications.status, 'failed'))
  expect(failed).toHaveLength(1)
  const queued = await db.$count(emailNotifications, eq(emailNotifications.status, 'queued'))
  expect(await db.$count(queuedWork, eq(queuedWork.kind, 'email'))).toBe(queued)

  await db.update(users).set({ hashedPassword: null }).where(ne(users.username, 'ben.okafor'))
  await db.update(users).set({ hashedPassword: null }).where(isNull(users.username))
  expect(await warningsOfPasswords()).toEqual(['accounts.demo'])
  const hashedPassword = await hashPassword('another one')
  await db.update(users).set({ hashedPassword }).where(eq(users.username, 'ben.okafor'))
  expect(await warningsOfPasswords()).toEqual([])
}, 60_000)

test('a database with anybody in it is left alone', async () => {
  await anAdmin()
  expect(await seedDemo()).toBe(false)
  expect(await db.$count(users)).toBe(1)
  expect(await isDemo()).toBe(false)
  await db.update(users).set({ hashedPassword: await hashPassword(DEMO_PASSWORD) })
  expect(await warningsOfPasswords()).toEqual([])
})
