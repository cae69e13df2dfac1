import type { Job } from './job.ts'

export type OpenJob = Pick<Job, OpenJobField> & {
  tellsAgent: boolean
}
type OpenJobField =
  | ('id' | 'jobRef' | 'jobType' | 'status' | 'urgency' | 'propertyName' | 'propertyAddress' | 'postcode')
  | ('contractorType' | 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt' | 'estateAgentName' | 'visitBy')
  | ('firstVisitAt' | 'noAccessVisits' | 'appointmentStartsAt' | 'appointmentEndsAt' | 'contractor' | 'contractorId')
