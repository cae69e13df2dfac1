import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { agencyKey, isOneOf, literal } from '#db/query/conditions.ts'
import { certificateJobs, certificates, jobs } from '#db/schema.ts'
import { agentOfAgency, lockAccount } from '#src/accounts/queries.ts'
import { fullName } from '#src/domain/account/account.ts'
import { endOfDay, today } from '#src/domain/dates.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { CERTIFICATE_TRADES, type Certificate } from '#src/domain/property/certificate/certificate.ts'
import { type CertificatePurpose, issueOf } from '#src/domain/property/certificate/raised.ts'
import { isTimeToRaise, REMEDY_DAYS, remedyDay } from '#src/domain/property/certificate/renewal.ts'
import { insertJob } from '#src/jobs/actions.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'
import { type CertificatePlace, lockCertificates } from './actions.ts'

const SLICE = 2000
const MONTHS_AHEAD = Number.parseInt(env.RAISE_AHEAD, 10)

/** Of two clocks the one behind: one that jumps ahead raises nothing early. */
const dayOfBoth = (day: string): SQL => sql`least(${day}::date, (now() at time zone 'Europe/London')::date)`

const months = () => sql`make_interval(months => ${MONTHS_AHEAD})`

// Names whole: in a select from one table drizzle writes columns without theirs. Without a limit each slice would hash the table.
const isUnraised = (purpose: CertificatePurpose, condition: SQL) => sql`(select true
  from ${certificateJobs} raised
  where raised.agency_key = certificates.agency_key and raised.property_key = certificates.property_key
    and raised.kind = certificates.kind and raised.name = lower(certificates.name)
    and raised.purpose = ${purpose} and ${condition} limit 1) is null`

/** Every process does it. Queues those whose time has come; the handler looks again. */
export async function queueEnding(day = today()): Promise<void> {
  await queueEach(
    sql`${certificates.unsatisfactory}`,
    // A job that was raised since is the report's own, also when its day was corrected.
    isUnraised(
      'remedy',
      sql`(raised.ends_on = coalesce(certificates.remedy_by, certificates.done_on + ${literal(REMEDY_DAYS)})
        or raised.created_at >=
          greatest(certificates.created_at, certificates.done_on::timestamp at time zone 'Europe/London'))`,
    ),
  )
  if (MONTHS_AHEAD === 0) return
  await queueEach(
    // For the index: no month is shorter by more days than these.
    sql`${certificates.endsOn} <= ${dayOfBoth(day)} + ${months()} + interval '4 days'`,
    sql`(${certificates.endsOn} - ${months()} + interval '1 day')::date <= ${dayOfBoth(day)}
      and ${isUnraised('renewal', sql`raised.ends_on = certificates.ends_on`)}`,
  )
}

/** Slice by slice of the candidates: to find many among those that are raised already would be one long statement. */
async function queueEach(where: SQL, isDue: SQL): Promise<void> {
  let after: { endsOn: string; id: string } | undefined
  do {
    const slice = await db
      .select({ endsOn: certificates.endsOn, id: certificates.id, isDue: sql<boolean>`${isDue}` })
      .from(certificates)
      .where(
        and(
          isNull(certificates.replacedBy),
          isNull(certificates.excuse),
          where,
          after && sql`(${certificates.endsOn}, ${certificates.id}) > (${after.endsOn}::date, ${after.id}::uuid)`,
        ),
      )
      .orderBy(certificates.endsOn, certificates.id)
      .limit(literal(SLICE))
    const due = slice.filter((one) => one.isDue).map(({ id }) => id)
    await transaction((tx) => enqueue(tx, 'certificate', due))
    after = slice.length === SLICE ? slice.at(-1) : undefined
  } while (after)
}

export async function raiseForCertificate(id: string): Promise<void> {
  await transaction(async (tx) => {
    const [seen] = await tx.select().from(certificates).where(eq(certificates.id, id))
    if (!seen) return
    await lockCertificates(tx, seen)
    const [certificate] = await tx
      .select()
      .from(certificates)
      .where(and(eq(certificates.id, id), isNull(certificates.replacedBy), isNull(certificates.excuse)))
    if (!certificate) return
    if (certificate.unsatisfactory) await raise(tx, certificate, 'remedy', remedyDay(certificate))
    if (isTimeToRaise(certificate.endsOn, MONTHS_AHEAD, await agreedDay(tx)))
      await raise(tx, certificate, 'renewal', certificate.endsOn)
  })
}

async function agreedDay(tx: DbOrTx): Promise<string> {
  const [row] = await tx.execute<{ day: string }>(sql`select ${dayOfBoth(today())}::text as day`)
  return row!.day
}

const placeIn = ({ agencyKey, propertyKey, kind, name }: CertificatePlace) => ({
  ...{ agencyKey, propertyKey, kind, name: name.toLowerCase() },
})

async function raise(tx: Tx, certificate: Certificate, purpose: CertificatePurpose, endsOn: string): Promise<void> {
  if (await isOneOpen(tx, certificate, purpose)) return
  const place = { ...placeIn(certificate), purpose, endsOn }
  const first = await tx
    .insert(certificateJobs)
    .values(place)
    .onConflictDoNothing()
    .returning({ kind: certificateJobs.kind })
  if (first.length === 0) return
  const agent = await agentFor(tx, certificate)
  const day = today()
  const { id } = await insertJob(tx, 'Fettle', {
    estateAgentId: agent?.id ?? null,
    estateAgentName: agent ? fullName(agent) : certificate.agency,
    estateAgency: certificate.agency,
    propertyName: certificate.propertyName,
    propertyAddress: certificate.propertyAddress,
    issueDescription: issueOf(certificate, purpose, endsOn, day),
    contractorType: CERTIFICATE_TRADES[certificate.kind],
    visitBy: endsOn >= day ? endOfDay(endsOn) : undefined,
  })
  await tx
    .update(certificateJobs)
    .set({ jobId: id })
    .where(and(...Object.entries(place).map(([name, value]) => eq(certificateJobs[name as keyof typeof place], value))))
}

async function isOneOpen(tx: Tx, certificate: Certificate, purpose: CertificatePurpose): Promise<boolean> {
  const { agencyKey, propertyKey, kind, name } = placeIn(certificate)
  const [open] = await tx
    .select({ id: jobs.id })
    .from(certificateJobs)
    .innerJoin(jobs, eq(jobs.id, certificateJobs.jobId))
    .where(
      and(
        ...[eq(certificateJobs.agencyKey, agencyKey), eq(certificateJobs.propertyKey, propertyKey)],
        ...[eq(certificateJobs.kind, kind), eq(certificateJobs.name, name), eq(certificateJobs.purpose, purpose)],
        isOneOf(jobs.status, OPEN),
      ),
    )
    .limit(1)
  return open !== undefined
}

/** Of the newest job there, or who keeps the certificate, or anybody of the agency. */
async function agentFor(tx: Tx, { agencyKey: agency, propertyKey, createdBy }: Certificate) {
  const [newest] = await tx
    .select({ agentId: jobs.estateAgentId })
    .from(jobs)
    .where(and(eq(jobs.propertyKey, propertyKey), eq(agencyKey(jobs.estateAgency), agency)))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
  const agent = await agentOfAgency(tx, agency, [newest?.agentId ?? null, createdBy])
  return agent && lockAccount(tx, agent.id, 'estate_agent')
}
