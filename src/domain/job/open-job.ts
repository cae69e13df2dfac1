import type { Job } from './job.ts'

export type OpenJob = Pick<Job, OpenJobField> & {
  tellsAgent: boolean
}
type OpenJobField =
  | ('id' | 'jobRef' | 'jobType' | 'status' | 'urgency' | 'propertyName' | 'propertyAddress' | 'postcode')
  | ('contractorType' | 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt' | 'estateAgentName' | 'visitBy')
  | ('hazardLevel' | 'hazardDue' | 'firstVisitAt' | 'noAccessVisits')
  | ('appointmentStartsAt' | 'appointmentEndsAt' | 'contractor' | 'contractorId')

export type JobAtProperty = Pick<Job, 'id' | 'jobRef' | 'status' | 'issueDescription' | 'createdAt'> & {
  address?: string
}
export type JobsAtProperty = { jobs: readonly JobAtProperty[]; more: number; href: string | null }
