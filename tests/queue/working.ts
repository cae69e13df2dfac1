import { onTestFinished } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import { type DeliveryLoop, startDelivery } from '#src/background/loop.ts'
import type { EmailContent } from '#src/domain/email/kinds.ts'
import { queueEmail } from '#src/emails/actions.ts'
import type { Handler, Handlers } from '#src/queue/handler.ts'
import type { Pace } from '#src/queue/pace.ts'
import { type Claim, settleClaim } from '#src/queue/queue.ts'
import { content } from '#tests/emails/letters.ts'

const QUICK: Partial<Pace> = { poll: 10, longestPause: 50, retryAfter: () => 20, restAfter: () => 20 }

/** A worker that is quick and ends with the test. */
export function aWorker(handlers: Partial<Handlers>, pace: Partial<Pace> = {}): DeliveryLoop {
  const delivery = startDelivery(handlers, { pace: { ...QUICK, ...pace }, tasks: [] })
  onTestFinished(() => delivery.stop())
  return delivery
}

/** Handlers of which only one kind is expected to have work. */
export function handlers(given: Partial<Handlers>): Handlers {
  const unexpected: Handler = { work: () => Promise.reject<void>(new Error('Nobody expected this work')) }
  return {
    email: unexpected,
    remove_object: unexpected,
    messages: unexpected,
    urgent: unexpected,
    hazard: unexpected,
    webhook: unexpected,
    erasure: unexpected,
    certificate: unexpected,
    ...given,
  }
}

/** Queues an e-mail as an action would; returns the notification's id. */
export async function anEmail(values: Partial<EmailContent> = {}, to = 'carl@plumbing.example'): Promise<string> {
  await db.transaction((tx) => queueEmail(tx, { jobId: null, to, emailType: 'job_assigned', content: content(values) }))
  const all = await db
    .select({ id: emailNotifications.id })
    .from(emailNotifications)
    .orderBy(asc(emailNotifications.id))
  return all.at(-1)!.id
}

export async function notification(id: string) {
  const [found] = await db.select().from(emailNotifications).where(eq(emailNotifications.id, id))
  return found!
}

export const finish = (claimed: Claim, then?: (tx: Tx) => Promise<void>) =>
  settleClaim(claimed, async (tx) => {
    await then?.(tx)
    return null
  })

/** Without a delay it goes back to its old place. */
export const postpone = (claimed: Claim, delayMs: number | null, reason: string) =>
  settleClaim(claimed, async () => ({ delayMs, reason }))

export const queue = () => db.select().from(queuedWork).orderBy(asc(queuedWork.id))

/** Waits until `condition` holds. Throws with a sentence, before the test would end without one. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'It'): Promise<void> {
  for (const end = Date.now() + 25_000; Date.now() < end; await Bun.sleep(5)) if (await condition()) return
  throw new Error(`${what} did not come about`)
}

/** Waits until nothing is left to deliver. */
export const untilDelivered = () => until(async () => (await queue()).length === 0, 'An empty queue')
