import { jobJson, quoteJson, visitJson } from '#src/jobs/json.ts'
import type { QuoteWithJob } from './queries.ts'

/** A quote with its job and what the contractor did: `workCompletion`, null once the visit is deleted. */
export const quoteWithJobJson = ({ job, workCompletion, ...quote }: QuoteWithJob) => ({
  ...quoteJson(quote),
  job: jobJson(job),
  workCompletion: workCompletion && visitJson(workCompletion),
})
