import { expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { db } from '#db/connect/client.ts'
import { accountEvents, jobs, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime, today } from '#src/domain/dates.ts'
import { monthBefore } from '#src/domain/job/figures/period.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import { emailHandler } from '#src/emails/handler.ts'
import { mailFigures } from '#src/figures/by-email.ts'
import { reminderTask } from '#src/reminders/task.ts'
import { env } from '#src/runtime/env.ts'
import { aWorker, handlers, untilDelivered } from '#tests/queue/working.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()

const asks = (user: Actor, told = '2026-11-01') =>
  db.update(users).set({ figuresTold: told }).where(eq(users.id, user.id))
const account = async ({ id }: Actor) => (await db.query.users.findFirst({ where: eq(users.id, id) }))!
const sent = async () =>
  (await db.query.emailNotifications.findMany({ orderBy: (row, { asc }) => asc(row.id) }))
    .filter(({ emailType }) => emailType === 'month_figures')
    .map(({ contractorEmail: to, content }) => ({ to, path: content.path, ...content.figures! }))

/** One job raised and finished in December 2026, another raised the month before. */
async function aDecember() {
  const [one, other] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
  const days = (raised: string, closed: string) => ({
    ...{ createdAt: londonTime(raised, '12:00'), closedAt: londonTime(closed, '12:00') },
    ...{ firstVisitAt: londonTime(closed, '12:00'), visitBy: londonTime(closed, '18:00') },
  })
  await db.update(jobs).set(days('2026-12-02', '2026-12-04')).where(eq(jobs.id, one.id))
  await db.update(jobs).set(days('2026-11-02', '2026-11-04')).where(eq(jobs.id, other.id))
}

test('a form on the profile turns them on and off, for every role, and the account’s history knows', async () => {
  for (const user of [cast.admin, cast.agent, cast.contractor]) {
    const client = await signedInAs(user)
    expect(await (await client.get('/profile')).text()).toContain('Turn Figures On')
    expect((await client.submit('/profile/reminders', { figures: 'on' })).headers.get('location')).toBe('/profile')
    expect(await account(user)).toMatchObject({ figuresTold: monthBefore(today()).from, reminders: true })
    expect(await (await client.get('/profile')).text()).toContain('Turn Figures Off')
    expect(await (await client.get('/api/profile/reminders')).json()).toEqual({ byEmail: true, figures: true })
    const off = await client.send('/api/profile/reminders', { method: 'PUT', body: { byEmail: true, figures: false } })
    expect(await off.json()).toEqual({ byEmail: true, figures: false })
    expect((await account(user)).figuresTold).toBeNull()
    expect((await client.submit('/profile/reminders', { figures: 'maybe' })).status).toBe(422)
  }
  const events = (await db.select().from(accountEvents)).map(({ event }) => event)
  expect(events.filter((event) => /^figures/.test(event))).toHaveLength(6)
})

test('they are sent at eight on the first working day of the month, to who asks for them, and to nobody else', async () => {
  await aDecember()
  for (const user of [cast.admin, cast.contractor]) await asks(user)
  const at = (day: string, time: string) => reminderTask(() => londonTime(day, time))()
  await at('2026-12-31', '09:00')
  expect(await sent()).toEqual([])
  await asks(cast.admin)
  await asks(cast.contractor)
  // New Year's Day is a Friday.
  for (const [day, time] of [
    ['2027-01-01', '09:00'],
    ['2027-01-02', '09:00'],
    ['2027-01-04', '07:59'],
  ] as const) {
    await at(day, time)
    expect(await sent()).toEqual([])
  }
  await at('2027-01-04', '08:01')
  const mails = await sent()
  expect(new Set(mails.map(({ to, path }) => `${to} ${path}`))).toEqual(
    new Set([`${cast.admin.email} /admin/figures?month=2026-12`, `${cast.contractor.email} /figures?month=2026-12`]),
  )
  for (const mail of mails) {
    expect(mail).toMatchObject({ month: 'December 2026', columns: ['Dec 2026', 'Nov 2026', 'Dec 2025'] })
    expect(mail.headline).toContain('1 of 1 first visit in time. 1 job raised, 1 finished')
    expect(mail.rows.find(({ label }) => label === 'Raised')).toMatchObject({
      ...{ heading: 'Jobs', now: '1', before: '1', yearBefore: '0' },
    })
    expect(mail.rows.map(({ label }) => label)).not.toContain('Declined')
  }
})

test('each month is sent once: by several processes at once, after a restart, and with a day’s outage a day later', async () => {
  for (const user of [cast.admin, cast.agent, cast.contractor]) await asks(user)
  const counts = await Promise.all(Array.from({ length: 4 }, () => mailFigures('2027-01-05')))
  expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  expect(await mailFigures('2027-01-05')).toBe(0)
  expect(await mailFigures('2027-01-29')).toBe(0)
  expect(await sent()).toHaveLength(3)
  expect(await mailFigures('2027-02-01')).toBe(3)
})

test('who is away is sent them when back, who has no address or is deleted never', async () => {
  await asks(cast.contractor)
  await db.update(users).set({ awayUntil: '2027-01-11' }).where(eq(users.id, cast.contractor.id))
  await asks(cast.agent)
  await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
  await asks(cast.admin)
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, cast.admin.id))
  expect(await mailFigures('2027-01-04')).toBe(0)
  expect(await mailFigures('2027-01-11')).toBe(1)
  expect((await sent()).map(({ to }) => to)).toEqual([cast.contractor.email!])
})

test('the letter has the headline, the table and a link, and one click ends it and nothing else', async () => {
  await aDecember()
  await asks(cast.agent)
  await mailFigures('2027-01-04')
  const folder = await mkdtemp(join(tmpdir(), 'fettle-figures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  aWorker(handlers({ email: emailHandler(fileMailer(folder, 'Fettle <no-reply@fettle.example>')) }))
  await untilDelivered()
  const mails = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await Bun.file(join(folder, name)).arrayBuffer())),
  )
  const mail = mails.find(({ subject }) => subject === 'Figures of December 2026')!
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  const address = /^<(\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const text of [mail.html, mail.text]) {
    for (const said of ['1 of 1 first visit in time', 'Nov 2026', 'Raised', `${env.PUBLIC_URL}/figures?month=2026-12`])
      expect(text).toContain(said)
    expect(text).not.toMatch(/\{\{|undefined|null/)
  }
  const path = address.replace(env.PUBLIC_URL, '')
  expect(path).toMatch(/^\/unsubscribe\/[\w-]{43}\?of=figures$/)
  expect(await (await stranger.get(path)).text()).toContain(`action="${path}"`)
  const answer = await stranger.submit(path, { 'List-Unsubscribe': 'One-Click' })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Figures Are Off')])
  expect(await account(cast.agent)).toMatchObject({ figuresTold: null, reminders: true })
  expect(await (await stranger.get(path)).text()).toContain('Figures Are Off')
})
