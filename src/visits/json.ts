import { visitJson } from '#src/jobs/json.ts'
import type { VisitWithJob } from './queries.ts'

export const visitWithJobJson = ({ job, ...visit }: VisitWithJob) => ({ ...visitJson(visit), job })
