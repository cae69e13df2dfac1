import type { Job } from '../jobs/job.ts'
import type { Visit } from '../visits/visit.ts'
import type { Quote } from './quote.ts'

/** With the visit that it came with. */
export type QuoteWithJob = Quote & { job: Job; workCompletion: Visit | null }
