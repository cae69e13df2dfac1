import type { Job } from '../jobs/job.ts'
import type { Visit } from '../visits/visit.ts'
import type { Quote } from './quote.ts'

/** workCompletion is the visit that the quote came with. */
export type QuoteWithJob = Quote & { job: Job; workCompletion: Visit | null; rivals?: Rivals }

/** All pending quotes for one repair, the lowest first, and how many contractors have yet to quote. */
export type Rivals = { quotes: readonly QuoteWithJob[]; waiting: number }
