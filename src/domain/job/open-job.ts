import type { Job } from './job.ts'

/** One that is not finished, as an account's page shows it. */
export type OpenJob = Pick<Job, OpenJobField> & {
  /** Whether an e-mail reaches its agent. */
  tellsAgent: boolean
}
type OpenJobField =
  | ('id' | 'jobRef' | 'jobType' | 'status' | 'urgency' | 'propertyName' | 'propertyAddress' | 'postcode')
  | ('contractorType' | 'waitingOn' | 'waitingFor' | 'waitingSince' | 'updatedAt' | 'estateAgentName' | 'visitBy')
  | ('firstVisitAt' | 'noAccessVisits' | 'appointmentStartsAt' | 'appointmentEndsAt' | 'contractor' | 'contractorId')
