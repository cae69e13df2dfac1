import type { Person } from '../account/account.ts'
import type { JobCertificate } from '../property/certificate/raised.ts'
import type { HazardLevel, KeptHazard } from '../property/hazard/hazard.ts'
import type { Quote } from '../quote/quote.ts'
import type { Visit } from '../visit/visit.ts'
import type { JobDetails } from './fields.ts'
import type { JobType } from './job-type.ts'
import type { ShownStatus } from './status.ts'
import type { Urgency } from './urgency.ts'
import type { WaitingFor, WaitingOn } from './waiting.ts'

export type Job = JobDetails & {
  id: string
  jobRef: string
  estateAgentId: string | null
  contractorId: string | null
  status: ShownStatus
  urgency: Urgency
  jobType: JobType
  parentJobId: string | null
  photosUrls: string[]
  postcode: string | null
  /** The job that a quote was given for when another was asked. */
  rivalOfJobId: string | null
  rivalOfJobRef: string | null
  appointmentStartsAt: Date | null
  appointmentEndsAt: Date | null
  cancelReason: string | null
  /** The three are null until they are filled in for a job that an earlier version wrote. */
  waitingOn: WaitingOn | null
  waitingFor: WaitingFor | null
  waitingSince: Date | null
  visitBy: Date | null
  firstVisitAt: Date | null
  noAccessVisits: number
  /** Of a hazard that has not ended. */
  hazardLevel: HazardLevel | null
  hazardDue: Date | null
  hazard: KeptHazard | null
  certificate: JobCertificate | null
  /** When whoever it waited on was last chased by hand. */
  chasedAt: Date | null
  hiddenFromEstateAgent: 'yes' | 'no'
  createdAt: Date
  updatedAt: Date
  contractor: Person | null
  estateAgent: Person | null
  quotes: Quote[]
  visits: Visit[]
  unreadMessages: number
}

export const JOB_DELETED = 'The job has been successfully deleted.'

export const jobRef = (number: number): string => `JOB-${String(number).padStart(6, '0')}`

export const shortIssue = (issueDescription: string): string => [...issueDescription].slice(0, 100).join('')
