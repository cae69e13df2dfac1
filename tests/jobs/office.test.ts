import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { db } from '#db/connect/client.ts'
import { emailNotifications } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { emailHandler } from '#src/emails/handler.ts'
import { type EmailMessage, envelope } from '#src/emails/message.ts'
import { signedInAs } from '#tests/support/app.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { aCast, aJob } from '#tests/support/world.ts'

// Here the settings are CONTACT_PHONE=01483 000000 and CONTACT_EMAIL=office@fettle.example.
const PHONE = 'href="tel:01483000000"'
const EMAIL = 'href="mailto:office@fettle.example"'

describe('the office’s phone and e-mail', () => {
  test('stand on the job’s page of its agent and its contractor, on the card, and where a visit is logged', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const [agent, carl] = await Promise.all([signedInAs(cast.agent), signedInAs(cast.contractor)])
    for (const [client, path] of [
      [agent, `/jobs/${id}`],
      [carl, `/jobs/${id}`],
      [carl, '/jobs'],
      [carl, `/visit/${id}`],
    ] as const) {
      const page = await (await client.get(path)).text()
      expect({ path, phone: page.includes(PHONE), email: page.includes(EMAIL) }).toEqual({
        path,
        phone: true,
        email: true,
      })
    }
    const started = await carl.htmx(`/jobs/${id}/start`, { method: 'POST' })
    expect(await started.text()).toContain(PHONE)
  })

  test('are in the job’s JSON', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const job = (await (await (await signedInAs(cast.contractor)).get(`/api/jobs/${id}`)).json()) as { office: unknown }
    expect(job.office).toEqual({ phone: '01483 000000', email: 'office@fettle.example' })
  })
})

describe('where no setting names it', () => {
  let other: OtherProcess
  beforeAll(async () => {
    other = await otherProcess({ CONTACT_PHONE: '', CONTACT_EMAIL: '' })
  })
  afterAll(() => other.kill())

  test('nothing is shown', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const headers = { cookie: `session=${await openSession(cast.contractor.id, 'test')}` }
    for (const path of [`/jobs/${id}`, '/jobs', `/visit/${id}`]) {
      const page = await (await fetch(other.url + path, { headers })).text()
      expect(page).toContain('12 Mill Lane')
      expect(page).not.toContain('Office')
    }
    const job = (await (await fetch(`${other.url}/api/jobs/${id}`, { headers })).json()) as { office: unknown }
    expect(job.office).toBeNull()
  })
})

describe('replies to e-mails', () => {
  async function sent(replyTo?: string): Promise<EmailMessage[]> {
    const messages: EmailMessage[] = []
    const handler = emailHandler({ send: async (message) => void messages.push(message), close: () => {} }, replyTo)
    for (const { id } of await db.select({ id: emailNotifications.id }).from(emailNotifications))
      await handler.work(id, AbortSignal.timeout(5000))
    return messages
  }

  test('go to the office, those with a calendar file too, and the e-mail says so', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const startsAt = new Date(Date.now() + 86_400_000)
    await bookVisit(cast.contractor, id, { startsAt, endsAt: new Date(+startsAt + 7_200_000) })
    const messages = await sent()
    expect(messages.length).toBeGreaterThanOrEqual(2)
    expect(messages.some(({ calendar }) => calendar?.({ name: '', address: 'no-reply@fettle.example' }))).toBe(true)
    for (const message of messages) {
      expect(envelope(message, 'Fettle <no-reply@fettle.example>')).toMatchObject({
        from: { address: 'no-reply@fettle.example' },
        replyTo: { address: 'office@fettle.example' },
      })
      for (const body of [message.text, message.html]) {
        expect(body).toContain('The office reads replies to it.')
        expect(body).not.toContain('Nobody reads replies')
      }
    }
  })

  test('go nowhere without an office, and the e-mail says so', async () => {
    const cast = await aCast()
    await aJob(cast, 'assigned')
    const [message] = await sent('')
    expect(envelope(message!, 'Fettle <no-reply@fettle.example>')).not.toHaveProperty('replyTo')
    for (const body of [message!.text, message!.html]) expect(body).toContain('Nobody reads replies to it.')
  })

  test('have one address, as the mail server is given it', async () => {
    const { fileMailer } = await import('#src/emails/file-mailer.ts')
    const { mkdtemp, readdir, readFile } = await import('node:fs/promises')
    const folder = await mkdtemp('/tmp/fettle-office-')
    const { message } = await import('#tests/emails/letters.ts')
    await fileMailer(folder, 'no-reply@fettle.example').send(message({ replyTo: 'office@fettle.example' }))
    const [name] = await readdir(folder)
    const { replyTo } = await PostalMime.parse(await readFile(`${folder}/${name}`))
    expect(replyTo).toMatchObject([{ address: 'office@fettle.example' }])
  })
})
