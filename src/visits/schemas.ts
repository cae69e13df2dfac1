import { Type } from '@sinclair/typebox'
import { objectSchema } from '#src/http/schemas.ts'
import { JobSchema, VisitSchema } from '#src/jobs/schemas.ts'

const { id, jobRef, jobType, status, propertyName, propertyAddress, estateAgency, issueDescription, accessNotes } =
  JobSchema.properties

const VisitedJob = objectSchema('VisitedJob', 'What an invoice needs of the job of a visit.', {
  ...{ id, jobRef, jobType, status },
  ...{ propertyName, propertyAddress, estateAgency, issueDescription, accessNotes },
})

export const VisitWithJobSchema = objectSchema('VisitWithJob', 'A visit with its job.', {
  ...VisitSchema.properties,
  job: VisitedJob,
})
export const VisitsWithJobs = Type.Array(VisitWithJobSchema)
