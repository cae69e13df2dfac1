import {
  firstVisit,
  firstVisitDue,
  isLate,
  type WaitingJob,
  type WaitReader,
  waitingShort,
  waitingText,
  waitingToDo,
  whoseMove,
} from '#src/jobs/waiting-words.ts'
import { Badge } from '../status/badge.tsx'

type WaitingProps = {
  job: WaitingJob
  reader: WaitReader['role']
  /** Of a contractor: jobs in hand are their reader's. */
  readerId?: string
  /** Tells also of a first visit that was made. */
  whole?: boolean
}

/** 'With Carl Mason for 3 days, to book a visit. First visit due by Friday 27 November.' */
export function WaitingLine({ job, reader, readerId, whole }: WaitingProps) {
  const move = whoseMove(job, { role: reader, id: readerId ?? job.contractorId })
  const visit = whole ? firstVisit(job) : firstVisitDue(job)
  if (!move && !visit) return null
  return (
    <p className="small-text waiting">
      {move && (
        <>
          <strong>{waitingText(move)}</strong>
          {`, ${move.toDo}. `}
        </>
      )}
      {visit && <span className={isLate(job) ? 'late' : 'muted'}>{`${visit}.`}</span>}
    </p>
  )
}

/** In an administrator's row: 'With Carl Mason for 3 days'; `toDo` tells also for what. */
export function WaitingHint({ job, toDo }: { job: WaitingJob; toDo?: boolean }) {
  const move = whoseMove(job, { role: 'admin', id: null })
  return move && <span className="hint waiting">{toDo ? waitingToDo(move) : waitingShort(move)}</span>
}

export const LateBadge = ({ job }: { job: WaitingJob }) => isLate(job) && <Badge label="LATE" tone="red" />
