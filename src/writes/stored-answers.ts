import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { sqlState } from '#db/pool/failure.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { openSealed, seal } from '#src/access/seal.ts'
import { KEY_DAYS } from '#src/domain/limits.ts'
import { Refused } from '#src/http/errors.ts'

/** `plainHash` is what an earlier version kept as `requestHash`; asked only when the two differ. */
export type KeyedCall = {
  userId: string
  key: string
  keyHash: string
  otherDoor?: { keyHash: string; refusal: () => Error }
  requestHash: string
  plainHash: () => string
}

/** A key is locked at both doors, in one order. */
export async function lockCall(
  tx: Tx,
  { userId, keyHash, otherDoor }: KeyedCall,
  stillAtWork: () => Error,
): Promise<void> {
  const names = [keyHash, otherDoor?.keyHash ?? keyHash].sort().map((hash) => `idempotent ${userId} ${hash}`)
  try {
    await tx.execute(sql`
      select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(string_to_array(${names.join()}, ',')) name`)
  } catch (error) {
    throw WAITED_TOO_LONG.has(sqlState(error)) ? stillAtWork() : error
  }
}

const WAITED_TOO_LONG = new Set(['55P03', '57014'])

type Row = { key_hash: string; request_hash: string; status: number; body: string; etag: string | null }
export type KeyedAnswer = { status: number; body: string; etag?: string | null }
export type StoredAnswer = KeyedAnswer & { changed: boolean }

export async function storedAnswer(tx: Tx, call: KeyedCall): Promise<StoredAnswer | null> {
  const [row] = await tx.execute<Row>(sql`
    select key_hash, request_hash, status, body, etag from idempotency_keys
    where user_id = ${call.userId} and key_hash in (${call.keyHash}, ${call.otherDoor?.keyHash ?? call.keyHash})
      and status is not null and ${happenedWithin(sql`created_at`, interval(`${KEY_DAYS} days`))}
    order by key_hash = ${call.keyHash} desc limit 1`)
  if (!row) return null
  if (call.otherDoor && row.key_hash !== call.keyHash) throw call.otherDoor.refusal()
  const body = openSealed(row.body, call.key, contextOf({ ...call, requestHash: row.request_hash }))
  if (body === null) throw new Refused('This request was done before, and its answer can no longer be read.')
  const changed = row.request_hash !== call.requestHash && row.request_hash !== call.plainHash()
  return { status: row.status, body, etag: row.etag, changed }
}

/** Sealed with the answer, so that no row can take another's place. */
const contextOf = ({ userId, keyHash, requestHash }: KeyedCall) => `${userId} ${keyHash} ${requestHash}`

export async function storeAnswer(tx: Tx, call: KeyedCall, { status, body, etag = null }: KeyedAnswer): Promise<void> {
  const { userId, keyHash, requestHash } = call
  await tx.execute(sql`
    insert into idempotency_keys (user_id, key_hash, request_hash, status, body, etag)
    values (${userId}, ${keyHash}, ${requestHash}, ${status}, ${seal(body, call.key, contextOf(call))}, ${etag})
    on conflict (user_id, key_hash) do update set request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, etag = excluded.etag, created_at = excluded.created_at`)
}
