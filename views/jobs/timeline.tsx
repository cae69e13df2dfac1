import { changeLine, changesIn, isOfChange } from '#src/domain/job/changes.ts'
import type { Job } from '#src/domain/job/job.ts'
import { type JobEventEntry, MAX_ENTRIES } from '#src/domain/job/timeline.ts'
import { EVENT_LABELS } from '#src/domain/job/transitions.ts'
import { cameMuchLater } from '#src/domain/recorded.ts'
import { lookOf } from '../status/tones.ts'
import { DateText } from '../ui/date.tsx'

const DETAIL_LABELS: Record<string, string> = {
  contractor: 'Contractor',
  job: 'Job',
  invoice: 'Invoice',
  amount: 'Amount',
  before: 'Before',
  when: 'When',
  from: 'From',
  to: 'To',
  changes: 'Changes',
  answer: 'Answer',
  reason: 'Reason',
  note: 'Note',
  how: 'How',
  attempt: 'Attempt at access',
  hardDelete: 'Hard delete',
  creditNote: 'Credit note',
  replacedBy: 'Replaced by',
}
const ORDER = Object.keys(DETAIL_LABELS)

type Moment = { key: string; label: string; at: Date; received?: Date; who?: string; notes: string[] }

const momentOf = ({
  id,
  event,
  createdAt,
  recordedAt,
  actorName,
  detail,
  fromStatus,
  toStatus,
}: JobEventEntry): Moment => ({
  key: String(id),
  label: EVENT_LABELS[event],
  ...(cameMuchLater(recordedAt, createdAt) ? { at: recordedAt, received: createdAt } : { at: createdAt }),
  who: actorName,
  notes: [
    ...changesIn(detail ?? {}).map(changeLine),
    ...Object.entries(detail ?? {})
      .filter(([name]) => !isOfChange(name))
      .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
      .map(([name, value]) => `${DETAIL_LABELS[name] ?? name}: ${value}`),
    ...(fromStatus && toStatus && fromStatus !== toStatus
      ? [`${lookOf('status', fromStatus).label} → ${lookOf('status', toStatus).label}`]
      : []),
  ],
})

type TimelineProps = { job: Job; events: readonly JobEventEntry[] }

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
    <>
      {events.length >= MAX_ENTRIES && <p className="hint">Only the newest {MAX_ENTRIES} entries are shown.</p>}
      <ol className="stack" aria-label="Timeline">
        {moments.map(({ key, label, at, received, who, notes }) => (
          <li key={key} className="entry">
            <strong>{label}</strong>
            <p className="hint">
              <DateText value={at} time />
              {who && ` by ${who}`}
              {received && (
                <>
                  , received <DateText value={received} time />
                </>
              )}
            </p>
            {notes.length > 0 && <p className="small-text preserve">{notes.join('\n')}</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

export const FoldedTimeline = (props: TimelineProps) => (
  <details className="more-detail">
    <summary>Timeline</summary>
    <Timeline {...props} />
  </details>
)
