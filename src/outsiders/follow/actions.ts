import { type Static, Type } from '@sinclair/typebox'
import { countSilently } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { emailAddress } from '#src/accounts/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Appointment, appointmentOf } from '#src/domain/appointment/appointment.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isBeingCarriedOut } from '#src/domain/job/state.ts'
import { type JobStatus, LOST } from '#src/domain/job/status.ts'
import { jobSpokenOf, mayReport, REPORTS, type Report } from '#src/domain/link/follow.ts'
import { MAX_MESSAGE } from '#src/domain/message/message.ts'
import { HttpError, Refused } from '#src/http/errors.ts'
import { type Judged, judged } from '#src/http/input.ts'
import { lastClosings, rivalsOf } from '#src/jobs/assignment/family.ts'
import { openWorkOf } from '#src/jobs/of-account.ts'
import { lockJob, ownJob } from '#src/jobs/queries.ts'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { isJobMailedTooOften, type LinkInAnyState, lockLink, mayBeSentAgain } from '#src/links/links.ts'
import { isSentFrom, setTold } from '#src/links/shared.ts'
import { postFromOutside } from '#src/messages/actions.ts'
import { outsiderLink } from '#src/outsiders/agent.ts'
import { sendFollowLink } from '#src/outsiders/links.ts'
import { transaction } from '#src/writes/transaction.ts'

export type Followed = {
  link: LinkInAnyState
  agent: Actor
  job: Job
  status: JobStatus
  isUndone: boolean
  booked: Appointment | null
  workId: string
}

async function followed(token: string): Promise<Followed> {
  const { link, agent } = await outsiderLink('follow_job', token)
  const job = await ownJob(agent, link.jobId ?? '').catch((error: unknown) => {
    throw error instanceof HttpError && error.status < 500 ? new LinkEnded() : error
  })
  refuseEndedLink(link)
  if (job.status === LOST) throw new LinkEnded()
  return { link, agent, job, ...(await standing(agent, { ...job, status: job.status })) }
}

async function standing(agent: Actor, job: Job & { status: JobStatus }) {
  const rivals = await rivalsOf(agent, job.id)
  const closings = await lastClosings([job, ...rivals].map(({ id }) => id))
  const { id, status, isUndone, ...told } = jobSpokenOf(job, rivals, closings)
  const work = isBeingCarriedOut({ status }) ? await openWorkOf(id) : { id, ...told }
  const visited = [work, ...rivals].find((one) => one && appointmentOf(one)) ?? work
  return { status, isUndone, booked: visited ? appointmentOf(visited) : null, workId: visited?.id ?? id }
}

export async function openFollowed(token: string): Promise<Followed> {
  const opened = await followed(token)
  refuseExpiredLink(opened.link)
  return opened
}

export const FromOutside = Type.Object({
  report: Type.Optional(
    Type.Union(
      (Object.keys(REPORTS) as Report[]).map((report) => Type.Literal(report)),
      { error: 'Please choose what to say' },
    ),
  ),
  text: Type.Optional(Type.String({ maxLength: MAX_MESSAGE - 100, error: 'At most 1,900 characters' })),
  // Pages that were open before the form said on or off send yes.
  told: Type.Optional(Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('yes')])),
  email: Type.Optional(emailAddress()),
})
type FromOutside = Static<typeof FromOutside>

export function fromOutsideRule(sent: FromOutside): Judged<FromOutside> {
  const { report, text, told, email } = sent
  if (report) return judged(sent, text ? {} : { text: 'Please say it in a sentence' })
  return judged(sent, told || email ? {} : { told: 'Please choose what shall happen' })
}

export function sendFromOutside(opened: Followed, { report, text, told, email }: FromOutside, address: string) {
  if (report) return reportFromOutside(opened, report, text ?? '')
  return opened.link.email ? tell(opened, told) : sendTo(opened, email ?? '', address)
}

const MESSAGES_A_DAY = 5

async function reportFromOutside(opened: Followed, report: Report, text: string): Promise<string> {
  if (!mayReport[report](opened)) throw new Refused('The repair has moved on. Please look at how it stands now.')
  await transaction(async (tx) => {
    const job = await lockJob(tx, opened.agent, opened.workId)
    if (!(await lockLink(tx, opened.link.id))) throw new LinkEnded()
    await postFromOutside(tx, job, `${REPORTS[report]}: ${text}`, MESSAGES_A_DAY)
  })
  return 'The agency has your message.'
}

async function tell({ agent, job, link }: Followed, told: FromOutside['told']): Promise<string> {
  const isTold = told === 'yes' ? link.toldSince === null : told === 'on'
  await transaction(async (tx) => {
    await lockJob(tx, agent, job.id)
    if (!(await lockLink(tx, link.id))) throw new LinkEnded()
    await setTold(tx, link.id, isTold)
  })
  return isTold ? 'You get an e-mail whenever the visit changes.' : 'You get no more e-mails about the visit.'
}

async function sendTo({ agent, job, link }: Followed, email: string, address: string): Promise<string> {
  if (await countSilently(LIMITS.passwordLinks, address))
    await transaction(async (tx) => {
      const locked = await lockJob(tx, agent, job.id)
      if (!(await lockLink(tx, link.id))) throw new LinkEnded()
      const isTooOften = await isJobMailedTooOften(tx, job.id, 'follow_job')
      if (isTooOften || (await isSentFrom(tx, link.id, email.toLowerCase()))) return
      await sendFollowLink(tx, locked, { email: email.toLowerCase(), parentId: link.id })
    })
  return 'An e-mail with a link of your own is on its way. Please say there that you want to be told.'
}

/** To the address that had the expired link. Silent when that is too often. */
export async function sendFollowAgain(token: string, address: string): Promise<void> {
  const { link, agent, job } = await followed(token)
  const { email, parentId } = link
  if (!email || !(await mayBeSentAgain(link, address))) return
  await transaction(async (tx) => {
    const locked = await lockJob(tx, agent, job.id)
    if (await isJobMailedTooOften(tx, job.id, 'follow_job')) return
    await sendFollowLink(tx, locked, { email, parentId: parentId ?? undefined })
  })
}
