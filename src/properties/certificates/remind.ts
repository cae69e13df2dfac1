import { and, eq, getTableColumns, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { certificateSql } from '#db/query/predicates.ts'
import { certificateJobs, certificates, jobs } from '#db/schema.ts'
import { remindedAgentsOf } from '#src/accounts/people/mail-addresses.ts'
import { dayOf, daysLater } from '#src/domain/dates.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { type Certificate, certificateTitle } from '#src/domain/property/certificate/certificate.ts'
import { REMINDED_BEFORE, REMINDED_LATE } from '#src/domain/property/certificate/state.ts'
import { notifyOfCertificates } from '#src/emails/notify-certificates.ts'
import { lastingLink } from '#src/links/links.ts'
import { isStopping } from '#src/runtime/stopping.ts'
import { transaction } from '#src/writes/transaction.ts'

/** Which of the reminders is due by `day`. */
const stepBy = (day: string): SQL<number> => {
  const steps = REMINDED_BEFORE.toSorted((one, other) => one - other)
  const cases = steps.map(
    (days) => sql`when ${certificates.endsOn} <= ${daysLater(day, days)}::date then ${sql.raw(String(days))}`,
  )
  return sql`case when ${certificates.endsOn} < ${day}::date then ${sql.raw(String(REMINDED_LATE))} ${sql.join(cases, sql` `)} end`
}

const isDue = (day: string): SQL =>
  and(
    ...[certificateSql.isCertificateCurrent(), isNull(certificates.excuse)],
    lte(certificates.endsOn, daysLater(day, Math.max(...REMINDED_BEFORE))),
    or(
      sql`${certificates.remindedEnd} is distinct from ${certificates.endsOn}`,
      sql`${certificates.remindedDays} > ${stepBy(day)}`,
    ),
  )!

/** The agents of each agency, on the days of REMINDED_BEFORE and when a certificate is late. Returns how many people. */
export async function remindOfCertificates(day: string): Promise<number> {
  const due = await db.selectDistinct({ key: certificates.agencyKey }).from(certificates).where(isDue(day))
  let reminded = 0
  for (const { key } of due) {
    if (isStopping()) break
    reminded += await transaction((tx) => remindAgents(tx, key, day))
  }
  return reminded
}

async function remindAgents(tx: Tx, agencyKey: string, day: string): Promise<number> {
  const agents = await remindedAgentsOf(tx, agencyKey, day)
  if (agents.length === 0) return 0
  const claimed = await tx
    .update(certificates)
    .set({ remindedEnd: sql`${certificates.endsOn}`, remindedDays: stepBy(day) })
    .where(and(eq(certificates.agencyKey, agencyKey), isDue(day)))
    .returning({ ...getTableColumns(certificates), openJob })
  if (claimed.length === 0) return 0
  const lines = claimed.toSorted((one, other) => (one.endsOn < other.endsOn ? -1 : 1)).map((one) => lineOf(one, day))
  for (const agent of agents) {
    const unsubscribeId = await lastingLink(tx, 'unsubscribe', agent.id)
    await notifyOfCertificates(tx, 'certificates_due', agent, { lines, unsubscribeId })
  }
  return agents.length
}

const openJob = sql<string | null>`(select ${jobs.jobRef} from ${certificateJobs} raised
  join ${jobs} on ${jobs.id} = raised.job_id and ${isOneOf(jobs.status, OPEN)}
  where raised.agency_key = certificates.agency_key and raised.property_key = certificates.property_key
    and raised.kind = certificates.kind and raised.name = lower(certificates.name) limit 1)`

type Line = Pick<Certificate, 'kind' | 'name' | 'propertyName' | 'endsOn'> & { openJob: string | null }

function lineOf({ openJob: ref, ...certificate }: Line, day: string): string {
  const end = `${certificate.endsOn < day ? 'late, ended' : 'ends'} ${dayOf(certificate.endsOn)}`
  return `${certificateTitle(certificate)}, ${certificate.propertyName}: ${end}${ref ? `, ${ref}` : ''}`
}
