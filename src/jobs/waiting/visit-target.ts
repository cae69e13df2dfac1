import { endOfDay, today } from '#src/domain/dates.ts'
import type { JobType } from '#src/domain/job/job-type.ts'
import { isQuoteWork, isUrgent } from '#src/domain/job/state.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import { env } from '#src/runtime/env.ts'
import { endOfWorkingDay } from '#src/runtime/working-days.ts'

/** `certificateEnds`: the day of the certificate that it was raised for. That is its target, unless it is urgent. */
export function visitByOf(
  jobType: JobType,
  urgency: Urgency,
  raised: Date,
  certificateEnds: string | null = null,
): Date | null {
  if (isQuoteWork({ jobType })) return null
  const { hours, days } = env.TARGETS[urgency]
  const target = hours === undefined ? endOfWorkingDay(raised, days) : new Date(raised.getTime() + hours * 3_600_000)
  if (!certificateEnds || certificateEnds < today(raised)) return target
  const day = endOfDay(certificateEnds)
  return isUrgent({ urgency }) && target < day ? target : day
}
