import { Type } from '@sinclair/typebox'
import { orNull, thing, UNTOLD } from '#src/http/answers.ts'
import { Job, Quote, Visit } from '#src/jobs/answers.ts'

export const QuoteWithJob = thing('QuoteWithJob', 'A quote with its job.', {
  ...Quote.properties,
  job: Job,
  workCompletion: orNull(Visit, { description: 'The visit that it came with.' }),
})
export const QuotesWithJobs = Type.Array(QuoteWithJob)

export const ChangedQuote = thing('ChangedQuote', 'The quote as it now is.', { ...QuoteWithJob.properties, ...UNTOLD })
