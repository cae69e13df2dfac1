import { afterAll, describe, expect, test } from 'bun:test'
import { standardHandlers } from '#src/background/handlers.ts'
import { smtpMailer } from '#src/emails/smtp-mailer.ts'
import { anEmail, aWorker, queue, until } from '#tests/queue/working.ts'
import { startExim, whyNoExim } from '#tests/whole/services/exim.ts'

const why = await whyNoExim()
if (why) console.log(`Left out: ${why}`)

const FROM = 'Fettle <no-reply@fettle.example>'
const COUNT = 150
const KILLS = 4

describe.skipIf(why !== null)('exim killed in the middle of messages', async () => {
  const exim = why ? null! : await startExim()
  afterAll(() => exim?.stop())

  test('takes each of them, and once, unless it died before it could say so', async () => {
    const ids: string[] = []
    for (let number = 0; number < COUNT; number++) ids.push(await anEmail())
    const mailer = smtpMailer(exim.url, FROM, { ca: exim.ca, timeouts: { greetingTimeout: 2000 } })
    /** Tries of which nobody knows whether the message was taken: the connection broke off after the sign-in. */
    const unknown = new Map<string, number>()
    const handlers = standardHandlers({
      ...mailer,
      send: (message, signal) =>
        mailer.send(message, signal).catch((error: unknown) => {
          if (error instanceof Error && !error.message.startsWith('Mail server: '))
            unknown.set(message.id, (unknown.get(message.id) ?? 0) + 1)
          throw error
        }),
    })
    aWorker(handlers, { restAfter: () => 50 })
    for (let kill = 1; kill <= KILLS; kill++) {
      const left = COUNT - (COUNT / (KILLS + 1)) * kill
      await until(async () => (await queue()).length <= left, `A queue of ${left}`)
      await exim.kill()
      await Bun.sleep(100)
      await exim.restart()
    }
    await until(async () => (await queue()).length === 0, 'An empty queue')

    /** Exim's own numbers of what it took, by our Message-ID: what it delivers twice it took once. */
    const taken = async () => {
      const all = (await exim.mails()).map(({ messageId, headers }) => ({
        id: /^<(.+)@/.exec(messageId ?? '')?.[1] ?? '',
        number: /\sid (\S+)/.exec(headers.find(({ key }) => key === 'received')?.value ?? '')?.[1],
      }))
      return Map.groupBy(all, ({ id }) => id)
    }
    await until(async () => (await taken()).size === COUNT, 'Every e-mail')
    expect([...(await taken()).keys()].toSorted()).toEqual(ids.toSorted())
    const copies = [...(await taken())].map(([id, mails]) => ({
      id,
      times: new Set(mails.map(({ number }) => number)).size,
    }))
    for (const { id, times } of copies) expect(times).toBeLessThanOrEqual(1 + (unknown.get(id) ?? 0))
    const tries = [...unknown.values()].reduce((all, one) => all + one, 0)
    const extra = copies.reduce((all, { times }) => all + times - 1, 0)
    console.log(`${KILLS} kills among ${COUNT} e-mails: ${tries} tries broken off, ${extra} second copies, none lost`)
    // What was in hand at a kill, and no more.
    expect(tries).toBeLessThanOrEqual(KILLS * 5)
  }, 60_000)
})
