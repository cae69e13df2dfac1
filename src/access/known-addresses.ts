import { createHmac } from 'node:crypto'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { signInAddresses, users } from '#db/schema.ts'
import { KNOWN_ADDRESS_DAYS } from '#src/access/limits/limits.ts'
import { secret } from './secret.ts'

const hashOf = (address: string): string => createHmac('sha256', secret()).update(`address ${address}`).digest('hex')

export async function knowsAddress(identifier: string, address: string): Promise<boolean> {
  const name = identifier.toLowerCase()
  const found = await db
    .select({ userId: users.id })
    .from(signInAddresses)
    .innerJoin(users, eq(users.id, signInAddresses.userId))
    .where(
      and(
        or(eq(sql`lower(${users.email})`, name), eq(sql`lower(${users.username})`, name)),
        isNull(users.deletedAt),
        eq(signInAddresses.addressHash, hashOf(address)),
        happenedWithin(signInAddresses.lastUsedAt, interval(`${KNOWN_ADDRESS_DAYS} days`)),
      ),
    )
  return found.length > 0
}

export async function rememberAddress(tx: Tx, userId: string, address: string): Promise<void> {
  await tx
    .insert(signInAddresses)
    .values({ userId, addressHash: hashOf(address) })
    .onConflictDoUpdate({
      target: [signInAddresses.userId, signInAddresses.addressHash],
      set: { lastUsedAt: sql`now()` },
    })
}

export async function forgetAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.delete(signInAddresses).where(eq(signInAddresses.userId, userId))
}
