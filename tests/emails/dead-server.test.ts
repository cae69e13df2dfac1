import { expect, onTestFinished, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications } from '#db/schema.ts'
import { standardHandlers } from '#src/background/handlers.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { anEmail, aWorker, queue, until } from '#tests/queue/working.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { living } from '#tests/support/living.ts'
import { aCast, jobInput } from '#tests/support/world.ts'
import { content } from './letters.ts'
import { MailServer } from './mail-server.ts'

const FROM = 'Fettle <no-reply@fettle.example>'

/** Queues e-mails whose subjects tell their place, a second apart. */
async function queueMany(count: number) {
  await db.execute(sql`
    with made as (
      insert into email_notifications (id, contractor_email, email_type, content, created_at)
      select gen_random_uuid(), 'carl@plumbing.example', 'job_assigned',
        jsonb_set(${JSON.stringify(content())}::text::jsonb, '{jobRef}', to_jsonb('JOB-' || n)),
        now() - interval '1 day' + n * interval '1 s'
      from generate_series(1, ${count}) n returning id, created_at
    ) insert into outbox (kind, subject, run_at, created_at) select 'email', id, created_at, now() from made`)
  await countTables()
}

/** Accepts connections and does as it is told with them. */
async function aServer(meet: (socket: Socket) => unknown) {
  const met: number[] = []
  const server = createServer((socket) => {
    met.push(performance.now())
    socket.on('error', () => {})
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, met }
}

test('ten thousand waiting e-mails cost a dead server a handful of tries, and this process no memory', async () => {
  const { url, met } = await aServer((socket) => socket.destroy())
  await queueMany(10_000)
  const before = living()
  const begun = performance.now()
  const worker = aWorker(standardHandlers(smtpMailer(url, FROM)), { poll: 5, restAfter: () => 250 })
  const woken = setInterval(() => worker.wake(), 1)
  await Bun.sleep(2500)
  await until(() => met.length > 5, 'A further try')
  clearInterval(woken)
  // Five at once at first, then one each rest; the mailer knocks thrice where it is let in and sent away without a word.
  expect(met.length).toBeLessThanOrEqual(3 * (5 + (performance.now() - begun) / 250))
  expect(living() - before).toBeLessThan(8e6)
  const waiting = await queue()
  expect(waiting).toHaveLength(10_000)
  expect(waiting.filter(({ attempts }) => attempts > 0).length).toBe(5)
})

test('no request waits for a mail server that says nothing', async () => {
  const cast = await aCast()
  const agent = await signedInAs(cast.agent)
  const admin = await signedInAs(cast.admin)
  const sockets: Socket[] = []
  const silent = await aServer((socket) => sockets.push(socket))
  const begun: string[] = []
  const ended: string[] = []
  const handlers = standardHandlers(
    smtpMailer(silent.url, FROM, { timeouts: { connectionTimeout: 60_000, greetingTimeout: 60_000 } }),
  )
  const work = async (id: string, signal: AbortSignal) => {
    begun.push(id)
    await handlers.email.work(id, signal).finally(() => ended.push(id))
  }
  const worker = aWorker({ ...handlers, email: { ...handlers.email, work } }, { poll: 5 })
  for (let number = 0; number < 20; number++) {
    const { id } = (await (await agent.post('/api/jobs', jobInput())).json()) as { id: string }
    const answer = await admin.post(`/api/jobs/${id}/assign`, { contractorId: cast.contractor.id })
    expect(answer.status).toBe(200)
    worker.wake()
    if (number === 0) await until(() => silent.met.length > 0, 'A first try')
  }
  expect([begun.length > 0, ended]).toEqual([true, []])
  expect(await queue()).toHaveLength(20)
  for (const socket of sockets) socket.destroy()
})

test('when it is back, what waited goes out oldest first', async () => {
  const server = await new MailServer().start()
  onTestFinished(() => server.stop())
  const { port } = server
  await server.stop()
  await queueMany(120)
  const handlers = standardHandlers(smtpMailer(server.url, FROM))
  const begun: string[] = []
  const work = (id: string, signal: AbortSignal) => {
    begun.push(id)
    return handlers.email.work(id, signal)
  }
  aWorker({ ...handlers, email: { ...handlers.email, work } }, { restAfter: () => 30 })
  await until(() => begun.length > 12, 'Some tries')
  await server.start(port)
  await anEmail()
  await until(async () => (await queue()).length === 0, 'An empty queue')
  expect(server.accepted).toHaveLength(121)
  const emails = await db
    .select({ id: emailNotifications.id })
    .from(emailNotifications)
    .orderBy(emailNotifications.createdAt)
  // By the last try of each, which succeeded.
  const order = [...new Set(begun.toReversed())].toReversed()
  const moved = emails.map(({ id }, place) => Math.abs(order.indexOf(id) - place))
  // Five are in hand side by side.
  expect(Math.max(...moved)).toBeLessThanOrEqual(5)
})
