import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, links, users } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { bookVisit, cancelVisit } from '#src/appointments/actions.ts'
import { renewCalendar } from '#src/appointments/calendar-link.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { findLink, makeLink } from '#src/links/links.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { captureLog } from '#tests/support/log.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { dayIn, onDay, tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')

const pathOf = (address: string) => new URL(address).pathname
const aFeed = async () => pathOf(await renewCalendar(cast.contractor))

async function eventsAt(path: string) {
  const answer = await stranger.get(path)
  expect(answer.status).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return { calendar, events, headers: answer.headers }
}

describe('the calendar of a contractor', () => {
  test('opens without a sign-in and has the booked visits in hand, as the e-mails have them', async () => {
    const path = await aFeed()
    const [moved, early] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    await aJob(cast, 'assigned')
    const others = await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
    await bookVisit(
      (await db.select().from(users).where(eq(users.id, others.contractorId!)))[0] as never,
      others.id,
      tomorrow(),
    )
    await bookVisit(cast.contractor, moved.id, tomorrow())
    await bookVisit(cast.contractor, moved.id, onDay(dayIn(4), '17:00', '20:00'))
    await bookVisit(cast.contractor, early.id, onDay(dayIn(2)))

    const { calendar, events, headers } = await eventsAt(path)
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Fettle')
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(events.map(({ summary, sequence }) => [summary, sequence])).toEqual([
      [`Repair visit: Rose Cottage (${early.jobRef})`, 0],
      [`Repair visit: Rose Cottage (${moved.jobRef})`, 1],
    ])
    expect(events.map(({ startDate }) => startDate.toJSDate())).toEqual([
      onDay(dayIn(2)).startsAt,
      onDay(dayIn(4), '17:00').startsAt,
    ])
    const mails = await db.select().from(emailNotifications).where(eq(emailNotifications.jobId, moved.id))
    const told = mails
      .flatMap(({ content }) => content.calendar ?? [])
      .sort((one, other) => one.sequence - other.sequence)
    expect(told.at(-1)).toMatchObject({ uid: events[1]!.uid, sequence: events[1]!.sequence })
    expect(events[1]!.description).toEndWith(`${env.PUBLIC_URL}/jobs/${moved.id}`)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('follows what becomes of them', async () => {
    const path = await aFeed()
    const all = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    for (const { id } of all) await bookVisit(cast.contractor, id, tomorrow())
    expect((await eventsAt(path)).events).toHaveLength(3)
    await cancelVisit(cast.contractor, all[0]!.id)
    await complete(cast.contractor, all[1]!.id, completion())
    await assignJob(cast.admin, all[2]!.id, (await aContractor()).id)
    expect((await eventsAt(path)).events).toEqual([])
  })

  test('tells nothing of the tenant, and of the job no more than where it is', async () => {
    const path = await aFeed()
    const { id } = await aJob(cast, 'assigned')
    await db.update(jobs).set({ tenantName: 'Tess Tenant', tenantPhone: '07700 900999' }).where(eq(jobs.id, id))
    await bookVisit(cast.contractor, id, tomorrow())
    const text = await (await stranger.get(path)).text()
    for (const secret of ['Tess', '900999', 'Key at the office', 'boiler', 'Olivia']) expect(text).not.toContain(secret)
  })
})

describe('its link', () => {
  test('is shown once, and kept as a hash', async () => {
    const page = await carl.submit('/profile/calendar')
    expect(page.status).toBe(201)
    const html = await page.text()
    const [, token] = /\/calendar\/([\w-]{43})\.ics/.exec(html)!
    expect(html).toContain(`href="webcal://localhost:3000/calendar/${token}.ics"`)
    const [row] = await db.select().from(links)
    expect(row).toMatchObject({ purpose: 'calendar', userId: cast.contractor.id, tokenHash: sha256(token!) })
    expect(JSON.stringify(row)).not.toContain(token!)
    const again = await (await carl.get('/profile')).text()
    expect(again).toContain('You have a link')
    expect(again).not.toContain(token!)
    expect((await eventsAt(`/calendar/${token}.ics`)).events).toEqual([])
  })

  test('ends when a new one is made, and when it is removed', async () => {
    const first = await aFeed()
    const second = await aFeed()
    expect((await stranger.get(first)).status).toBe(404)
    expect((await stranger.get(second)).status).toBe(200)
    const asked = await carl.submit('/profile/calendar/remove')
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('Remove the calendar link?')])
    expect((await carl.submit('/profile/calendar/remove', { confirmed: 'yes' })).status).toBe(303)
    expect((await stranger.get(second)).status).toBe(404)
    expect(await (await carl.get('/profile')).text()).toContain('Make Link')
  })

  test('ends with the account', async () => {
    const path = await aFeed()
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect([(await stranger.get(path)).status, await db.$count(links)]).toEqual([404, 0])
  })

  test('ends with the role, also when that comes back', async () => {
    const path = await aFeed()
    await setRole(cast.admin, cast.contractor.id, 'estate_agent')
    await setRole(cast.admin, cast.contractor.id, 'contractor')
    expect((await stranger.get(path)).status).toBe(404)
  })

  test('whose owner lost the role past the actions opens nothing', async () => {
    const path = await aFeed()
    await db.update(users).set({ role: 'admin' }).where(eq(users.id, cast.contractor.id))
    expect((await stranger.get(path)).status).toBe(404)
  })

  test.each([
    ['another', `/calendar/${'A'.repeat(43)}.ics`],
    ['without its ending', ''],
    ['cut short', '/calendar/abc.ics'],
    ['of nothing', '/calendar/.ics'],
    ['odd', '/calendar/%00%27%20or%20true--.ics'],
  ])('%s is not found', async (_, path) => {
    const known = await aFeed()
    expect((await stranger.get(path || known.replace('.ics', ''))).status).toBe(404)
  })

  test('of another purpose, used or expired does not open it', async () => {
    const userId = cast.contractor.id
    const open = async (purpose: 'calendar' | 'unsubscribe', about: object) => {
      const token = await transaction((tx) => makeLink(tx, purpose, { userId, ...about }))
      return (await stranger.get(`/calendar/${token}.ics`)).status
    }
    expect(await open('calendar', {})).toBe(200)
    expect(await open('unsubscribe', {})).toBe(404)
    expect(await open('calendar', { expiresAt: new Date(Date.now() - 1000) })).toBe(404)
    expect(await open('calendar', { expiresAt: new Date(Date.now() + 60_000) })).toBe(200)
    await db.update(links).set({ usedAt: sql`now()` })
    expect(await findLink('calendar', 'A'.repeat(43))).toBeNull()
    expect(await db.$count(links)).toBe(4)
  })

  test('is in no log', async () => {
    const path = await aFeed()
    using log = captureLog()
    await stranger.get(path)
    await stranger.get(path.replace('.ics', 'x.ics'))
    const token = path.split('/').at(-1)!.replace('.ics', '')
    expect(log.lines().map(({ msg }) => msg)).toEqual(['GET /calendar/:file 200', 'GET /calendar/:file 404'])
    expect(log.text()).not.toContain(token)
  })

  test('is asked for so often at most', async () => {
    const path = await aFeed()
    const here = await otherProcess({ RATE_READS: '2' })
    try {
      const ask = (at: string) => fetch(`${here.url}${at}`)
      expect((await ask(path)).headers.get('ratelimit-policy')).toBe('"reads";q=2;w=60')
      expect((await ask('/calendar/x.ics')).status).toBe(404)
      const beyond = await ask(path)
      expect([beyond.status, Boolean(beyond.headers.get('retry-after'))]).toEqual([429, true])
    } finally {
      await here.kill()
    }
  })

  test('is a contractor’s alone', async () => {
    for (const role of ['agent', 'admin'] as const) {
      const client = await signedInAs(cast[role])
      expect(await (await client.get('/profile')).text()).not.toContain('Calendar for your phone')
    }
    expect(await (await carl.get('/profile')).text()).toContain('Calendar for your phone')
  })
})
