import type { Job } from './job.ts'

export type OpenJob = Pick<Job, OpenJobField> & {
  tellsAgent: boolean
}
type OpenJobField =
  | ('id' | 'jobRef' | 'jobType' | 'status' | 'urgency' | 'propertyName' | 'propertyAddress' | 'postcode')
  | ('contractorType' | 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt' | 'estateAgentName' | 'visitBy')
  | ('firstVisitAt' | 'noAccessVisits' | 'appointmentStartsAt' | 'appointmentEndsAt' | 'contractor' | 'contractorId')

export type JobAtProperty = Pick<Job, 'id' | 'jobRef' | 'status' | 'issueDescription' | 'createdAt'> & {
  /** Where it is not exactly the address that was asked for. */
  address?: string
}
/** The newest, how many more there are, and the list that shows them all. */
export type JobsAtProperty = { jobs: readonly JobAtProperty[]; more: number; href: string | null }
