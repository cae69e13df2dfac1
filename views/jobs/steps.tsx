import type { Job } from '#src/domain/job/job.ts'
import { isCompleted } from '#src/domain/job/state.ts'
import { type JobStatus, LOST, STATUS_LABELS, statusOf } from '#src/domain/job/status.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import { EVENT_LABELS } from '#src/domain/job/transitions.ts'
import { isWorkToInvoice } from '#src/domain/quote/state.ts'
import { isToInvoice } from '#src/domain/visit/state.ts'
import { type Step, Steps } from '../ui/steps.tsx'

type Stepped = Pick<Job, 'visits' | 'quotes' | 'createdAt'> & { status: JobStatus }
type Taken = { label: string; at?: Date; named?: boolean }

const NAMED: readonly JobEventEntry['event'][] = [
  ...(['handedBack', 'noAccess', 'returnNeeded', 'reopened', 'reopenedAssigned'] as const),
  ...(['quoteWithdrawn', 'quoteDeclined', 'newPriceAsked', 'quoteDeleted', 'quoteWorkCancelled'] as const),
]

/** Beyond this length the line shows the first step and the last ones. */
const MAX_TAKEN = 9

const waitsForInvoice = ({ visits, quotes }: Pick<Stepped, 'visits' | 'quotes'>): boolean =>
  visits.some(isToInvoice) || quotes.some(isWorkToInvoice)

function stepsTaken({ status, createdAt: raised }: Stepped, timeline: readonly JobEventEntry[]): Taken[] {
  const taken: Taken[] = []
  for (const { event, fromStatus, toStatus, createdAt } of timeline) {
    const at = event === 'imported' ? raised : createdAt
    const named = NAMED.includes(event)
    if (!toStatus || (!named && event !== 'created' && fromStatus === toStatus)) continue
    // Twice nobody home: 'No Access, No Access', without the same state between them.
    if (named && fromStatus === toStatus && taken.at(-2)?.named) taken.pop()
    if (named) taken.push({ label: EVENT_LABELS[event], at, named })
    taken.push({ label: STATUS_LABELS[toStatus], at })
  }
  // Retention removes old events.
  if (taken.at(-1)?.label !== STATUS_LABELS[status]) taken.push({ label: STATUS_LABELS[status] })
  return taken.length > MAX_TAKEN ? [...taken.slice(0, 1), ...taken.slice(1 - MAX_TAKEN)] : taken
}

type StepsProps = { job: Pick<Job, 'status' | 'visits' | 'quotes' | 'createdAt'>; timeline: readonly JobEventEntry[] }

/** None of a job that is no longer with its reader: where it stands is not theirs to know. */
export const JobSteps = ({ job: { status, ...job }, timeline }: StepsProps) =>
  status === LOST ? null : <StepsOf job={{ ...job, status }} timeline={timeline} />

function StepsOf({ job, timeline }: { job: Stepped; timeline: readonly JobEventEntry[] }) {
  const taken = stepsTaken(job, timeline)
  const next = isCompleted(job) && !waitsForInvoice(job) ? [] : statusOf(job.status).next
  const steps: Step[] = [
    ...taken.map(
      ({ label, at }, index): Step => ({ label, at, state: index === taken.length - 1 ? 'current' : 'done' }),
    ),
    ...next.map((state): Step => ({ label: STATUS_LABELS[state], state: 'todo' })),
  ]
  return <Steps label="Progress" steps={steps} />
}
