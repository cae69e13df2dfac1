import type { InvoiceType } from '../../invoice/invoice.ts'
import { decimal, pounds } from '../../money.ts'
import type { QuoteStatus } from '../../quote/quote.ts'
import type { VisitOutcome } from '../../visit/visit.ts'
import { URGENCIES, URGENCY_LABELS, type Urgency } from '../urgency.ts'
import type { Counted } from './counted.ts'
import { daysInWords, type Period } from './period.ts'

export type ByUrgency = Record<Urgency | 'total', number>

export const FIGURE_KINDS = ['raised', 'assigned', 'visited', 'finished', 'open', 'visits', 'quotes', 'money'] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

/** In hours, of as many as were counted. */
export type Spread = { count: number; median: number | null; nineOfTen: number | null }

export type Figures = {
  jobs: { raised: ByUrgency; finished: ByUrgency; open: ByUrgency }
  times: { assigned: Spread; visited: Spread; finished: Spread }
  targets: { met: number; late: number }
  visits: { made: number; nobodyIn: number }
  quotes: {
    asked: number
    pending: number
    approved: number
    declined: number
    withdrawn: number
    approvedPence: number
    decided: Spread
  }
  money: { invoices: number; feesPence: number; quoteWorkPence: number }
}

/** Where the list stands that a figure counts. */
export type ListCounted =
  | { jobs: Counted; urgency?: Urgency }
  | { visits: VisitOutcome | 'all' }
  | { quotes: QuoteStatus | 'all' | 'decided' }
  | { invoices: InvoiceType | 'all' }

export type Shown = { label: string; text: string; csv: string; list?: ListCounted }
type ShownGroup = { title: string; rows: Shown[] }

const number = (label: string, value: number, list?: ListCounted): Shown => ({
  ...{ label, text: value.toLocaleString('en-GB'), csv: String(value), list },
})
const money = (label: string, pence: number, list?: ListCounted): Shown => ({
  ...{ label, text: pounds(pence), csv: decimal(pence), list },
})

/** '5 hours', '3.2 days'. */
export function hoursInWords(hours: number): string {
  const [value, unit] = hours < 48 ? [Math.round(hours), 'hour'] : [Math.round(hours / 2.4) / 10, 'day']
  return `${value} ${unit}${value === 1 ? '' : 's'}`
}

const spread = (label: string, { count, median, nineOfTen }: Spread, list?: ListCounted): Shown[] => {
  const one = (name: string, hours: number | null): Shown => ({
    label: `${label}, ${name}`,
    text: hours === null ? '–' : `${hoursInWords(hours)}, of ${count}`,
    csv: hours === null ? '' : hours.toFixed(1),
    list: hours === null ? undefined : list,
  })
  return [one('median', median), one('nine of ten within', nineOfTen)]
}

const byUrgency = (label: string, counted: Counted, { total, ...each }: ByUrgency): Shown[] => [
  number(label, total, { jobs: counted }),
  ...URGENCIES.toReversed().map((urgency) =>
    number(`${label}, ${URGENCY_LABELS[urgency].toLowerCase()} urgency`, each[urgency], { jobs: counted, urgency }),
  ),
]

/** All figures in the order of the page and its CSV: each period has the same rows. */
function shownFigures({ jobs, times, targets, visits, quotes, money: invoiced }: Figures): ShownGroup[] {
  return [
    {
      title: 'Jobs',
      rows: [
        ...byUrgency('Raised', 'raised', jobs.raised),
        ...byUrgency('Finished', 'finished', jobs.finished),
        ...byUrgency('Open at the end', 'open', jobs.open),
      ],
    },
    {
      title: 'First visits',
      rows: [
        number('In time', targets.met, { jobs: 'inTime' }),
        number('Late', targets.late, { jobs: 'late' }),
        number('Visits made', visits.made, { visits: 'all' }),
        number('Nobody in', visits.nobodyIn, { visits: 'no_access' }),
      ],
    },
    {
      title: 'From raising',
      rows: [
        ...spread('To assigned', times.assigned, { jobs: 'assigned' }),
        ...spread('To the first visit', times.visited, { jobs: 'visited' }),
        ...spread('To finished', times.finished, { jobs: 'finished' }),
      ],
    },
    {
      title: 'Quotes made',
      rows: [
        number('All', quotes.asked, { quotes: 'all' }),
        number('Waiting', quotes.pending, { quotes: 'pending' }),
        number('Approved', quotes.approved, { quotes: 'approved' }),
        number('Declined', quotes.declined, { quotes: 'declined' }),
        number('Withdrawn', quotes.withdrawn, { quotes: 'withdrawn' }),
        money('Value approved', quotes.approvedPence, { quotes: 'approved' }),
        ...spread('To a decision', quotes.decided, { quotes: 'decided' }),
      ],
    },
    {
      title: 'Invoiced',
      rows: [
        number('Invoices', invoiced.invoices, { invoices: 'all' }),
        money('Visit fees', invoiced.feesPence, { invoices: 'contractor_visit' }),
        money('Quote work', invoiced.quoteWorkPence, { invoices: 'quote' }),
      ],
    },
  ]
}

type ComparedGroup = { title: string; rows: { label: string; cells: Shown[] }[] }

export function comparedRows(periods: readonly Figures[]): ComparedGroup[] {
  const [first = [], ...others] = periods.map(shownFigures)
  return first.map(({ title, rows }, group) => ({
    title,
    rows: rows.map((cell, row) => ({
      label: cell.label,
      cells: [cell, ...others.map((groups) => groups[group]!.rows[row]!)],
    })),
  }))
}

const times = (count: number, one: string) => `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`

/** '41 of 48 first visits were in time. 60 jobs raised, 55 finished, 34 open at the end.' */
export function headlineOf({ jobs, targets, money: invoiced }: Figures, period: Period): string {
  const { raised, finished, open } = jobs
  const visited = targets.met + targets.late
  const pence = invoiced.feesPence + invoiced.quoteWorkPence
  if (!raised.total && !finished.total && !visited && !open.total && !pence)
    return `Nothing happened: ${daysInWords(period)}.`
  return [
    visited > 0 && `${targets.met} of ${times(visited, 'first visit')} in time.`,
    `${times(raised.total, 'job')} raised, ${finished.total.toLocaleString('en-GB')} finished, ${open.total.toLocaleString('en-GB')} open at the end.`,
    pence > 0 && `${pounds(pence)} invoiced.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export const NARROWINGS = ['agency', 'contractor', 'contractorType', 'property'] as const
export type Narrowing = (typeof NARROWINGS)[number]

export type Ranked = { name: string; count: number; pence: number; value?: string }
export type Ranking = { title: string; by: Narrowing; counts: 'jobs' | 'pounds'; rows: readonly Ranked[] }
