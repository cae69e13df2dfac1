import { type Static, Type } from '@sinclair/typebox'
import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { emailAddress } from '#src/accounts/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { MADE_PURPOSES, type MadeLink, type SharedLink } from '#src/domain/link/shared.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { notifyOutsider } from '#src/emails/notify-outsider.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { type Judged, judged } from '#src/http/input.ts'
import { isUuid } from '#src/http/uuid.ts'
import { type JobRow, lockJob, ownJob } from '#src/jobs/queries.ts'
import { makeMailedLinks, makeShownLink } from '#src/links/links.ts'
import { countSharedLink, jobIdOfShared, linksBefore, revokeLink, sharedLinks } from '#src/links/shared.ts'
import { inOneTransaction, transaction } from '#src/writes/transaction.ts'
import { askLandlord } from './landlord/actions.ts'

export const LinkShared = Type.Object(
  {
    purpose: Type.Union(
      MADE_PURPOSES.map((purpose) => Type.Literal(purpose)),
      { error: `The purpose must be ${MADE_PURPOSES.join(' or ')}` },
    ),
    email: Type.Optional(emailAddress()),
  },
  { $id: 'LinkShared' },
)
type LinkShared = Static<typeof LinkShared>

export const linkSharedRule = (sent: LinkShared): Judged<LinkShared> =>
  judged(sent, sent.purpose === 'landlord' && !sent.email ? { email: 'The landlord’s e-mail is required' } : {})

export async function shareJob(user: Actor, jobId: string, { purpose, email }: LinkShared): Promise<MadeLink> {
  authorize(user, 'shareJob')
  return inOneTransaction(async (tx) => {
    const job = await lockJob(tx, user, jobId)
    const known = new Set((await linksBefore(tx, job.id)).map(({ id }) => id))
    const url =
      purpose === 'landlord' ? await askForJob(user, job, email!) : await follow(tx, user, job, email?.toLowerCase())
    const made = (await sharedLinks(job.id, tx)).find(({ id }) => !known.has(id))
    return { ...made!, url }
  })
}

async function askForJob(user: Actor, { id }: JobRow, email: string): Promise<null> {
  const quote = (await ownJob(user, id)).quotes.find(isPending)
  if (!quote) throw new Refused('This job has no quote to ask about.')
  await askLandlord(user, quote.id, email)
  return null
}

async function follow(tx: Tx, user: Actor, job: JobRow, email: string | undefined): Promise<string | null> {
  await countSharedLink(tx, user, email)
  if (!email) return makeShownLink(tx, 'follow_job', { jobId: job.id })
  await sendFollowLink(tx, job, { email })
  return null
}

export async function sendFollowLink(
  tx: Tx,
  job: JobRow,
  { email, parentId }: { email: string; parentId?: string },
): Promise<void> {
  const [linkId] = await makeMailedLinks(tx, 'follow_job', [{ jobId: job.id, email, parentId }])
  await notifyOutsider(tx, 'repair_shared', job, { email, linkId: linkId! })
}

export async function jobLinks(user: Actor, jobId: string): Promise<SharedLink[]> {
  authorize(user, 'shareJob')
  return sharedLinks((await ownJob(user, jobId)).id)
}

export function endJobLink(user: Actor, id: string): Promise<void> {
  authorize(user, 'shareJob')
  return transaction(async (tx) => {
    const jobId = isUuid(id) ? await jobIdOfShared(tx, id) : null
    if (!jobId) throw new NotFound()
    await lockJob(tx, user, jobId)
    await revokeLink(tx, id)
  })
}
