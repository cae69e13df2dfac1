import { expect, onTestFinished, test } from 'bun:test'
import { eq, ne, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, queuedWork } from '#db/schema.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { resendAllEmails, resendEmail } from '#src/emails/actions.ts'
import { failedEmails } from '#src/emails/admin-queries.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { makeMailedLinks } from '#src/links/links.ts'
import { anEmail, aWorker, notification, queue, until, untilDelivered } from '#tests/queue/working.ts'
import { aCast, aContractor, aJob, anAdmin } from '#tests/support/world.ts'
import { MailServer, refusal } from './mail-server.ts'

async function aServer(behaviour: ConstructorParameters<typeof MailServer>[0] = {}) {
  const server = await new MailServer(behaviour).start()
  onTestFinished(() => server.stop())
  return server
}

const sendingTo = (server: MailServer) => standardHandlers(smtpMailer(server.url, 'Fettle <no-reply@fettle.example>'))

test('a queued e-mail is sent once, with both parts and everything escaped', async () => {
  const server = await aServer()
  const id = await anEmail({
    propertyName: '=?utf-8?Q?Bcc?=\r\nBcc: eve@evil.example\r\n\r\nRose',
    issueDescription: '<script>alert(1)</script> £5',
  })
  aWorker(sendingTo(server))
  await untilDelivered()
  const [read] = await server.read()
  expect(server.accepted).toHaveLength(1)
  expect(read).toMatchObject({
    to: [{ address: 'carl@plumbing.example' }],
    subject: 'URGENT: New job JOB-000123, = ?utf-8?Q?Bcc?= Bcc: eve@evil.example Rose',
    messageId: `<${id}@fettle.example>`,
  })
  expect(read!.bcc ?? []).toEqual([])
  expect(read!.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(read!.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; £5')
  expect(read!.html).not.toContain('<script')
  expect(read!.text).toContain('<script>alert(1)</script> £5')
  expect(await notification(id)).toMatchObject({ status: 'sent', lastError: null, sentAt: expect.any(Date) })
})

test('an e-mail refused for now is sent later, once', async () => {
  const server = await aServer({
    recipient: (tries) => {
      if (tries < 3) throw refusal(450, 'Greylisted')
    },
  })
  const id = await anEmail()
  aWorker(sendingTo(server), { retryAfter: () => 50 })
  await until(async () => (await notification(id)).lastError !== null, 'A written-down reason')
  expect(await notification(id)).toMatchObject({ status: 'queued', lastError: expect.stringContaining('Greylisted') })
  await untilDelivered()
  expect(server.tries).toBe(3)
  expect(server.accepted).toHaveLength(1)
  expect(await notification(id)).toMatchObject({ status: 'sent', lastError: null })
})

test('an e-mail refused for good fails with its reason, and an administrator may send it again', async () => {
  const server = await aServer({
    recipient: (tries) => {
      if (tries === 1) throw refusal(550, 'No such user here')
    },
  })
  const admin = await anAdmin()
  const id = await anEmail()
  const worker = aWorker(sendingTo(server))
  await untilDelivered()
  expect(server.tries).toBe(1)
  const [shown] = await failedEmails.read(null, 50)
  expect(shown).toMatchObject({ id, status: 'failed', lastError: expect.stringContaining('No such user here') })

  await resendEmail(admin, id)
  worker.wake()
  await untilDelivered()
  expect(server.accepted).toHaveLength(1)
  expect(await notification(id)).toMatchObject({ status: 'sent', lastError: null })
  expect(await failedEmails.read(null, 50)).toEqual([])
})

test('what an address refused goes to the corrected one, with links made anew; what is no account’s does not', async () => {
  const server = await aServer({
    recipient: (tries) => {
      if (tries < 4) throw refusal(550, 'No such user here')
    },
  })
  const admin = await anAdmin()
  const carl = await aContractor({ email: 'carl@plumbng.example' })
  const about = { userId: carl.id, jobId: (await aJob({ ...(await aCast()), contractor: carl })).id }
  const [answerId] = await db.transaction((tx) => makeMailedLinks(tx, 'answer_job', [about]))
  await db.delete(emailNotifications)
  const told = await anEmail({ answerId: answerId! }, 'carl@plumbng.example')
  const plain = await anEmail({}, 'carl@plumbng.example')
  const shared = await anEmail({}, 'carl@plumbng.example')
  await db.update(emailNotifications).set({ emailType: 'repair_shared' }).where(eq(emailNotifications.id, shared))
  const worker = aWorker(sendingTo(server))
  await untilDelivered()
  await editAccount(admin, carl.id, { email: 'carl@plumbing.example' })
  await db.delete(queuedWork)
  expect(await resendAllEmails(admin)).toBe(3)
  worker.wake()
  await untilDelivered()
  const reached = await Promise.all([told, plain, shared].map(notification))
  expect(reached.map(({ status, contractorEmail }) => [status, contractorEmail])).toEqual([
    ['sent', 'carl@plumbing.example'],
    ['sent', 'carl@plumbing.example'],
    ['sent', 'carl@plumbng.example'],
  ])
  const now = await db.select().from(links)
  expect(now).toMatchObject([{ id: reached[0]!.content.answerId, ...about }])
  expect(now[0]!.id).not.toBe(answerId)
})

test('a link to an account works for its days from when its e-mail is sent, one that was ended or used not again', async () => {
  const server = await aServer()
  const { contractor, ...cast } = await aCast()
  const { id: jobId } = await aJob({ ...cast, contractor })
  const [userId, email] = [contractor.id, 'landlord@example.com']
  const made = await db.transaction(async (tx) => [
    ...(await makeMailedLinks(tx, 'set_password', [{ userId }, { userId }, { userId }])),
    ...(await makeMailedLinks(tx, 'answer_job', [{ userId, jobId }])),
    ...(await makeMailedLinks(tx, 'follow_job', [{ jobId, email }])),
    ...(await makeMailedLinks(tx, 'unsubscribe', [{ userId }])),
  ])
  const [password, used, revoked, answerId, follow, unsubscribeId] = made as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const gone = sql`now() - interval '1 day'`
  await db.update(links).set({ expiresAt: gone }).where(ne(links.id, unsubscribeId))
  await db.update(links).set({ usedAt: gone }).where(eq(links.id, used))
  await db.update(links).set({ revokedAt: gone }).where(eq(links.id, revoked))
  await db.delete(queuedWork)
  for (const linkId of [password, used, revoked, follow]) await anEmail({ linkId })
  await anEmail({ answerId, unsubscribeId })
  aWorker(sendingTo(server))
  await untilDelivered()
  const days = async (id: string) => {
    const [link] = await db.select().from(links).where(eq(links.id, id))
    return link!.expiresAt && Math.round((link!.expiresAt.getTime() - Date.now()) / 86_400_000)
  }
  expect(await Promise.all(made.map(days))).toEqual([1, -1, -1, 7, -1, null])
})

test('an address that is none fails without a word to the server', async () => {
  const server = await aServer()
  const id = await anEmail({}, 'carl@plumbing.example\r\nRCPT TO:<eve@evil.example>')
  aWorker(sendingTo(server))
  await untilDelivered()
  expect(server.tries).toBe(0)
  expect(await notification(id)).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining('not an e-mail address'),
  })
})

test('a connection that breaks in the middle of a message ends with one message', async () => {
  const server = await aServer({ dropDuring: 1 })
  const id = await anEmail()
  aWorker(sendingTo(server))
  await untilDelivered()
  expect(server.tries).toBe(2)
  expect(server.accepted).toHaveLength(1)
  expect((await notification(id)).status).toBe('sent')
})

test('a server that is away at first gets the message when it is back', async () => {
  const server = await aServer()
  const { port } = server
  await server.stop()
  const id = await anEmail()
  aWorker(sendingTo(server))
  await until(async () => (await queue())[0]!.attempts >= 2, 'A second attempt')
  await server.start(port)
  await untilDelivered()
  expect(server.accepted).toHaveLength(1)
  expect((await notification(id)).status).toBe('sent')
})

test('after a day and some tries it is given up', async () => {
  const server = await aServer({
    recipient: () => {
      throw refusal(450, 'Mailbox full')
    },
  })
  const id = await anEmail()
  await db.update(queuedWork).set({ createdAt: sql`now() - interval '25 hours'` })
  aWorker(sendingTo(server), { fewestTries: 3 })
  await untilDelivered()
  expect(server.tries).toBe(3)
  expect(await notification(id)).toMatchObject({ status: 'failed', lastError: expect.stringContaining('Mailbox full') })
})

test('an e-mail that is no longer queued is not sent', async () => {
  const server = await aServer()
  const id = await anEmail()
  await db.execute(sql`update email_notifications set status = 'sent' where id = ${id}`)
  aWorker(sendingTo(server))
  await untilDelivered()
  expect(server.tries).toBe(0)
})

test('many messages share few connections, and each arrives once', async () => {
  let connections = 0
  const server = await aServer({
    options: {
      onConnect: (_session, callback) => {
        connections++
        callback()
      },
    },
  })
  for (let number = 0; number < 40; number++) await anEmail({ jobRef: `JOB-${number}` })
  aWorker(sendingTo(server))
  await untilDelivered()
  const subjects = (await server.read()).map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(40)
  expect(subjects).toHaveLength(40)
  expect(connections).toBeLessThanOrEqual(5)
})
