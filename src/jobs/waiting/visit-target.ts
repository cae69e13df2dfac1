import type { JobType } from '#src/domain/job/job-type.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import { env } from '#src/runtime/env.ts'
import { endOfWorkingDay } from '#src/runtime/working-days.ts'

export function visitByOf(jobType: JobType, urgency: Urgency, raised: Date): Date | null {
  if (isQuoteWork({ jobType })) return null
  const { hours, days } = env.TARGETS[urgency]
  return hours === undefined ? endOfWorkingDay(raised, days) : new Date(raised.getTime() + hours * 3_600_000)
}
