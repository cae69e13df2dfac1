import type { Role } from '#src/domain/account/account.ts'
import { londonTime, timeOf, today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import { can } from '#src/domain/permissions.ts'
import { type AccessAttempt, HAZARD_TIME_NAMES } from '#src/domain/property/hazard/hazard.ts'
import { kindsTyped } from '#src/domain/property/hazard/kinds.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { foundNobodyIn } from '#src/domain/visit/state.ts'
import { isInstant } from '#src/http/query.ts'
import { isTouched, marksOf, touchedTexts } from '#src/http/touched.ts'
import { hazardOf } from './hazard-of-job.ts'

type Typed = Readonly<Record<string, unknown>>

const typedTime = (at: Date | null) => (at ? `${today(at)}T${timeOf(at)}` : '')

export function hazardTexts(job: Job): Record<string, string> {
  const hazard = hazardOf(job)
  if (!hazard) return { level: '' }
  const texts = {
    level: hazard.level,
    ending: hazard.ending ?? '',
    ...Object.fromEntries(HAZARD_TIME_NAMES.map((name) => [name, typedTime(hazard[name])])),
  }
  const kinds = Object.fromEntries(hazard.kinds.map((kind) => [`kind.${kind}`, 'yes']))
  return { ...texts, ...kinds, ...marksOf({ ...texts, kinds: kindsTyped(kinds).join() }) }
}

/** As the API takes it; what was not touched is left out, also as the form shows no seconds. */
export function hazardSent(typed: Typed): Record<string, unknown> {
  const texts = touchedTexts(typed)
  const kinds = kindsTyped(typed)
  const times = HAZARD_TIME_NAMES.filter((name) => texts[name] !== undefined)
  return {
    ...texts,
    ...(isTouched(typed, 'kinds', kinds.join()) && { kinds }),
    ...Object.fromEntries(times.map((name) => [name, instantOf(texts[name])])),
  }
}

function instantOf(typed: unknown): unknown {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(String(typed)) ?? []
  return day && time && isInstant(`${day}T${time}Z`) ? londonTime(day, time).toISOString() : typed
}

export function hazardOnPage({ role }: { role: Role | null }, job: Job) {
  const hazard = hazardOf(job)
  const maySend = hazard?.investigatedAt && can(role, 'changeHazard') && mayMarkHazard(job)
  return { hazard, attempts: attemptsOf(job), sendsTo: maySend ? `/jobs/${job.id}/hazard/summary` : null }
}

/** Nobody in at a visit is an attempt too. */
export const attemptsOf = ({ visits, hazard }: Pick<Job, 'visits' | 'hazard'>): AccessAttempt[] =>
  [
    ...visits.filter(foundNobodyIn).map(({ visitDate }): AccessAttempt => ({ on: today(visitDate), way: 'visit' })),
    ...(hazard?.attempts ?? []),
  ].sort((one, other) => one.on.localeCompare(other.on))
