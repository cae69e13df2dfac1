import { OFFICE } from '#src/accounts/people/office.ts'
import { fullName, type Person } from '#src/domain/account/account.ts'
import { isAway } from '#src/domain/account/away.ts'
import { appointmentOf } from '#src/domain/appointment/appointment.ts'
import { cacheUntilChange } from '#src/domain/cache-until.ts'
import { visitTarget } from '#src/domain/job/first-visit.ts'
import type { Job } from '#src/domain/job/job.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import { isSomebody } from '#src/domain/job/waiting.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { decimal } from '#src/domain/money.ts'
import { raisedFor } from '#src/domain/property/certificate/raised.ts'
import { sumsOf } from '#src/domain/quote/lines.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { jsonTexts, withDateTexts } from '#src/http/respond/json.ts'
import type { ToAssign } from '#src/jobs/assignment/suggestions.ts'
import { hazardOf } from '#src/jobs/hazards/hazard-of-job.ts'

const moneyOrNull = (pence: number | null) => (pence === null ? null : decimal(pence))

const sumsJson = ({ lines, amount }: Pick<Quote, 'lines' | 'amount'>) => {
  if (!lines?.length) return { net: null, vat: null }
  const { net, vatTotal } = sumsOf(lines, amount)
  return { net: decimal(net), vat: decimal(vatTotal) }
}

export const quoteJson = ({ contractor, ...quote }: Quote) =>
  withDateTexts({
    ...quote,
    amount: decimal(quote.amount),
    materialsCost: moneyOrNull(quote.materialsCost),
    laborCost: moneyOrNull(quote.laborCost),
    lines: quote.lines?.map((line) => ({ ...line, unitPrice: decimal(line.unitPrice) })) ?? null,
    ...sumsJson(quote),
    contractor: personJson(contractor),
  })

/** `images` is the older name of photosUrls. */
export const visitJson = ({ contractor, ...visit }: Visit) =>
  withDateTexts({
    ...visit,
    images: visit.photosUrls,
    fee: moneyOrNull(visit.fee),
    contractor: personJson(contractor),
  })

export function waitJson(job: Parameters<typeof waitOf>[0]) {
  const { waitingOn, ...wait } = waitOf(job)
  return { waitingOn: isSomebody(waitingOn) ? waitingOn : null, ...wait }
}

function hazardJson(job: Job) {
  const hazard = hazardOf(job)
  if (!hazard) return null
  const { level, kinds, ending, attempts, targets: _, summaries: __, due, ...times } = hazard
  return withDateTexts({ level, kinds, ...times, ending, attempts, due })
}

/** `quote` is the current quote's amount in pounds. */
export function jobJson(job: Job) {
  const { appointmentStartsAt, appointmentEndsAt, rivalOfJobRef, firstVisitAt, chasedAt, unreadMessages, ...rest } = job
  const { hazardLevel, hazardDue, hazard, certificate, ...others } = rest
  const amount = amountOf(job)
  const appointment = appointmentOf(job)
  return withDateTexts({
    ...others,
    ...waitJson(job),
    contractor: personJson(job.contractor),
    estateAgent: personJson(job.estateAgent),
    office: OFFICE,
    quotes: job.quotes.map(quoteJson),
    visits: job.visits.map(visitJson),
    unreadMessages,
    visitTarget: visitTarget(job),
    hazard: hazardJson(job),
    certificate: raisedFor({ certificate }),
    appointment: appointment && withDateTexts(appointment),
    quote: amount === null ? null : amount / 100,
  })
}

const recurringTexts = cacheUntilChange((jobs: readonly Job[]) => jsonTexts(jobs.map(jobJson)))

/** The JSON of each. Jobs that recur are frozen. */
export const jobTexts = (jobs: readonly Job[]): string[] =>
  jobs.every((job) => Object.isFrozen(job)) ? recurringTexts(jobs) : jsonTexts(jobs.map(jobJson))

export const suggestionJson = ({ hasTrade, coversArea, openJobs, lateJobs, reasons, ...contractor }: ToAssign) => ({
  ...{ id: contractor.id, firstName: contractor.firstName, lastName: contractor.lastName },
  ...{ company: contractor.company, email: contractor.email, phone: contractor.phone },
  ...{ contractorTypes: contractor.contractorTypes, areas: contractor.areas },
  ...{ hasTrade, coversArea, openJobs, lateJobs, reasons },
  awayUntil: isAway(contractor) ? contractor.awayUntil : null,
})

function personJson(person: Person | null) {
  if (!person) return null
  const { deletedAt: _, ...known } = person
  return { ...known, name: fullName(person) }
}
