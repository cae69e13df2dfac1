import { afterAll, describe, expect, onTestFinished, test } from 'bun:test'
import { createServer } from 'node:net'
import { standardHandlers } from '#src/background/handlers.ts'
import { mailServerAwaySince } from '#src/emails/outage.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { anEmail, aWorker, notification, queue, until, untilDelivered } from '#tests/queue/working.ts'
import { captureLog } from '#tests/support/log.ts'
import { type EximOptions, startExim, whyNoExim } from '#tests/whole/services/exim.ts'

const FROM = 'Fettle Jobs <no-reply@fettle.example>'
const why = await whyNoExim()
if (why) console.log(`Left out: ${why}`)

describe.skipIf(why !== null)('through exim', async () => {
  const exim = why ? null! : await startExim({ settings: 'log_selector = +incoming_port' })
  afterAll(() => exim?.stop())

  const sending = (url: string, ca: string | null = exim.ca, timeouts = {}) =>
    standardHandlers(smtpMailer(url, FROM, { ca: ca ?? undefined, timeouts }))
  const delivered = async (id: string) =>
    (await exim.mails()).filter(({ messageId }) => messageId === `<${id}@fettle.example>`)
  const arrived = (id: string) => until(async () => (await delivered(id)).length > 0, 'An e-mail')
  /** The client's ports of all messages that exim took. */
  const ports = async () => [...(await exim.log()).matchAll(/<= .*\]:(\d+) P=/g)].map(([, port]) => port)

  /** Exim as this test wants it, and afterwards as the others do. */
  async function otherwise(options: EximOptions) {
    await exim.restart({ settings: 'log_selector = +incoming_port', ...options })
    onTestFinished(() => exim.restart())
  }

  test.each([
    ['STARTTLS', () => exim.url, 'esmtpsa'],
    ['TLS from the start', () => exim.tlsUrl, 'esmtpsa'],
    ['the LOGIN method', () => `${exim.url}?authMethod=LOGIN`, 'esmtpsa'],
  ])('a message arrives, encrypted and signed in, by %s', async (_, url, protocol) => {
    const id = await anEmail({ propertyName: 'Grüne “Rose” £5' })
    aWorker(sending(url()))
    await untilDelivered()
    await arrived(id)
    const [mail] = await delivered(id)
    expect(mail).toMatchObject({
      from: { name: 'Fettle Jobs', address: 'no-reply@fettle.example' },
      to: [{ address: 'carl@plumbing.example' }],
      subject: 'URGENT: New job JOB-000123, Grüne “Rose” £5',
    })
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value
    expect(header('received')).toContain(`with ${protocol}`)
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('x-envelope-to')).toBe('carl@plumbing.example')
    expect(await notification(id)).toMatchObject({ status: 'sent', lastError: null })
  })

  describe('what is wrong with the server or the settings holds e-mails up, is told once and seen', () => {
    const wrong = new URL(exim?.url ?? 'smtp://x')
    wrong.password = 'wrong'
    test.each<[string, () => string, () => string | null, EximOptions | null, string]>([
      ['a wrong password', () => wrong.href, () => exim.ca, null, 'it refuses the sign-in (Invalid login: 535'],
      [
        'an authority unknown',
        () => exim.url,
        () => null,
        null,
        'its certificate is not to be trusted (unable to verify',
      ],
      [
        'the same at the TLS port',
        () => exim.tlsUrl,
        () => null,
        null,
        'its certificate is not to be trusted (unable to verify',
      ],
      ['no STARTTLS', () => exim.url, () => exim.ca, { starttls: false }, 'no secure connection (Err'],
      ['no sign-in', () => exim.url, () => exim.ca, { signIn: false }, 'it refuses the sign-in'],
      [
        'a refused greeting',
        () => exim.url,
        () => exim.ca,
        { connect: 'deny message = go away' },
        'it refuses the con',
      ],
      ['a greeting put off', () => exim.url, () => exim.ca, { connect: 'defer message = later' }, 'it refuses the con'],
      [
        'a sender it does not take',
        () => exim.url,
        () => exim.ca,
        { sender: 'deny message = not you' },
        'it does not take',
      ],
    ])(
      '%s',
      async (_, url, ca, options, reason) => {
        using log = captureLog()
        if (options) await otherwise(options)
        const begun = Date.now()
        const ids = [await anEmail(), await anEmail(), await anEmail()]
        const worker = aWorker(sending(url(), ca()), { giveUp: 0, fewestTries: 1 })
        await until(async () => (await queue()).reduce((all, { attempts }) => all + attempts, 0) > 6, 'Some tries')
        await worker.stop()
        const emails = await Promise.all(ids.map(notification))
        expect(emails.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
        expect(emails[0]!.lastError).toStartWith(`Mail server: ${reason}`)
        const told = log.events().filter(({ event }) => event === 'failure.mail')
        expect(told).toEqual([
          expect.objectContaining({ msg: 'Delivery of e-mails waits.', reason: emails[0]!.lastError }),
        ])
        const since = await mailServerAwaySince()
        expect(since!.getTime()).toBeWithin(begun, Date.now() + 1)

        if (options) await exim.restart()
        aWorker(sending(exim.url))
        await untilDelivered()
        expect((await Promise.all(ids.map(notification))).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
        await until(async () => (await mailServerAwaySince()) === null, 'The end of the outage')
      },
      60_000,
    )
  })

  test('a recipient that does not exist is final, one that is busy is tried again', async () => {
    const [gone, busy] = [await anEmail({}, 'nobody@x.example'), await anEmail({}, 'busy@x.example')]
    aWorker(sending(exim.url))
    await until(async () => (await queue()).some(({ attempts }) => attempts > 2), 'A third try')
    expect(await notification(gone)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining('no such user'),
    })
    expect(await notification(busy)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('try later'),
    })
    expect(await mailServerAwaySince()).toBeNull()
  })

  test('forty messages share five connections', async () => {
    const before = (await ports()).length
    for (let number = 0; number < 40; number++) await anEmail()
    aWorker(sending(exim.url))
    await untilDelivered()
    const used = (await ports()).slice(before)
    expect(used).toHaveLength(40)
    expect(new Set(used).size).toBeLessThanOrEqual(5)
  })

  test('a pooled connection that the server closed meanwhile is no failure', async () => {
    await otherwise({ settings: 'smtp_receive_timeout = 1s' })
    let attempts = 0
    const handlers = sending(exim.url)
    const { work } = handlers.email
    const counted = (id: string, signal: AbortSignal) => {
      attempts++
      return work(id, signal)
    }
    const worker = aWorker({ ...handlers, email: { ...handlers.email, work: counted } })
    const send = async () => {
      await anEmail()
      worker.wake()
      await untilDelivered()
    }
    await send()
    await until(async () => (await exim.log()).includes('SMTP command timeout'), 'The end of the connection')
    await send()
    await send()
    await exim.restart({ settings: 'smtp_receive_timeout = 1s' })
    await send()
    expect(attempts).toBe(4)
  })

  test('international addresses reach exim as it writes them', async () => {
    const [domain, local] = [await anEmail({}, 'kate@müller.example'), await anEmail({}, 'käthe@müller.example')]
    aWorker(sending(exim.url))
    await untilDelivered()
    await arrived(domain)
    const to = (mail: Awaited<ReturnType<typeof delivered>>[number]) =>
      mail.headers.find(({ key }) => key === 'x-envelope-to')?.value
    expect(to((await delivered(domain))[0]!)).toBe('kate@xn--mller-kva.example')
    const { status, lastError } = await notification(local)
    if (status === 'sent') await arrived(local)
    else expect([status, lastError]).toEqual(['failed', expect.stringContaining('all recipients were rejected')])
  })

  test('a server that accepts and never says a word is left after its time, and rests', async () => {
    let accepted = 0
    const silent = createServer(() => void accepted++).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    const begun = performance.now()
    const id = await anEmail()
    for (let number = 0; number < 20; number++) await anEmail()
    aWorker(sending(`smtp://127.0.0.1:${port}`, null, { greetingTimeout: 200 }), { restAfter: () => 300 })
    await until(async () => (await notification(id)).lastError !== null, 'A reason')
    expect((await notification(id)).lastError).toStartWith('Mail server: it does not answer (Greeting never received')
    await Bun.sleep(1500)
    // Five at first, then one each half second.
    expect(accepted).toBeLessThanOrEqual(5 + (performance.now() - begun) / 500)
  })
})
