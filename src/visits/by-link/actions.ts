import { type Static, Type } from '@sinclair/typebox'
import { accountLink } from '#src/accounts/people/of-link.ts'
import { account } from '#src/accounts/queries.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { BookingInput, bookingFormRule } from '#src/appointments/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { type Appointment, appointmentWords } from '#src/domain/appointment/appointment.ts'
import type { Job } from '#src/domain/job/job.ts'
import { IN_HAND, type ShownStatus } from '#src/domain/job/status.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { notify } from '#src/emails/notify.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { type Judged, judged } from '#src/http/input.ts'
import { lockJob, ownJob } from '#src/jobs/queries.ts'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { isAccountMailedTooOften, type LinkInAnyState, lockLink, mayBeSentAgain, takeUpLink } from '#src/links/links.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { inOneTransaction, transaction } from '#src/writes/transaction.ts'

export const JobAnswer = Type.Object({
  answer: Type.Union([Type.Literal('take'), Type.Literal('handBack')], { error: 'Please choose an answer' }),
  ...BookingInput.properties,
  reason: Type.Optional(Type.String({ maxLength: 1000, error: 'Please give a reason' })),
})

type Answered = { visit: Appointment } | { reason: string }

export function jobAnswerRule({ answer, reason, ...booking }: Static<typeof JobAnswer>): Judged<Answered> {
  if (answer === 'handBack') return judged({ reason: reason ?? '' }, reason ? {} : { reason: 'Please give a reason' })
  const { value, errors } = bookingFormRule(booking)
  return value ? judged({ visit: value }, errors ?? {}) : { errors: errors ?? {} }
}

type OpenedJob = { link: LinkInAnyState; user: Actor; job: Job }

/** Throws LinkEnded with what the job is by now. */
async function jobOfLink(token: string): Promise<OpenedJob> {
  const { link, user } = await accountLink('answer_job', token, isContractor)
  const job = await ownJob(user, link.jobId ?? '').catch((error: unknown) => {
    if (error instanceof NotFound) throw new LinkEnded()
    if (!(error instanceof Refused)) throw error
    refuseEndedLink(link)
    throw new LinkEnded('This job is no longer with you.')
  })
  if (!IN_HAND.some((status: ShownStatus) => status === job.status)) throw new LinkEnded(refusedMove(job, 'handedBack'))
  refuseEndedLink(link)
  return { link, user, job }
}

export async function openJob(token: string): Promise<OpenedJob> {
  const opened = await jobOfLink(token)
  refuseExpiredLink(opened.link)
  return opened
}

/** As the page's and the API's, by the account whose link it is, which is told of it at once. */
export function answerJobByLink({ link, user, job }: OpenedJob, answered: Answered): Promise<string> {
  return inOneTransaction(
    async (tx) => {
      const isOpen = 'visit' in answered ? await lockLink(tx, link.id) : await takeUpLink(tx, link.id)
      if (!isOpen) throw new LinkEnded()
      await account(tx, user.id, 'contractor')
      if ('visit' in answered) {
        const appointment = appointmentWords(answered.visit)
        const before = await lockJob(tx, user, job.id)
        const { unreached, ...booked } = await bookVisit(user, job.id, answered.visit)
        if (+booked.updatedAt !== +before.updatedAt)
          await notify(tx, 'answered_by_link', booked, { decision: 'Booked', appointment })
        return [`Booked: ${appointment}.`, ...(unreached.length ? unreached : [TOLD])].join(' ')
      }
      const { reason } = answered
      const { unreached, ...handed } = await handJobBack(user, job.id, reason)
      await notify(tx, 'answered_by_link', handed, { decision: 'Handed back', reason, former: user.id })
      return ['The job is no longer with you.', ...unreached].join(' ')
    },
    { keeping: [user.id] },
  )
}

const TOLD = 'The estate agent is told by e-mail.'
/** To the address that had the expired link, which an account's other address ends. Silent when that is too often. */
export async function sendJobAgain(token: string, address: string): Promise<void> {
  const { link, user, job } = await jobOfLink(token)
  if (!(await mayBeSentAgain(link, address))) return
  await transaction(
    async (tx) => {
      const locked = await lockJob(tx, user, job.id)
      if (await isAccountMailedTooOften(tx, user.id, 'answer_job', { jobId: job.id })) return
      await notify(tx, 'job_assigned', locked)
    },
    { keeping: [user.id] },
  )
}
