import { ROLE_LABELS } from '#src/accounts/account.ts'
import { INVOICE_TYPE_LABELS } from '#src/invoices/invoice.ts'
import { JOB_TYPE_BADGES, STATUS_LABELS, URGENCY_BADGES } from '#src/jobs/job.ts'
import { QUOTE_STATUS_LABELS } from '#src/quotes/quote.ts'

/** A badge's colour never stands for a meaning that its words lack. */
export type Tone = 'grey' | 'yellow' | 'blue' | 'orange' | 'amber' | 'green' | 'purple' | 'red'

const tones = {
  status: {
    pending: 'yellow',
    assigned: 'blue',
    in_progress: 'orange',
    quote_pending: 'amber',
    quote_approved: 'amber',
    completed: 'green',
    invoiced: 'purple',
    cancelled: 'grey',
    approved: 'green',
    declined: 'red',
    rejected: 'red',
  },
  urgency: { low: 'green', medium: 'yellow', high: 'red' },
  jobType: { visit: 'grey', quote_work: 'purple' },
  workStatus: { not_started: 'grey', in_progress: 'orange', completed: 'green', cancelled: 'grey' },
  invoiceType: { contractor_visit: 'blue', quote: 'purple' },
  invoicingStatus: { pending: 'yellow', invoiced: 'purple', not_billable: 'grey' },
  role: { estate_agent: 'green', contractor: 'blue', admin: 'purple' },
  delivery: { queued: 'yellow', sent: 'green', failed: 'red' },
} as const satisfies Record<string, Record<string, Tone>>

export type BadgeKind = keyof typeof tones

const words: Record<BadgeKind, Readonly<Record<string, string>>> = {
  status: { ...QUOTE_STATUS_LABELS, ...STATUS_LABELS },
  urgency: URGENCY_BADGES,
  jobType: JOB_TYPE_BADGES,
  workStatus: {
    not_started: 'Not Started',
    in_progress: 'In Progress',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  invoiceType: INVOICE_TYPE_LABELS,
  invoicingStatus: { pending: 'To Invoice', invoiced: 'Invoiced', not_billable: 'Not Billable' },
  role: ROLE_LABELS,
  delivery: { queued: 'Queued', sent: 'Sent', failed: 'Failed' },
}

/** An unknown value reads as it is stored, an unknown role 'User'. */
export function lookOf(kind: BadgeKind, value: string | null | undefined): { label: string; tone: Tone } {
  const key = value ?? ''
  if (!Object.hasOwn(tones[kind], key)) {
    return { label: kind === 'role' ? 'User' : key.replaceAll('_', ' '), tone: 'grey' }
  }
  const ofKind: Readonly<Record<string, Tone>> = tones[kind]
  return { label: words[kind][key]!, tone: ofKind[key]! }
}
