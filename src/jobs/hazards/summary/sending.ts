import { eq } from 'drizzle-orm'
import { hazardSummaries, jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import type { SentSummary } from '#src/domain/property/hazard/summary.ts'
import { person } from '#src/emails/notify.ts'
import { notifyOutsider } from '#src/emails/notify-outsider.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { lockHazard, noteSummary } from '#src/jobs/hazards/hazards.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import { lockJob } from '#src/jobs/queries.ts'
import {
  isSentTooOften,
  type LinkInAnyState,
  makeMailedLinks,
  makeShownLink,
  mayBeSentAgain,
} from '#src/links/links.ts'
import { countSharedLink, linksBefore } from '#src/links/shared.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { HazardSummaryBody } from './input.ts'
import { lockShownJob } from './summaries.ts'

type MadeSummary = SentSummary & { url: string | null }

export function sendSummary(user: Actor, jobId: string, sent: HazardSummaryBody): Promise<MadeSummary> {
  authorize(user, 'changeHazard')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, jobId)
    const hazard = await lockHazard(tx, job.id)
    if (!hazard) throw new NotFound()
    if (!mayMarkHazard(job)) throw new Refused(refusedMove(job), 'job_moved_on')
    if (!hazard.investigatedAt) throw new Refused('Somebody has to look at it inside first.')
    await linksBefore(tx, job.id)
    const { found, toDo, byWhen } = sent
    const email = sent.email?.toLowerCase() ?? null
    await countSharedLink(tx, user, email)
    const agent = await person(tx, job.estateAgentId)
    const [kept] = await tx
      .insert(hazardSummaries)
      .values({
        ...{ jobId: job.id, found, toDo, byWhen, email },
        ...{ propertyName: job.propertyName, propertyAddress: job.propertyAddress, agency: job.estateAgency },
        contact: [agent?.phone, agent?.email].filter(Boolean).join(', '),
        ...{ sentById: user.id, sentByName: displayName(user) || 'Fettle' },
      })
      .returning()
    const { sentById: _, ...summary } = kept!
    const link = { jobId: job.id, about: summary.id, email }
    let url: string | null = null
    if (email) {
      const [linkId] = await makeMailedLinks(tx, 'hazard_summary', [link])
      await notifyOutsider(tx, 'hazard_summary', job, { email, linkId: linkId!, found, toDo, byWhen })
    } else url = await makeShownLink(tx, 'hazard_summary', link)
    await noteSummary(tx, job, summary.createdAt)
    const [now] = await tx.select().from(jobs).where(eq(jobs.id, job.id))
    await recordEvent(tx, now!, 'hazardSummarySent', user, { detail: { how: email ? 'By e-mail' : 'As a link' } })
    return { ...summary, url }
  })
}

/** To the address that had the expired link. Silent when that is too often. */
export async function sendSummaryAgain(
  { link, summary }: { link: LinkInAnyState; summary: SentSummary },
  address: string,
): Promise<void> {
  const { email, about } = link
  if (!email || !(await mayBeSentAgain(link, address))) return
  await transaction(async (tx) => {
    const job = await lockShownJob(tx, summary.jobId)
    if (!job || (await isSentTooOften(tx, link))) return
    const [linkId] = await makeMailedLinks(tx, 'hazard_summary', [{ jobId: job.id, about, email }])
    const { found, toDo, byWhen } = summary
    await notifyOutsider(tx, 'hazard_summary', job, { email, linkId: linkId!, found, toDo, byWhen })
  })
}
