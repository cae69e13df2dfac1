import { Type } from '@sinclair/typebox'
import { orNull, thing, UNTOLD } from '#src/http/answers.ts'
import { JobSchema, QuoteSchema, VisitSchema } from '#src/jobs/answers.ts'

export const QuoteWithJobSchema = thing('QuoteWithJob', 'A quote with its job.', {
  ...QuoteSchema.properties,
  job: JobSchema,
  workCompletion: orNull(VisitSchema, { description: 'The visit that it came with.' }),
})
export const QuotesWithJobs = Type.Array(QuoteWithJobSchema)

export const ChangedQuote = thing('ChangedQuote', 'The quote as it now is.', {
  ...QuoteWithJobSchema.properties,
  ...UNTOLD,
})
