import { and, asc, isNotNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { inHandWhere } from '#src/jobs/queries.ts'

export const bookedVisitsOf = (contractor: Actor) =>
  db
    .select({
      id: jobs.id,
      jobRef: jobs.jobRef,
      propertyName: jobs.propertyName,
      propertyAddress: jobs.propertyAddress,
      updatedAt: jobs.updatedAt,
      appointmentId: jobs.appointmentId,
      appointmentStartsAt: jobs.appointmentStartsAt,
      appointmentEndsAt: jobs.appointmentEndsAt,
      appointmentSequence: jobs.appointmentSequence,
    })
    .from(jobs)
    .where(and(inHandWhere(contractor), isNotNull(jobs.appointmentId)))
    .orderBy(asc(jobs.appointmentStartsAt), asc(jobs.id))
