import { jobJson, quoteJson, visitJson } from '#src/jobs/json.ts'
import type { QuoteWithJob } from './queries.ts'

export const quoteWithJobJson = ({ job, workCompletion, ...quote }: QuoteWithJob) => ({
  ...quoteJson(quote),
  job: jobJson(job),
  workCompletion: workCompletion && visitJson(workCompletion),
})
