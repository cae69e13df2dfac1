import { ROLE_LABELS, type Role } from '#src/domain/account/account.ts'
import type { EmailStatus } from '#src/domain/email/kinds.ts'
import { INVOICE_TYPE_LABELS, type InvoiceType } from '#src/domain/invoice/invoice.ts'
import { JOB_TYPE_BADGES, type JobType } from '#src/domain/job/job-type.ts'
import { LOST, SHOWN_STATUS_LABELS, type ShownStatus, STATUS_TONES } from '#src/domain/job/status.ts'
import { URGENCY_BADGES, type Urgency } from '#src/domain/job/urgency.ts'
import { HAZARD_LABELS, type HazardLevel } from '#src/domain/property/hazard/hazard.ts'
import { QUOTE_STATUS_LABELS, type QuoteStatus, type WorkStatus } from '#src/domain/quote/quote.ts'
import type { Tone } from '#src/domain/tone.ts'
import { type InvoicingStatus, OUTCOME_LABELS, type VisitOutcome } from '#src/domain/visit/visit.ts'

type Looks<Value extends string> = { tones: Record<Value, Tone>; words: Record<Value, string> }
const looks = <Value extends string>(words: Record<Value, string>, tones: Record<Value, Tone>): Looks<string> => ({
  tones,
  words,
})

const LOOKS = {
  status: looks<ShownStatus | QuoteStatus>(
    { ...QUOTE_STATUS_LABELS, ...SHOWN_STATUS_LABELS },
    {
      ...STATUS_TONES,
      [LOST]: 'grey',
      approved: 'green',
      declined: 'red',
      rejected: 'red',
      withdrawn: 'grey',
    },
  ),
  urgency: looks<Urgency>(URGENCY_BADGES, { low: 'green', medium: 'yellow', high: 'red' }),
  hazard: looks<HazardLevel>(HAZARD_LABELS, { significant: 'amber', emergency: 'red' }),
  jobType: looks<JobType>(JOB_TYPE_BADGES, { visit: 'grey', quote_work: 'purple' }),
  workStatus: looks<WorkStatus>(
    { not_started: 'Not Started', in_progress: 'In Progress', completed: 'Completed', cancelled: 'Cancelled' },
    { not_started: 'grey', in_progress: 'orange', completed: 'green', cancelled: 'grey' },
  ),
  invoiceType: looks<InvoiceType>(INVOICE_TYPE_LABELS, { contractor_visit: 'blue', quote: 'purple' }),
  invoicingStatus: looks<InvoicingStatus>(
    { pending: 'To Invoice', invoiced: 'Invoiced', not_billable: 'Not Billable' },
    { pending: 'yellow', invoiced: 'purple', not_billable: 'grey' },
  ),
  outcome: looks<VisitOutcome>(OUTCOME_LABELS, { done: 'green', no_access: 'red', return: 'orange' }),
  role: looks<Role>(ROLE_LABELS, { estate_agent: 'green', contractor: 'blue', admin: 'purple' }),
  delivery: looks<EmailStatus>(
    { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
    { queued: 'yellow', sent: 'green', failed: 'red' },
  ),
}

export type BadgeKind = keyof typeof LOOKS

export function lookOf(kind: BadgeKind, value: string | null | undefined): { label: string; tone: Tone } {
  const key = value ?? ''
  const { words, tones } = LOOKS[kind]
  if (!Object.hasOwn(tones, key)) return { label: kind === 'role' ? 'User' : key.replaceAll('_', ' '), tone: 'grey' }
  return { label: words[key]!, tone: tones[key]! }
}
