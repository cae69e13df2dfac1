import { jobJson, quoteJson, visitJson } from '#src/jobs/json.ts'
import type { QuoteWithJob } from './queries.ts'

/** `workCompletion` is null once the visit is deleted. */
export const quoteWithJobJson = ({ job, workCompletion, ...quote }: QuoteWithJob) => ({
  ...quoteJson(quote),
  job: jobJson(job),
  workCompletion: workCompletion && visitJson(workCompletion),
})
