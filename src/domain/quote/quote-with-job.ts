import type { Job } from '../job/job.ts'
import type { Visit } from '../visit/visit.ts'
import type { Quote } from './quote.ts'

/** workCompletion is the visit that the quote came with. */
export type QuoteWithJob = Quote & { job: Job; workCompletion: Visit | null; rivals?: Rivals }

/** What lists show of a quote's job; of its visits only the one that the quote came with. */
export const QUOTED = [
  ...(['id', 'jobRef', 'jobType', 'status', 'updatedAt', 'rivalOfJobId', 'contractorId', 'contractor'] as const),
  ...(['propertyName', 'propertyAddress', 'estateAgency', 'estateAgentName'] as const),
  ...(['issueDescription', 'accessNotes', 'appointmentStartsAt', 'appointmentEndsAt'] as const),
  ...(['waitingOn', 'waitingFor', 'waitingSince'] as const),
  ...(['visitBy', 'firstVisitAt', 'noAccessVisits'] as const),
] as const satisfies (keyof Job)[]
type QuotedJob = Pick<Job, (typeof QUOTED)[number]> & { visits: readonly QuotedVisit[] }
type QuotedVisit = Pick<Visit, 'id' | 'workDescription' | 'photosUrls'>

export type ListedQuote = Quote & {
  job: QuotedJob
  workCompletion: QuotedVisit | null
  /** False where nobody else was asked for a price. */
  hasRivals?: boolean
  rivals?: Rivals
}

/** All pending quotes for one repair, the lowest first, and how many contractors have yet to quote. */
export type Rivals = { quotes: readonly ListedQuote[]; waiting: number }
