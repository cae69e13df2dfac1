import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { type Credential, currentRequest } from '#src/operation/current.ts'
import { Unauthorized } from '#src/web/errors.ts'
import { WRONG_TOKEN } from './bearer.ts'

/**
 * Looks again, in a transaction that writes for a request, whether its sender may still come in: their body may have
 * arrived long after the headers by which they were let in. The credential then cannot be revoked before the
 * transaction ends. Throws Unauthorized when session or token are gone or over, or their user is deleted or has another
 * role. Without a request there is nothing to look at.
 */
export async function lockCredential(tx: Tx): Promise<void> {
  const credential = currentRequest()?.credential
  if (!credential) return
  const found = await tx.execute(isStillGood(credential))
  if (found.length === 0) throw new Unauthorized(undefined, credential.kind === 'token' ? WRONG_TOKEN : {})
}

/** `key share` waits for who deletes the row, and lets through who notes that it was used. */
function isStillGood({ kind, hash, userId, role }: Credential) {
  const [table, found] =
    kind === 'session'
      ? [sql`sessions`, sql`c.sid = ${hash} and c.expire > now()`]
      : [sql`api_tokens`, sql`c.token_hash = ${hash} and (c.expires_at is null or c.expires_at > now())`]
  return sql`select 1 from ${table} c join users u on u.id = c.user_id
    where ${found} and u.id = ${userId} and u.deleted_at is null and u.role is not distinct from ${role}::role
    for key share of c`
}
