import { and, eq, gt, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { signInDevices } from '#db/schema.ts'
import { cookie, readCookie } from './cookies.ts'
import { randomSecret } from './random.ts'
import { sha256 } from './sha256.ts'

const COOKIE = 'device'
export const DEVICE_DAYS = 90
const MAX_KEPT = 50
const MAX_NEW_A_DAY = 3

/** A secret that the browser keeps. A new one where it has none. */
export function deviceOf(request: Request): string {
  const kept = readCookie(request, COOKIE)
  return kept && /^[\w-]{43}$/.test(kept) ? kept : randomSecret()
}

export const deviceCookie = (device: string): string => cookie(COOKIE, device, DEVICE_DAYS * 24 * 60 * 60)

/** Returns whether the account's owner is to be told: not of their first device, nor of many in a day. */
export async function rememberDevice(tx: Tx, userId: string, device: string): Promise<boolean> {
  const own = eq(signInDevices.userId, userId)
  const isFirst = (await tx.$count(signInDevices, own)) === 0
  const [added] = await tx
    .insert(signInDevices)
    .values({ userId, deviceHash: sha256(device) })
    .onConflictDoUpdate({
      target: [signInDevices.userId, signInDevices.deviceHash],
      set: { lastUsedAt: sql`now()` },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (!added!.isNew || isFirst) return false
  await tx.execute(sql`delete from sign_in_devices where user_id = ${userId} and device_hash not in (
    select device_hash from sign_in_devices where user_id = ${userId} order by last_used_at desc limit ${MAX_KEPT})`)
  const today = gt(signInDevices.createdAt, sql`now() - interval '1 day'`)
  return (await tx.$count(signInDevices, and(own, today))) <= MAX_NEW_A_DAY
}

export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signInDevices).where(eq(signInDevices.userId, userId))
}
