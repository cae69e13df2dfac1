import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { webhookDeliveries, webhooks } from '#db/schema.ts'
import { type ChangeEvent, eventJson } from '#src/domain/event/event.ts'
import { eventsFrom, headSeq } from '#src/events/queries.ts'
import { enqueueAll } from '#src/queue/enqueue.ts'
import { NO_OWNER } from '#src/queue/turn.ts'
import { transaction } from '#src/writes/transaction.ts'
import { isOwned } from './queries.ts'

const BATCH = 500

export type Standing = { id: string; afterSeq: number; failingSince: Date | null; isOwned: boolean }

export const webhooksOn = (): Promise<Standing[]> =>
  db
    .select({ id: webhooks.id, afterSeq: webhooks.afterSeq, failingSince: webhooks.failingSince, isOwned })
    .from(webhooks)
    .where(isNull(webhooks.offAt))

export async function takeEvents(on: readonly Standing[]): Promise<boolean> {
  const head = await headSeq()
  let more = false
  for (const { id } of on.filter(({ afterSeq }) => afterSeq < head)) if ((await takeFor(id)) === BATCH) more = true
  return more
}

/** The deliveries and the place up to which they are written change together: nothing is left out or sent as two. */
const takeFor = (id: string): Promise<number> =>
  transaction(async (tx) => {
    const [webhook] = await tx
      .select({ afterSeq: webhooks.afterSeq, types: webhooks.types })
      .from(webhooks)
      .where(and(eq(webhooks.id, id), isNull(webhooks.offAt)))
      .for('update', { skipLocked: true })
    if (!webhook) return 0
    const events = await eventsFrom(webhook.afterSeq, BATCH)
    const last = events.at(-1)
    if (!last) return 0
    const wanted = events.filter(({ type }) => webhook.types.length === 0 || webhook.types.includes(type))
    if (wanted.length) {
      const rows = wanted.map((event) => ({ webhookId: id, eventId: event.id, type: event.type, body: bodyOf(event) }))
      const written = await tx
        .insert(webhookDeliveries)
        .values(rows)
        .onConflictDoNothing()
        .returning({ subject: webhookDeliveries.id, eventId: webhookDeliveries.eventId })
      const causers = new Map(wanted.map((event) => [event.id, event.by.id ?? NO_OWNER]))
      const items = written.map(({ subject, eventId }) => ({ subject, owner: causers.get(eventId)!, receiver: id }))
      await enqueueAll(tx, 'webhook', items)
    }
    await tx.update(webhooks).set({ afterSeq: last.seq }).where(eq(webhooks.id, id))
    return events.length
  })

const bodyOf = (event: ChangeEvent): string =>
  JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: eventJson(event) })
