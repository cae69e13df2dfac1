import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Client } from '@bradenmacdonald/s3-lite-client'
import type { SQL } from 'bun'
import type { Exim } from '#tests/whole/services/exim.ts'
import type { Judgement } from './judge.ts'
import type { Snapshot } from './snapshot.ts'

/** Where e-mails arrive and photos lie. */
export type Places = {
  /** The id (the Message-ID's first half) of each message that arrived, as often as it did. */
  mails(): Promise<string[]>
  /** Ids of the photos in storage. */
  photos(): Promise<Set<string>>
  /**
   * SMTP cannot say whether a message was taken when the connection breaks before the answer: then it is sent again, under
   * the same Message-ID. Set where connections were broken; copies are then told, not condemned.
   */
  copiesAllowed?: boolean
}

/** The folders of DATA_DIR, as used without SMTP_URL and S3. */
export const folders = (dataDir: string): Places => ({
  mails: async () => (await filesIn(join(dataDir, 'mail'), '.eml')).map((name) => name.split('-').slice(1).join('-')),
  photos: async () => {
    const all = await filesIn(join(dataDir, 'photos'), '.jpg')
    return new Set(all.filter((name) => !name.endsWith('.thumbnail')))
  },
})

/** What an exim has taken. It answers before it delivers: on a busy machine that takes it a moment. */
export const arrivedAt = (exim: Exim) => async (): Promise<string[]> => {
  for (const deadline = Date.now() + 60_000; (await exim.spooled()) > 0 && Date.now() < deadline; ) await Bun.sleep(100)
  return (await exim.mails()).map(({ messageId }) => messageId?.replace(/^<|@[^@]*$/g, '') ?? 'without a Message-ID')
}

/** What lies in a bucket. */
export const photosIn = (bucket: S3Client) => async (): Promise<Set<string>> => {
  const ids = new Set<string>()
  for await (const { key } of bucket.listObjects()) {
    const id = /^photos\/([^/.]+)\.jpg$/.exec(key)?.[1]
    if (id) ids.add(id)
  }
  return ids
}

/** Names without their ending. */
async function filesIn(folder: string, ending: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  return all.filter((path) => path.endsWith(ending)).map((path) => path.split('/').at(-1)!.slice(0, -ending.length))
}

/**
 * Waits until the queue is empty. `hasten` lets the time pass that work waits for: a lease of two minutes that a killed
 * process holds (no work takes three seconds once all is up again), the growing delays after failures. Throws with what is left when nothing was delivered for `patience` ms.
 */
export async function settle(sql: SQL, { hasten = false, patience = 180_000 } = {}): Promise<void> {
  let left = Number.POSITIVE_INFINITY
  for (let deadline = Date.now() + patience; ; await Bun.sleep(hasten ? 250 : 500)) {
    if (hasten)
      await sql`update outbox set run_at = least(run_at, now()), leased_until = null
        where leased_until < now() + interval '117 s' or leased_until is null`
    // Urgent jobs wait for five minutes after the last that was told.
    await sql`update urgent_marks set told_at = told_at - interval '5 minutes' where told_at > now() - interval '5 minutes'`
    await sql`update outbox set run_at = now() where kind = 'urgent' and attempts = 0 and run_at > now()`
    const [{ count }] = await sql`select count(*)::int as count from outbox`
    if (count === 0) return
    if (count < left) deadline = Date.now() + patience
    left = count
    if (Date.now() < deadline) continue
    const rows = await sql`select kind, subject, attempts, last_error from outbox limit 3`
    throw new Error(`${count} rows of the queue are not worked off: ${JSON.stringify(rows)}`)
  }
}

/** Holds e-mails and photos against what the database says of them, once the queue is empty. Returns how many copies came. */
export async function judgeDeliveries(
  into: Judgement,
  { emails, objects, visits }: Snapshot,
  places: Places,
): Promise<{ sent: number; copies: number }> {
  const arrived = new Map<string, number>()
  for (const id of await places.mails()) arrived.set(id, (arrived.get(id) ?? 0) + 1)
  let copies = 0
  for (const { id, type, name, status } of emails) {
    const count = arrived.get(id) ?? 0
    arrived.delete(id)
    if (status !== 'sent') into.wrong.push(`${name}: e-mail ${type} is ${status}`)
    if (count === 0) into.missing.push(`${name}: e-mail ${type} did not arrive`)
    copies += Math.max(0, count - 1)
    if (count > 1 && !places.copiesAllowed) into.doubled.push(`${name}: e-mail ${type} arrived ${count} times`)
  }
  for (const id of arrived.keys()) into.wrong.push(`an e-mail arrived that nobody knows: ${id}`)

  const stored = await places.photos()
  const states = new Map(objects.map(({ id, state }) => [id, state]))
  for (const { id, state } of objects) {
    if (state === 'removing') into.wrong.push(`photo ${id} is still to be removed`)
    if (state === 'stored' && !stored.has(id)) into.missing.push(`photo ${id} in storage`)
  }
  // A promised one whose bytes arrived just before the end is forgotten after a day, with its bytes.
  for (const id of stored) if (!states.has(id)) into.wrong.push(`photo ${id} lies in storage, and nobody knows it`)
  const shown = visits.flatMap(({ photos }) => photos.map((path) => path.replace('/objects/', '')))
  for (const id of shown) if (states.get(id) !== 'stored') into.missing.push(`photo ${id}, which a visit shows`)
  return { sent: emails.length, copies }
}
