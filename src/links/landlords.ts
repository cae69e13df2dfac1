import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { links } from '#db/schema.ts'
import type { LandlordAnswer, LandlordLink } from '#src/domain/quote/landlord.ts'
import { isHeld } from './links.ts'

const isLandlord = eq(links.purpose, 'landlord')

const columns = {
  id: links.id,
  email: links.email,
  answer: sql<LandlordAnswer | null>`${links.answer}`,
  note: links.note,
  quoteVersion: links.quoteVersion,
  createdAt: links.createdAt,
  usedAt: links.usedAt,
}

export const landlordLinks = (quoteId: string, tx?: Tx): Promise<LandlordLink[]> =>
  (tx ?? db)
    .select(columns)
    .from(links)
    .where(and(eq(links.quoteId, quoteId), isLandlord, isNull(links.revokedAt)))
    .orderBy(links.id)

export const countEverAsked = (tx: Tx, quoteId: string, version: number): Promise<number> =>
  tx.$count(links, and(eq(links.quoteId, quoteId), isLandlord, eq(links.quoteVersion, version)))

export const keepAnswer = (tx: Tx, id: string, answer: LandlordAnswer, note: string | undefined) =>
  tx
    .update(links)
    .set({ answer, note: note ?? null, expiresAt: null })
    .where(eq(links.id, id))

export const unansweredSince = (then: Date) =>
  db
    .select({ id: links.id, quoteId: links.quoteId, quoteVersion: links.quoteVersion, jobId: links.jobId })
    .from(links)
    .where(and(isLandlord, isHeld, isNull(links.remindedAt), lt(links.createdAt, then)))
    .orderBy(links.id)

/** Null when another process reminds. */
export async function claimReminder(tx: Tx, id: string): Promise<string | null> {
  const [claimed] = await tx
    .update(links)
    .set({ remindedAt: sql`now()` })
    .where(and(eq(links.id, id), isHeld, isNull(links.remindedAt)))
    .returning({ email: links.email })
  return claimed?.email ?? null
}
