import { Type } from '@sinclair/typebox'
import { thing } from '#src/http/answers.ts'
import { Job, Visit } from '#src/jobs/answers.ts'

const { id, jobRef, jobType, status, propertyName, propertyAddress, estateAgency, issueDescription, accessNotes } =
  Job.properties

const VisitedJob = thing('VisitedJob', 'What an invoice needs of the job of a visit.', {
  ...{ id, jobRef, jobType, status },
  ...{ propertyName, propertyAddress, estateAgency, issueDescription, accessNotes },
})

export const VisitWithJob = thing('VisitWithJob', 'A visit with its job.', { ...Visit.properties, job: VisitedJob })
export const VisitsWithJobs = Type.Array(VisitWithJob)
