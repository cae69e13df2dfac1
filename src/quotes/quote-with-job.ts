import type { Job } from '../jobs/job.ts'
import type { Visit } from '../visits/visit.ts'
import type { Quote } from './quote.ts'

/** workCompletion is the visit that the quote came with. */
export type QuoteWithJob = Quote & { job: Job; workCompletion: Visit | null }
