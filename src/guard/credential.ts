import { sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/client.ts'
import type { Role } from '#src/accounts/account.ts'
import { currentRequest } from '#src/operation/current.ts'
import { Unauthorized } from '#src/web/errors.ts'
import { WRONG_TOKEN } from './bearer.ts'

/**
 * The user whom a session or token still lets in, by its hash, and their role; null when it is gone or over, or the user
 * is deleted. In a transaction it cannot be revoked before the end: `key share` waits for who deletes the row, and lets
 * through who notes that it was used.
 */
export async function credentialHolder(
  tx: DbOrTx,
  { hash, userId }: { hash: string; userId: string },
): Promise<{ role: Role | null } | null> {
  const [holder] = (await tx.execute(sql`
    with session as (
      select 1 from sessions where sid = ${hash} and user_id = ${userId} and expire > now() for key share
    ), token as (
      select 1 from api_tokens where token_hash = ${hash} and user_id = ${userId}
        and (expires_at is null or expires_at > now()) for key share
    )
    select role from users
    where id = ${userId} and deleted_at is null and (exists (select from session) or exists (select from token))`)) as {
    role: Role | null
  }[]
  return holder ?? null
}

/**
 * Looks again, in a transaction that writes for a request, whether its sender may still come in: the body may have
 * arrived long after the headers by which they were let in. Throws Unauthorized when session or token are gone, or the
 * user is deleted or has another role. Without a request there is nothing to look at.
 */
export async function lockCredential(tx: Tx): Promise<void> {
  const credential = currentRequest()?.credential
  if (!credential) return
  const holder = await credentialHolder(tx, credential)
  if (!holder || holder.role !== credential.role)
    throw new Unauthorized(undefined, credential.kind === 'token' ? WRONG_TOKEN : {})
}
