import { type LifeRows, times } from './life-rows.ts'
import type { EventRow } from './snapshot.ts'

const email = ({ emails }: LifeRows, type: string) => emails.filter((one) => one.type === type).length

/**
 * What one transaction writes together, as two numbers that are equal when nothing of it is missing or there twice.
 * The timeline's entry of a change is on the left.
 */
const TOGETHER: [what: string, left: (life: LifeRows) => number, right: (life: LifeRows) => number][] = [
  ['assignments and their e-mails', (l) => times(l, 'assigned', 'reassigned'), (l) => email(l, 'job_assigned')],
  ['withdrawals and their e-mails', (l) => times(l, 'reassigned', 'unassigned'), (l) => email(l, 'job_withdrawn')],
  // The contractor is told, and whichever side did not cancel.
  ['cancellations and their e-mails', (l) => 2 * times(l, 'cancelled'), (l) => email(l, 'job_cancelled')],
  ['submitted quotes and their e-mails', (l) => times(l, 'completedWithQuote'), (l) => email(l, 'quote_submitted')],
  ['finished work and its e-mails', (l) => times(l, 'completed', 'markedComplete'), (l) => email(l, 'job_completed')],
  ['approvals and their e-mails', (l) => times(l, 'quoteApproved'), (l) => email(l, 'quote_approved')],
  ['declined quotes and their e-mails', (l) => times(l, 'quoteDeclined'), (l) => email(l, 'quote_declined')],
  ['entries of creation and jobs', (l) => times(l, 'created'), (l) => l.jobs.length],
  ['approvals and quote work', (l) => times(l, 'quoteApproved'), (l) => (l.work ? 1 : 0)],
  ['answers and visits', (l) => times(l, 'completed', 'completedWithQuote', 'markedComplete'), (l) => l.visits.length],
  ['answers with a quote and quotes', (l) => times(l, 'completedWithQuote'), (l) => l.quotes.length],
  ['entries of quotes and quotes', (l) => times(l, 'quoteSubmitted'), (l) => l.quotes.length],
  ['approvals and approved quotes', (l) => times(l, 'quoteApproved'), (l) => statuses(l, 'approved')],
  ['declines and declined quotes', (l) => times(l, 'quoteDeclined'), (l) => statuses(l, 'declined')],
  ['finished quote work and its parent', (l) => times(l, 'markedComplete'), (l) => times(l, 'quoteWorkCompleted')],
  [
    'finished quote work and its quote',
    (l) => times(l, 'markedComplete'),
    (l) => l.quotes.filter(({ work }) => work === 'completed').length,
  ],
  [
    'items sent to invoiced and invoices',
    (l) => times(l, 'itemInvoiced') - times(l, 'itemRestored'),
    (l) => l.invoices.length,
  ],
  [
    'invoices and invoiced items',
    (l) => l.invoices.length,
    (l) => [...l.visits, ...l.quotes].filter(({ invoicing }) => invoicing === 'invoiced').length,
  ],
  ['photos of visits and photos taken', (l) => l.visits.flatMap(({ photos }) => photos).length, kept],
]

const statuses = ({ quotes }: LifeRows, wanted: string) => quotes.filter(({ status }) => status === wanted).length

/** Photos on a visit that are not on their way out. */
function kept({ objects }: LifeRows): number {
  return objects.filter(({ state }) => state === 'stored').length
}

/** What is there in part, of a life whose jobs were not deleted. */
export function partsOf(life: LifeRows): string[] {
  const uneven = TOGETHER.flatMap(([what, left, right]) => {
    const [one, other] = [left(life), right(life)]
    return one === other ? [] : [`${what}: ${one} and ${other}`]
  })
  const broken = life.jobs.flatMap(({ id, status, type }) => {
    const moves = life.events.filter(({ job, to }) => job === id && to !== null)
    const gap = moves.find(({ from }, index) => index > 0 && from !== moves[index - 1]!.to)
    if (gap) return [`the timeline of the ${type} job has a gap before ${nameOf(gap)}`]
    return moves.at(-1)?.to === status
      ? []
      : [`the ${type} job is ${status}, its timeline ends with ${moves.at(-1)?.to}`]
  })
  return [...uneven, ...broken]
}

const nameOf = ({ event, from, to }: EventRow) => `${event} (${from} → ${to})`
