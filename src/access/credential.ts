import { sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#db/connect/client.ts'
import type { Role } from '#src/domain/account/account.ts'
import { Unauthorized } from '#src/http/errors.ts'
import { currentRequest } from '#src/runtime/current.ts'
import { wrongToken } from './bearer.ts'
import { isOpen } from './session-end.ts'

export async function credentialHolder(
  tx: DbOrTx,
  { hash, userId }: { hash: string; userId: string },
): Promise<{ role: Role | null } | null> {
  const [holder] = (await tx.execute(sql`
    with session as (
      select 1 from sessions where sid = ${hash} and user_id = ${userId} and ${isOpen(sql`expire`)} for key share
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

/** The body may have arrived long after the headers that let the sender in. Throws Unauthorized. */
export async function lockCredential(tx: Tx): Promise<void> {
  const credential = currentRequest()?.credential
  if (!credential) return
  const holder = await credentialHolder(tx, credential)
  if (!holder || holder.role !== credential.role) throw credential.kind === 'token' ? wrongToken() : new Unauthorized()
}
