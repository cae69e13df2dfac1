import { type Chased, chasedText } from '#src/domain/job/chasing.ts'
import { firstVisit, firstVisitDue, isToVisit, triesToVisit } from '#src/domain/job/first-visit.ts'
import { waitsOn } from '#src/domain/job/state.ts'
import {
  toDoSince,
  type WaitingJob,
  type WaitReader,
  waitingShort,
  waitingText,
  waitingToDo,
  whoseMove,
} from '#src/domain/job/waiting-words.ts'
import { type Hazardous, hazardText, isPastTarget } from '#src/domain/property/hazard/state.ts'
import { Badge } from '../status/badge.tsx'

type WaitingProps = {
  job: WaitingJob & Chased & Hazardous
  reader: WaitReader['role']
  readerId?: string
  whole?: boolean
}

type WaitingWords = { waits: string; toDo: string; chased?: string; visit: string; late: boolean }

export function waitingWords({ job, reader, readerId, whole }: WaitingProps): WaitingWords {
  const move = whoseMove(job, { role: reader, id: readerId ?? job.contractorId })
  const hazard = hazardText(job)
  const isSame = isToVisit(job) && job.visitBy?.getTime() === job.hazardDue?.getTime()
  const first = isSame ? triesToVisit(job) : whole ? firstVisit(job) : firstVisitDue(job)
  const visit = [hazard, first].filter(Boolean).join('. ')
  return {
    waits: move ? waitingText(move) : '',
    toDo: move ? move.toDo : '',
    ...(reader === 'admin' && { chased: chasedText(job) }),
    visit,
    late: visit !== '' && isPastTarget(job),
  }
}

/** 'With Carl Mason for 3 days, to book a visit. First visit due by Friday 27 November.' */
export const WaitingText = ({ waits, toDo, chased, visit, late }: WaitingWords) =>
  waits || visit ? (
    <p className="small-text waiting">
      {waits && (
        <>
          <strong>{waits}</strong>
          {`, ${toDo}. `}
        </>
      )}
      {chased && `${chased}. `}
      {visit && <span className={late ? 'late' : 'muted'}>{`${visit}.`}</span>}
    </p>
  ) : null

export const WaitingLine = (props: WaitingProps) => <WaitingText {...waitingWords(props)} />

type HintShape = {
  toDo?: boolean
  /** The contractor, who is not named again. */
  known?: boolean
}

export function waitingHint(job: WaitingJob & Chased & Hazardous, { toDo, known }: HintShape = {}): string {
  const move = whoseMove(job, { role: 'admin', id: null })
  const isKnown = known && waitsOn(job, 'contractor')
  const waits = move && (isKnown ? toDoSince(move) : toDo ? waitingToDo(move) : waitingShort(move))
  return [hazardText(job), chasedText(job), waits, triesToVisit(job)].filter(Boolean).join('. ')
}

export const WaitingHint = ({ words }: { words: string }) => words && <span className="hint waiting">{words}</span>

export const LateBadge = ({ late }: { late: boolean }) => late && <Badge label="LATE" tone="red" />
