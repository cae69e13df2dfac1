import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { complaints } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { count } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { sha256 } from '#src/access/sha256.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Complaint, complaintRef, isClosed, isToAnswer } from '#src/domain/account/complaint.ts'
import { notifyComplainant } from '#src/emails/notify-complainant.ts'
import { recordChange } from '#src/events/record.ts'
import { Refused } from '#src/http/errors.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { NewComplaint } from './input.ts'
import { complaintColumns, lockComplaint } from './queries.ts'

const MOST_IN_A_DAY = 3

type Sent = { formKey: string; address: string }

/** The same form sent again is the same complaint. */
export async function makeComplaint(given: NewComplaint, { formKey, address }: Sent): Promise<Complaint> {
  await count(LIMITS.complaints, address, { headers: {} })
  return transaction(async (tx) => {
    const formHash = sha256(formKey)
    const [made] = await tx
      .insert(complaints)
      .values({ ...given, formHash })
      .onConflictDoNothing()
      .returning(complaintColumns)
    if (!made) return sentBefore(tx, formHash)
    await recordChange(tx, 'Somebody outside', { type: 'complaint.received', subjectId: made.id })
    if (await mayBeTold(tx, given.email)) await notifyComplainant(tx, 'complaint_received', made)
    return made
  })
}

/** What is typed there may be anybody's address: they are not written to again and again. */
async function mayBeTold(tx: Tx, email: string): Promise<boolean> {
  const isTheirs = sql`lower(${complaints.email}) = ${email.toLowerCase()}`
  const lately = happenedWithin(complaints.createdAt, interval('24 hours'))
  return (await tx.$count(complaints, and(isTheirs, lately))) <= MOST_IN_A_DAY
}

async function sentBefore(tx: Tx, formHash: string): Promise<Complaint> {
  const [found] = await tx.select(complaintColumns).from(complaints).where(eq(complaints.formHash, formHash))
  return found!
}

export function answerComplaint(user: Actor, id: string, answer: string): Promise<Complaint> {
  authorize(user, 'manageComplaints')
  return transaction(async (tx) => {
    const complaint = await lockComplaint(tx, id)
    if (isClosed(complaint)) throw new Refused(`${complaintRef(complaint)} is closed.`)
    if (!isToAnswer(complaint)) throw new Refused(`${complaintRef(complaint)} has been answered already.`)
    const [answered] = await tx
      .update(complaints)
      .set({ answer, answeredAt: sql`now()` })
      .where(eq(complaints.id, id))
      .returning(complaintColumns)
    await notifyComplainant(tx, 'complaint_answered', answered!)
    await recordChange(tx, user, { type: 'complaint.answered', subjectId: id })
    return answered!
  })
}

export function closeComplaint(user: Actor, id: string, closeReason: string): Promise<Complaint> {
  authorize(user, 'manageComplaints')
  return transaction(async (tx) => {
    const complaint = await lockComplaint(tx, id)
    if (isClosed(complaint)) throw new Refused(`${complaintRef(complaint)} is closed already.`)
    const [closed] = await tx
      .update(complaints)
      .set({ closeReason, closedAt: sql`now()` })
      .where(eq(complaints.id, id))
      .returning(complaintColumns)
    await recordChange(tx, user, { type: 'complaint.closed', subjectId: id })
    return closed!
  })
}
