import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { jobJson, quoteJson, visitJson } from '#src/jobs/json.ts'

export const quoteWithJobJson = ({ job, workCompletion, ...quote }: QuoteWithJob) => ({
  ...quoteJson(quote),
  job: jobJson(job),
  workCompletion: workCompletion && visitJson(workCompletion),
})
