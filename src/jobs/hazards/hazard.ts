import { eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { dayAndTime } from '#src/domain/dates.ts'
import { type Change, changeLine, detailOf } from '#src/domain/job/changes.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import {
  type AccessAttempt,
  ATTEMPT_WAYS,
  HAZARD_ENDINGS,
  HAZARD_KINDS,
  HAZARD_LABELS,
  HAZARD_LEVELS,
  HAZARD_TIME_NAMES,
  type HazardState,
  MAX_ATTEMPTS,
} from '#src/domain/property/hazard/hazard.ts'
import { hasOpenHazard, hazardText, isEmergency, mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { wrongHazardTimes } from '#src/domain/property/hazard/targets.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import { tellOfEmergency } from './emergency.ts'
import type { HazardChange, RaisedHazard } from './hazard-input.ts'
import { keepHazard, lockHazard, lookedAtOf } from './hazards.ts'

type Kept = Parameters<typeof keepHazard>[2]
type Marked = NonNullable<Kept>

const fresh = (job: JobRow, { level, kinds }: Pick<Marked, 'level' | 'kinds'>): Marked => ({
  ...{ level, kinds, awareAt: job.createdAt, attempts: [], ending: null },
  investigatedAt: job.firstVisitAt && lookedAtOf(job.firstVisitAt, job.createdAt),
  ...{ summarySentAt: null, safeAt: null, workBegunAt: null },
})

/** At raising: `hazardLevel` and `hazardKinds` of the form and the API. */
export async function markRaised(
  tx: Tx,
  user: Actor,
  job: JobRow,
  { hazardLevel: level, hazardKinds: kinds = [] }: RaisedHazard,
): Promise<JobRow> {
  if (!level && kinds.length > 0) throw new Invalid({ hazardLevel: 'Please say how soon it could harm somebody' })
  if (!level) return job
  const marked = await mark(tx, user, job, fresh(job, { level, kinds: [...new Set(kinds)] }))
  await tellOfEmergency(tx, marked)
  return marked
}

async function mark(tx: Tx, user: Actor, job: JobRow, hazard: Marked): Promise<JobRow> {
  const marked = await keepHazard(tx, job, hazard)
  await recordEvent(tx, marked, 'hazardMarked', user, { detail: detailOf(changesOf(null, hazard)) })
  return marked
}

/** While the hazard of the other job is open. Who tried to get in there is that job's alone. */
export async function markLike(tx: Tx, user: Actor, job: JobRow, other: string): Promise<JobRow> {
  const found = await lockHazard(tx, other)
  if (!found || found.ending || found.safeAt) return job
  const { jobId: _, createdAt: __, ...same } = found
  return mark(tx, user, job, { ...same, attempts: [] })
}

export function changeHazard(user: Actor, id: string, change: HazardChange): Promise<Notified<JobRow>> {
  authorize(user, 'changeHazard')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    if (!mayMarkHazard(job)) throw new Refused(refusedMove(job), 'job_moved_on')
    const before = await lockHazard(tx, id)
    const after = changed(job, before, change)
    const changes = changesOf(before, after)
    const attempt = listOf(after?.attempts.slice(before?.attempts.length ?? 0) ?? [])
    if (changes.length === 0 && !attempt) return { ...job, unreached: [] }
    const { reason } = change
    if (!reason && before && needsReason(before, after)) throw new Invalid({ reason: 'Please give a reason' })
    await keepHazard(tx, job, after)
    const [kept] = await tx.select().from(jobs).where(eq(jobs.id, id))
    const detail = { ...detailOf(changes), ...(attempt && { attempt }), ...(reason && { reason }) }
    await recordEvent(tx, kept!, before ? 'hazardChanged' : 'hazardMarked', user, { detail })
    if (!before || !isEmergency(before)) await tellOfEmergency(tx, kept!)
    if (!isWorse(job, kept!)) return { ...kept!, unreached: [] }
    const line = changeLine({ name: 'hazard', before: hazardText(job), after: hazardText(kept!) })
    return { ...kept!, unreached: await notify(tx, 'job_changed', kept!, { by: user, changes: line }) }
  })
}

const rank = ({ hazardLevel }: JobRow): number => (hazardLevel ? HAZARD_LEVELS.indexOf(hazardLevel) : -1)
const isWorse = (before: JobRow, after: JobRow): boolean => hasOpenHazard(after) && rank(after) > rank(before)

function changed(job: JobRow, before: Marked | null, change: HazardChange): Kept {
  const { level: sent = before?.level ?? 'none', reason: _, attempt, ...others } = change
  const level = sent === 'none' ? null : sent
  if (!level) {
    if (before || change.level) return null
    throw new Invalid({ level: 'Please say how soon it could harm somebody' })
  }
  const known = before ?? fresh(job, { level, kinds: [] })
  const given = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value || null]))
  const after: Marked = {
    ...{ level, kinds: known.kinds, ending: known.ending, awareAt: known.awareAt },
    ...{ investigatedAt: known.investigatedAt, summarySentAt: known.summarySentAt },
    ...{ safeAt: known.safeAt, workBegunAt: known.workBegunAt },
    ...given,
    attempts: withAttempt(known.attempts, attempt),
  }
  after.awareAt ??= known.awareAt
  const wrong = wrongHazardTimes(after, new Date())
  if (Object.keys(wrong).length) throw new Invalid(wrong)
  return after
}

function withAttempt(known: AccessAttempt[], attempt: AccessAttempt | undefined): AccessAttempt[] {
  if (!attempt) return known
  if (known.length >= MAX_ATTEMPTS) throw new Refused(`A hazard keeps at most ${MAX_ATTEMPTS} attempts at access.`)
  return [...known, attempt]
}

const listOf = (attempts: readonly AccessAttempt[]): string =>
  attempts.map(({ on, way }) => `${ATTEMPT_WAYS[way]} ${on}`).join(', ')

/** To make less of it, to end it, and to correct a time. */
const needsReason = (before: HazardState, after: Kept): boolean =>
  !after ||
  (after.level !== before.level && before.level === 'emergency') ||
  (after.ending !== null && after.ending !== before.ending) ||
  HAZARD_TIME_NAMES.some((name) => before[name] && before[name].getTime() !== after[name]?.getTime())

function changesOf(before: Kept, after: Kept): Change[] {
  const said = (hazard: Kept): Record<string, string> =>
    hazard
      ? {
          hazard: HAZARD_LABELS[hazard.level],
          kinds: hazard.kinds.map((kind) => HAZARD_KINDS[kind]).join(', '),
          ...Object.fromEntries(HAZARD_TIME_NAMES.map((name) => [name, hazard[name] ? dayAndTime(hazard[name]) : ''])),
          ending: hazard.ending ? HAZARD_ENDINGS[hazard.ending] : '',
          attempts: after ? '' : listOf(hazard.attempts),
        }
      : {}
  const [was, is] = [said(before), said(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name, before: was[name] ?? '', after: is[name] ?? '' }))
    .filter((change) => change.before !== change.after)
}
