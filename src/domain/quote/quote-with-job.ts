import type { Job } from '../job/job.ts'
import { photoPath } from '../photo/photo.ts'
import type { Visit } from '../visit/visit.ts'
import type { Quote } from './quote.ts'

/** workCompletion is the visit that the quote came with. */
export type QuoteWithJob = Quote & { job: Job; workCompletion: Visit | null; rivals?: CompetingQuotes }

export const isPhotoOfQuote = ({ job, workCompletion }: QuoteWithJob, id: string): boolean =>
  [...job.photosUrls, ...(workCompletion?.photosUrls ?? [])].includes(photoPath(id))

export const QUOTED = [
  ...(['id', 'jobRef', 'jobType', 'status', 'updatedAt', 'rivalOfJobId', 'contractorId', 'contractor'] as const),
  ...(['propertyName', 'propertyAddress', 'estateAgency', 'estateAgentName'] as const),
  ...(['issueDescription', 'accessNotes', 'appointmentStartsAt', 'appointmentEndsAt'] as const),
  ...(['waitingOn', 'waitingFor', 'waitingSince'] as const),
  ...(['visitBy', 'firstVisitAt', 'noAccessVisits', 'hazardLevel', 'hazardDue'] as const),
] as const satisfies (keyof Job)[]
type QuotedJob = Pick<Job, (typeof QUOTED)[number]> & { visits: readonly QuotedVisit[] }
type QuotedVisit = Pick<Visit, 'id' | 'workDescription' | 'photosUrls'>

export type ListedQuote = Quote & {
  job: QuotedJob
  workCompletion: QuotedVisit | null
  hasRivals?: boolean
  rivals?: CompetingQuotes
}

export type CompetingQuotes = { quotes: readonly ListedQuote[]; waiting: number }
