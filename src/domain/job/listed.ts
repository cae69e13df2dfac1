import type { Person } from '../account/account.ts'
import { standingQuote } from '../quote/quote.ts'
import type { Job } from './job.ts'
import { isVisitJob } from './state.ts'

export const RECENT_LIMIT = 5

// A page takes longest to read the cells of its rows: lists read no more than they show.

export const LISTED_FOR_AGENTS = [
  ...(['id', 'jobRef', 'jobType', 'status', 'urgency', 'createdAt', 'updatedAt'] as const),
  ...(['propertyName', 'propertyAddress', 'issueDescription'] as const),
  ...(['contractor', 'rivalOfJobId', 'rivalOfJobRef', 'unreadMessages'] as const),
  ...(['waitingOn', 'waitingFor', 'waitingSince'] as const),
  ...(['visitBy', 'firstVisitAt', 'noAccessVisits', 'hazardLevel', 'hazardDue'] as const),
  ...(['appointmentStartsAt', 'appointmentEndsAt'] as const),
] as const satisfies (keyof Job)[]

export const NAMED_FOR_AGENTS = ['id', 'firstName', 'lastName'] as const satisfies (keyof Person)[]

type Named<Name extends keyof Job, As extends keyof Person> = Omit<Pick<Job, Name>, 'contractor'> & {
  contractor: Pick<Person, As> | null
}
export type JobForAgents = Named<(typeof LISTED_FOR_AGENTS)[number], (typeof NAMED_FOR_AGENTS)[number]>

export const LISTED = [...LISTED_FOR_AGENTS, 'estateAgentName', 'contractorId'] as const satisfies (keyof Job)[]
export type ListedJob = Pick<Job, (typeof LISTED)[number]>

export const LISTED_FOR_ADMINS = [
  ...LISTED,
  'estateAgency',
  'accessNotes',
  'contractorType',
  'chasedAt',
] as const satisfies (keyof Job)[]
export const NAMED_FOR_ADMINS = [...NAMED_FOR_AGENTS, 'company', 'deletedAt'] as const satisfies (keyof Person)[]
export type JobForAdmins = Named<(typeof LISTED_FOR_ADMINS)[number], (typeof NAMED_FOR_ADMINS)[number]> & Priced

export const LISTED_FOR_CONTRACTORS = [
  ...LISTED,
  ...(['estateAgent', 'tenantName', 'tenantPhone', 'photosUrls', 'hiddenFromEstateAgent', 'certificate'] as const),
] as const satisfies (keyof Job)[]
export type JobForContractors = Pick<Job, (typeof LISTED_FOR_CONTRACTORS)[number]> &
  Priced & { quotedWork: string | null }

/** `amount` is the current quote's, in pence. */
type Priced = { amount: number | null }

export const amountOf = (job: Pick<Job, 'quotes'> | Priced): number | null =>
  'amount' in job ? job.amount : (standingQuote(job.quotes)?.amount ?? null)

/** What the quote that a job carries out is for; null of a visit. */
export const quotedWorkOf = (job: Pick<Job, 'jobType' | 'quotes'> | { quotedWork: string | null }): string | null =>
  'quotedWork' in job ? job.quotedWork : isVisitJob(job) ? null : (standingQuote(job.quotes)?.description ?? null)
