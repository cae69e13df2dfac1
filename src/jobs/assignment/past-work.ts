import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idList, isOneOf } from '#db/query/conditions.ts'
import { firstVisitTallies, jobs, jobVisits } from '#db/schema.ts'
import { endOfDay, londonTime, today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { outwardOf, type PastOf } from '#src/domain/job/suggestion.ts'

export type JobToAssign = Pick<Job, 'id' | 'contractorType' | 'postcode' | 'appointmentStartsAt' | 'visitBy'>

/** How many of a property's newest jobs are looked at for who was there. */
const MAX_AT_PROPERTY = 100

const keyOf = (...parts: readonly (string | null)[]): string => parts.join(' ')

/** What contractors did so far that bears on these jobs, by three statements however many these are. */
export async function pastWorkFor(
  wanted: readonly JobToAssign[],
  now = new Date(),
): Promise<PastOf<{ id: string }, JobToAssign>> {
  const [done, there, booked] = await Promise.all([firstVisits(wanted), visitors(wanted), bookings(wanted, now)])
  return ({ id }, job) => ({
    ...(done.get(keyOf(id, job.contractorType, outwardOf(job.postcode))) ?? NONE),
    hasBeenThere: there.has(keyOf(id, job.id)),
    isBookedThatDay: booked.has(keyOf(id, dayOf(job, now))),
  })
}

const NONE = { visits: 0, late: 0 }

async function firstVisits(wanted: readonly JobToAssign[]): Promise<Map<string, typeof NONE>> {
  const kinds = new Map(
    wanted.flatMap(({ contractorType: trade, postcode }) => {
      const district = outwardOf(postcode)
      return trade && district ? [[keyOf(trade, district), { trade, district }] as const] : []
    }),
  )
  if (kinds.size === 0) return new Map()
  type Sum = typeof NONE & { contractorId: string; trade: string; district: string }
  const sums = await db.execute<Sum>(sql`
    select told.contractor_id as "contractorId", told.trade, told.district, sum(told.visits)::int as visits, sum(told.late)::int as late
    from jsonb_to_recordset(${JSON.stringify([...kinds.values()])}::text::jsonb) as kind(trade text, district text)
    join ${firstVisitTallies} told on told.trade = kind.trade and told.district = kind.district
    group by 1, 2, 3 having sum(told.visits) > 0`)
  return new Map(
    sums.map(({ contractorId, trade, district, visits, late }) => [
      keyOf(contractorId, trade, district),
      { visits, late },
    ]),
  )
}

async function visitors(wanted: readonly JobToAssign[]): Promise<Set<string>> {
  const found = await db.execute<{ contractorId: string; jobId: string }>(sql`
    select distinct visit.contractor_id as "contractorId", wanted.id as "jobId"
    from ${jobs} wanted cross join lateral (
      select there.id from ${jobs} there where there.property_key = wanted.property_key
      order by there.created_at desc, there.id desc limit ${sql.raw(String(MAX_AT_PROPERTY))}) there
    join ${jobVisits} visit on visit.job_id = there.id
    where wanted.id = any(${idList(wanted.map(({ id }) => id))}::uuid[]) and visit.contractor_id is not null`)
  return new Set(found.map(({ contractorId, jobId }) => keyOf(contractorId, jobId)))
}

/** The day of the booked visit, else the day on which it is due; today for what is late. */
function dayOf({ appointmentStartsAt, visitBy }: JobToAssign, now: Date): string {
  const day = appointmentStartsAt ?? visitBy
  return today(day && day > now ? day : now)
}

async function bookings(wanted: readonly JobToAssign[], now: Date): Promise<Set<string>> {
  const days = [...new Set(wanted.map((job) => dayOf(job, now)))].map((day) => ({
    ...{ day, from: londonTime(day, '00:00'), to: endOfDay(day) },
  }))
  const found = await db.execute<{ contractorId: string; day: string }>(sql`
    select distinct ${jobs.contractorId} as "contractorId", of.day
    from jsonb_to_recordset(${JSON.stringify(days)}::text::jsonb) as of(day text, "from" timestamptz, "to" timestamptz)
    join ${jobs} on ${jobs.appointmentStartsAt} between of."from" and of."to"
      and ${jobs.appointmentStartsAt} is not null and ${isOneOf(jobs.status, IN_HAND)}`)
  return new Set(found.map(({ contractorId, day }) => keyOf(contractorId, day)))
}
