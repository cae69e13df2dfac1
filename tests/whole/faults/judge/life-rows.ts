import type { TimelineEvent } from '#src/domain/job/transitions.ts'
import type { Step } from '#tests/whole/faults/load/ledger.ts'
import type { JobRow, Snapshot } from './snapshot.ts'

/** What the database knows of one life. */
export type LifeRows = Omit<Snapshot, 'outbox' | 'invoiceCounter' | 'tallied' | 'counted'> & {
  /** The job that was raised, and the quote work that came of it. */
  raised?: JobRow
  work?: JobRow
}

/** The rows of a snapshot by the name of the life they belong to. */
export function rowsByLife(snapshot: Snapshot): (name: string) => LifeRows {
  const jobs = Map.groupBy(snapshot.jobs, ({ name }) => name)
  const events = Map.groupBy(snapshot.events, ({ job }) => job)
  const visits = Map.groupBy(snapshot.visits, ({ job }) => job)
  const quotes = Map.groupBy(snapshot.quotes, ({ job }) => job)
  const emails = Map.groupBy(snapshot.emails, ({ name }) => name)
  const invoices = Map.groupBy(snapshot.invoices, ({ address }) => address.split(',')[0]!)
  const objects = Map.groupBy(snapshot.objects, ({ visit }) => visit)
  return (name) => {
    const own = jobs.get(name) ?? []
    const of = <T>(all: Map<string, T[]>): T[] => own.flatMap(({ id }) => all.get(id) ?? [])
    const ownVisits = of(visits)
    return {
      jobs: own,
      raised: own.find(({ type }) => type === 'visit'),
      work: own.find(({ type }) => type === 'quote_work'),
      events: of(events),
      visits: ownVisits,
      quotes: of(quotes),
      emails: emails.get(name) ?? [],
      invoices: invoices.get(name) ?? [],
      objects: ownVisits.flatMap(({ id }) => objects.get(id) ?? []),
    }
  }
}

export const times = ({ events }: LifeRows, ...names: TimelineEvent[]): number =>
  events.filter(({ event }) => names.includes(event)).length

/** How often an event happened to one of the life's two jobs. */
const to = ({ events }: LifeRows, job: JobRow | undefined, name: TimelineEvent): number =>
  events.filter((entry) => entry.event === name && entry.job === job?.id).length

const invoiced = (life: LifeRows, quote: boolean): number => {
  const ofQuotes = new Set(life.invoices.filter(({ type }) => type === 'quote').map(({ number }) => number))
  return life.events.filter(({ event, invoice }) => event === 'itemInvoiced' && ofQuotes.has(invoice!) === quote).length
}

/** How often the database says that a step was done. Uploads are judged where photos are. */
export const EVIDENCE: Partial<Record<Step, (life: LifeRows) => number>> = {
  create: (life) => life.jobs.filter(({ type }) => type === 'visit').length,
  edit: (life) => times(life, 'edited'),
  assign: (life) => times(life, 'assigned'),
  reassign: (life) => times(life, 'reassigned'),
  unassign: (life) => times(life, 'unassigned'),
  start: (life) => to(life, life.raised, 'started'),
  complete: (life) => times(life, 'completed'),
  quote: (life) => times(life, 'completedWithQuote'),
  approve: (life) => times(life, 'quoteApproved'),
  decline: (life) => times(life, 'quoteDeclined'),
  startWork: (life) => to(life, life.work, 'started'),
  finishWork: (life) => times(life, 'markedComplete'),
  invoiceVisit: (life) => invoiced(life, false),
  invoiceQuote: (life) => invoiced(life, true),
  deleteInvoice: (life) => times(life, 'itemRestored'),
  cancel: (life) => times(life, 'cancelled') - times(life, 'hidden'),
  hide: (life) => times(life, 'hidden'),
}
