import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { complaints } from '#db/schema.ts'
import type { Complaint } from '#src/domain/account/complaint.ts'
import type { WaitingCount } from '#src/domain/job/waiting.ts'
import { after } from '#src/http/cursor.ts'
import { NotFound } from '#src/http/errors.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'

const isUnanswered = and(isNull(complaints.answeredAt), isNull(complaints.closedAt))

export const complaintColumns = {
  id: complaints.id,
  number: complaints.number,
  name: complaints.name,
  email: complaints.email,
  text: complaints.text,
  answer: complaints.answer,
  answeredAt: complaints.answeredAt,
  closedAt: complaints.closedAt,
  closeReason: complaints.closeReason,
  createdAt: complaints.createdAt,
}

export async function complaintById(id: string, tx: DbOrTx = db): Promise<Complaint> {
  return oneById(id, () => tx.select(complaintColumns).from(complaints).where(eq(complaints.id, id)))
}

const isOpen = isNull(complaints.closedAt)

export const openComplaints = (): Promise<Complaint[]> =>
  db.select(complaintColumns).from(complaints).where(isOpen).orderBy(asc(complaints.createdAt), asc(complaints.id))

export const closedComplaints: Listing<Complaint> = listed(isNotNull(complaints.closedAt))
export const allComplaints: Listing<Complaint> = listed(undefined)

function listed(which: typeof isOpen | undefined): Listing<Complaint> {
  return {
    at: ({ createdAt }) => createdAt,
    count: () => db.$count(complaints, which),
    read: (cursor, limit) =>
      db
        .select(complaintColumns)
        .from(complaints)
        .where(and(which, after(cursor, complaints.createdAt, complaints.id)))
        .orderBy(desc(complaints.createdAt), desc(complaints.id))
        .limit(limit),
  }
}

export async function complaintsToAnswer(): Promise<WaitingCount> {
  const [found] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      oldest: sql<Date | null>`min(${complaints.createdAt})`.mapWith(complaints.createdAt),
    })
    .from(complaints)
    .where(isUnanswered)
  return found!
}

export async function lockComplaint(tx: DbOrTx, id: string): Promise<Complaint> {
  if (!isUuid(id)) throw new NotFound()
  const [found] = await tx.select(complaintColumns).from(complaints).where(eq(complaints.id, id)).for('update')
  if (!found) throw new NotFound()
  return found
}
