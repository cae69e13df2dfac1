import type { Job } from '#src/domain/job/job.ts'
import {
  HAZARD_TIME_NAMES,
  type Hazard,
  type HazardState,
  type KeptHazard,
} from '#src/domain/property/hazard/hazard.ts'
import { hazardDue, hazardTargets } from '#src/domain/property/hazard/targets.ts'
import { env } from '#src/runtime/env.ts'
import { endOfWorkingDay } from '#src/runtime/working-days.ts'

export function withTargets<Of extends HazardState>(hazard: Of): Of & Pick<Hazard, 'targets' | 'due'> {
  const targets = hazardTargets(hazard, env.HAZARD_TARGETS, endOfWorkingDay)
  return { ...hazard, targets, due: hazardDue(hazard, targets) }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

export function hazardOf({ hazard }: Pick<Job, 'hazard'>): Hazard | null {
  if (!hazard) return null
  const kept = (typeof hazard === 'string' ? JSON.parse(hazard) : hazard) as KeptHazard
  const times = Object.fromEntries(HAZARD_TIME_NAMES.map((name) => [name, dateOf(kept[name])]))
  return withTargets(Object.assign({ ...kept }, times) as object as Omit<Hazard, 'targets' | 'due'>)
}
