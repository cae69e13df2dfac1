import type { Role } from '../account/account.ts'
import { isContractor } from '../account/roles.ts'
import type { Message } from '../message/message.ts'
import type { AccessAttempt, Hazard } from '../property/hazard/hazard.ts'
import type { SentSummary } from '../property/hazard/summary.ts'
import type { Quote, Revision } from '../quote/quote.ts'
import type { Job } from './job.ts'
import { OPEN } from './status.ts'
import type { JobEventEntry } from './timeline.ts'

/** What a contractor needs at the door: with access notes and the tenant, so only while there is work to do. */
export const mayReadSheet = (reader: { role: Role | null }, { status }: Pick<Job, 'status'>): boolean =>
  !isContractor(reader) || OPEN.includes(status)

/** `messages` are those that both sides may read. */
export type Evidence = {
  job: Job
  timeline: readonly JobEventEntry[]
  messages: readonly Message[]
  quotes: readonly EvidenceOfQuote[]
  hazard: { hazard: Hazard | null; attempts: readonly AccessAttempt[] }
  summaries: readonly SentSummary[]
  /** Jobs that this one came from or led to. */
  others: readonly { id: string; jobRef: string; words: string }[]
}

export type EvidenceOfQuote = { quote: Quote; revisions: readonly Revision[]; decision?: JobEventEntry }
