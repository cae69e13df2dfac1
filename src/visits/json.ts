import { visitJson } from '#src/jobs/json.ts'
import type { VisitWithJob } from './queries.ts'

/** A visit with the job it was made for. */
export const visitWithJobJson = ({ job, ...visit }: VisitWithJob) => ({ ...visitJson(visit), job })
