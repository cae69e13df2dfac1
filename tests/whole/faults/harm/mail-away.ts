import type { Fault, Finding, Size } from '#tests/whole/faults/finding.ts'
import { arrivedAt, folders } from '#tests/whole/faults/judge/delivered.ts'
import { databaseOf } from '#tests/whole/faults/load/cast.ts'
import type { Stage } from '#tests/whole/faults/scene.ts'
import { startExim, whyNoExim } from '#tests/whole/services/exim.ts'
import { startRelay } from '#tests/whole/services/relay.ts'
import { playAbsence } from './away.ts'

/** How many e-mails wait, told in the last second of the absence. */
async function tellQueue({ fettle, note }: Stage): Promise<void> {
  const sql = databaseOf(fettle.env)
  const [{ count }] = await sql`select count(*)::int as count from outbox where kind = 'email'`
  await sql.close()
  note(`e-mails that waited in the end: ${count}`)
}

async function withExim(fault: string, size: Size, how: 'killed' | 'silent'): Promise<Finding> {
  const exim = await startExim()
  await using relay = await startRelay(exim.port)
  try {
    const smtp = new URL(exim.url)
    smtp.port = String(relay.port)
    // Faster than an operator would want it, so that the minute's queue is not the bound.
    const env = {
      SMTP_URL: smtp.href,
      SMTP_CA: exim.ca,
      SMTP_RATE: '6000',
      MAIL_FROM: 'Fettle <no-reply@fettle.example>',
    }
    return await playAbsence({
      ...{ fault, size, how: `exim4, ${how}`, options: { env } },
      places: ({ dataDir }) => ({ ...folders(dataDir), mails: arrivedAt(exim), copiesAllowed: true }),
      leave: async () => {
        if (how === 'silent') relay.silence()
        else await exim.kill()
      },
      meanwhile: tellQueue,
      comeBack: async () => {
        if (how === 'killed') return exim.restart()
        relay.restore()
        relay.cut()
      },
    })
  } finally {
    await exim.stop()
  }
}

/** Nobody who works notices: e-mails wait in the queue, and all go out afterwards. */
export const mailAway: Fault = {
  name: 'mail away',
  async run(size) {
    const why = await whyNoExim()
    if (why) return why
    const findings = [await withExim(this.name, size, 'killed')]
    return size === 'short' ? findings : [...findings, await withExim(this.name, size, 'silent')]
  },
}
