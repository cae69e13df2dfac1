import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import { noteMailServer } from '#src/emails/outage.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { anEmail, queue } from '#tests/queue/working.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'
import { durationInWords } from '#views/emails/queue.tsx'

const PATH = '/admin/emails'
const FAILED = `${PATH}?tab=failed`

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const html = async (path: string) => (await ada.get(path)).text()
const fail = (id: string, lastError = '550 No such mailbox') =>
  db.execute(sql`
    with done as (delete from outbox where subject = ${id})
    update email_notifications set status = 'failed', last_error = ${lastError} where id = ${id}`)
/** The figures, by their names. */
const figures = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/stat-value">([^<]*)<\/span><span class="stat-label">([^<]*)</g)].map(([, value, name]) => [
      name,
      value,
    ]),
  )
/** The text of each row's cells. */
const rows = (page: string) =>
  [...page.matchAll(/<tr id="email-[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<(th|td)[^>]*>(.*?)<\/\1>/gs)].map(([, , cell]) => cell!.replace(/<[^>]*>/g, '')),
  )

describe('what waits', () => {
  test('nothing', async () => {
    const page = await html(PATH)
    expect(figures(page)).toEqual({ Waiting: '0', 'Longest Wait': '–', Failed: '0', 'Sent in 24 Hours': '0' })
    expect(page).toContain('No e-mail waits to be sent')
    expect(page).not.toContain('mail-server')
    expect(await html(FAILED)).toContain('No e-mail has failed')
    expect(await html('/')).toContain('E-mails: all are sent')
  })

  test('each with its kind, job, recipient, tries, next try and last error, the longest first', async () => {
    const job = await aJob(cast, 'assigned')
    const [first] = await queue()
    const later = await anEmail({ jobRef: 'JOB-2' }, 'dee@spark.example')
    const held = await anEmail({ jobRef: 'JOB-3' }, 'tom@roof.example')
    await db.execute(
      sql`update email_notifications set created_at = now() - interval '3 hours 5 minutes' where id = ${first!.subject}`,
    )
    await db.execute(
      sql`update email_notifications set created_at = now() - interval '2 hours', last_error = '450 <Busy>' where id = ${later}`,
    )
    await db.execute(sql`update outbox set attempts = 7, run_at = '2030-03-04T05:06:00Z' where subject = ${later}`)
    await db.execute(
      sql`update outbox set attempts = 1, leased_until = now() + interval '1 minute' where subject = ${held}`,
    )
    await db.execute(sql`update outbox set created_at = now() - interval '3 hours 5 minutes' where id = ${first!.id}`)
    const page = await html(PATH)
    expect(figures(page)).toMatchObject({ Waiting: '3', 'Longest Wait': '3 h', Failed: '0' })
    const day = expect.stringMatching(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/)
    expect(rows(page)).toEqual([
      ['Job assigned', job.jobRef, cast.contractor.email!, day, '0', 'Soon', 'None'],
      ['Job assigned', 'JOB-2', 'dee@spark.example', day, '7', '04/03/2030, 05:06', '450 &lt;Busy&gt;'],
      ['Job assigned', 'JOB-3', 'tom@roof.example', day, '1', 'Being sent', 'None'],
    ])
    expect(page).toContain(`<a href="/admin/jobs/${job.id}">${job.jobRef}</a>`)
  })

  test('more than a page, without gap or repetition', async () => {
    await db.execute(sql`delete from outbox`)
    await db.delete(emailNotifications)
    for (let number = 0; number < 60; number++) await anEmail({ jobRef: `JOB-${number}` })
    // Many at the same moment: the id decides.
    await db.execute(sql`update email_notifications set created_at = date_trunc('second', created_at)`)
    const first = await html(PATH)
    const next = /href="(\/admin\/emails\?tab=waiting&amp;cursor=[^"]*)"/.exec(first)![1]!.replace('&amp;', '&')
    const second = await (await ada.htmx(next)).text()
    expect([rows(first).length, rows(second).length]).toEqual([50, 10])
    const refs = [...rows(first), ...rows(second)].map(([, ref]) => ref)
    expect(new Set(refs).size).toBe(60)
    expect(second).not.toContain('Load more')
  })

  test('for a mail server that is away: since when, and what it said last', async () => {
    const [first, second] = [await anEmail(), await anEmail()]
    await db.execute(
      sql`update outbox set attempts = 9, last_error = 'Mail server: it refuses the sign-in (535 <no>)' where subject = ${first}`,
    )
    await db.execute(
      sql`update outbox set attempts = 1, last_error = 'Mail server: it does not answer' where subject = ${second}`,
    )
    await noteMailServer(false)
    await db.execute(sql`update settings set since = '2026-03-04T05:06:00Z' where name like 'mail_server%'`)
    await noteMailServer(false)
    const page = await html(PATH)
    expect(page).toContain(
      'has not taken an e-mail since <time dateTime="2026-03-04T05:06:00.000Z">04/03/2026, 05:06</time>',
    )
    expect(page).toContain('Mail server: it refuses the sign-in (535 &lt;no&gt;)</p>')
    expect(await html('/')).toContain('Mail server away')
    await noteMailServer(true)
    expect(await html(PATH)).not.toContain('has not taken an e-mail')
  })

  test('e-mails sent are counted for a day', async () => {
    for (const ago of ['1 hour', '23 hours', '25 hours']) {
      const id = await anEmail()
      await db.execute(
        sql`update email_notifications set status = 'sent', sent_at = now() - ${ago}::interval where id = ${id}`,
      )
    }
    expect(figures(await html(PATH))).toMatchObject({ 'Sent in 24 Hours': '2', Waiting: '0' })
  })
})

describe('what failed', () => {
  test('is listed with the reason, and sent again', async () => {
    const id = await anEmail({ jobRef: 'JOB-7' })
    await fail(id)
    const day = expect.any(String)
    expect(rows(await html(FAILED))).toEqual([
      ['Job assigned', 'JOB-7', 'carl@plumbing.example', day, '550 No such mailbox', 'Resend'],
    ])
    const response = await ada.submit(`${PATH}/${id}/resend`)
    expect([response.status, response.headers.get('location')]).toEqual([303, FAILED])
    expect(await queue()).toMatchObject([{ subject: id, attempts: 0 }])
    const again = await ada.htmx(`${PATH}/${id}/resend`, { method: 'POST', form: {} })
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('already being sent')])
    expect((await ada.submit(`${PATH}/${crypto.randomUUID()}/resend`)).status).toBe(404)
  })

  test('by htmx the region is shown anew', async () => {
    const [one, other] = [await anEmail(), await anEmail()]
    await Promise.all([fail(one), fail(other)])
    const text = await (await ada.htmx(`${PATH}/${one}/resend`, { method: 'POST', form: {} })).text()
    expect(text).toStartWith('<section id="emails"')
    expect(rows(text)).toHaveLength(1)
    expect(figures(text)).toMatchObject({ Waiting: '1', Failed: '1' })
  })

  test('all of it is sent again once that is confirmed, each once however often it is asked', async () => {
    const waiting = await anEmail()
    const failed = [await anEmail(), await anEmail(), await anEmail()]
    await Promise.all(failed.map((id) => fail(id)))
    const question = await ada.submit(`${PATH}/resend`)
    expect(await question.text()).toContain('Resend all 3 failed e-mails?')
    expect(await db.$count(queuedWork)).toBe(1)
    const answers = await Promise.all([1, 2, 3].map(() => ada.submit(`${PATH}/resend`, { confirmed: 'yes' })))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await queue()).map(({ subject }) => subject).toSorted()).toEqual([waiting, ...failed].toSorted())
    expect(await db.selectDistinct({ status: emailNotifications.status }).from(emailNotifications)).toEqual([
      { status: 'queued' },
    ])
  })

  test('when it has been sent again meanwhile, that is said', async () => {
    expect(await toastOf(ada.submit(`${PATH}/resend`, { confirmed: 'yes' }))).toBe(
      'Nothing to Resend / No e-mail had failed any more.',
    )
  })
})

test.each([
  [5, '5 s'],
  [60, '1 min'],
  [3599.5, '59 min'],
  [7200, '2 h'],
  [200_000, '2 d'],
])('%p seconds are %p', (seconds, text) => {
  expect(durationInWords(seconds)).toBe(text)
})
