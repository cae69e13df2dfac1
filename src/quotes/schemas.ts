import { Type } from '@sinclair/typebox'
import { objectSchema, orNull, UNREACHED } from '#src/http/schemas.ts'
import { JobSchema, QuoteSchema, VisitSchema } from '#src/jobs/schemas.ts'

export const QuoteWithJobSchema = objectSchema('QuoteWithJob', 'A quote with its job.', {
  ...QuoteSchema.properties,
  job: JobSchema,
  workCompletion: orNull(VisitSchema, { description: 'The visit that it came with.' }),
})
export const QuotesWithJobs = Type.Array(QuoteWithJobSchema)

export const ChangedQuote = objectSchema('ChangedQuote', 'The quote as it now is.', {
  ...QuoteWithJobSchema.properties,
  ...UNREACHED,
})
