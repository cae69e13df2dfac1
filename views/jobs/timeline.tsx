import { changeLine, changesIn, isOfChange } from '#src/jobs/changes.ts'
import { EVENT_LABELS, type Job, type JobEventEntry } from '#src/jobs/job.ts'
import { lookOf } from '../status/tones.ts'
import { DateText } from '../ui/date.tsx'

const DETAIL_LABELS: Record<string, string> = {
  contractor: 'Contractor',
  reason: 'Reason',
  amount: 'Amount',
  changes: 'Changes',
  invoice: 'Invoice',
  job: 'Job',
  hardDelete: 'Hard delete',
  from: 'From',
  to: 'To',
  when: 'When',
  before: 'Before',
}

type Moment = { key: string; label: string; at: Date; who?: string; notes: string[] }

const momentOf = ({ id, event, createdAt, actorName, detail, fromStatus, toStatus }: JobEventEntry): Moment => ({
  key: String(id),
  label: EVENT_LABELS[event],
  at: createdAt,
  who: actorName,
  notes: [
    ...changesIn(detail ?? {}).map(changeLine),
    ...Object.entries(detail ?? {}).flatMap(([name, value]) =>
      isOfChange(name) ? [] : `${DETAIL_LABELS[name] ?? name}: ${value}`,
    ),
    ...(fromStatus && toStatus && fromStatus !== toStatus
      ? [`${lookOf('status', fromStatus).label} → ${lookOf('status', toStatus).label}`]
      : []),
  ],
})

type TimelineProps = { job: Job; events: readonly JobEventEntry[] }

/** What has happened to a job so far. */
export function Timeline({ job, events }: TimelineProps) {
  const lastVisit = job.visits.at(-1)?.visitDate
  const known = events.some(({ event }) => event === 'created')
  const moments: Moment[] = [
    ...(known ? [] : [{ key: 'created', label: EVENT_LABELS.created, at: job.createdAt, notes: [] }]),
    ...events.map(momentOf),
    ...(lastVisit ? [{ key: 'visit', label: 'Last Visit', at: lastVisit, notes: [] }] : []),
    { key: 'updated', label: 'Last Updated', at: job.updatedAt, notes: [] },
  ]
  return (
    <ol className="timeline">
      {moments.map(({ key, label, at, who, notes }) => (
        <li key={key}>
          <strong>{label}</strong>
          <span className="hint">
            <DateText value={at} time />
            {who && ` by ${who}`}
          </span>
          {notes.length > 0 && <span className="small-text">{notes.join(' · ')}</span>}
        </li>
      ))}
    </ol>
  )
}

export const FoldedTimeline = (props: TimelineProps) => (
  <details className="more-detail">
    <summary>Timeline</summary>
    <Timeline {...props} />
  </details>
)
