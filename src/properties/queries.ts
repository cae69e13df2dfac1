import { and, count, desc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isOneOf, isSelected, literal } from '#db/query/conditions.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { invoices, jobs, jobVisits, quotes, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { OPEN } from '#src/domain/job/status.ts'
import type { AgencyThere, Property, PropertyFigures, Visitor } from '#src/domain/property/property.ts'
import { NotFound } from '#src/http/errors.ts'
import { invoicesVisibleTo } from '#src/invoices/queries.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'
import { certificatesAt } from './certificates/queries.ts'

const MAX_SHOWN = 50

const jobsThere = (user: Actor, key: string): SQL => and(eq(jobs.propertyKey, key), jobsWhollyVisibleTo(user))!

export const jobIdsThere = (user: Actor, { key }: Property): SQL =>
  sql`(select ${jobs.id} from ${jobs} where ${jobsThere(user, key)})`

/** Named as the newest job there that the reader may see has it, else as their certificates or invoices have it. */
export async function propertyVisibleTo(user: Actor, key: string | undefined): Promise<Property> {
  // The router gives none of an address that it cannot decode.
  if (!key || !/^[\p{L}\p{M}\p{N}·]+$/u.test(key)) throw new NotFound()
  const [newest] = await db
    .select({ propertyName: jobs.propertyName, propertyAddress: jobs.propertyAddress })
    .from(jobs)
    .where(jobsThere(user, key))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(literal(1))
  const named = newest ?? (await certificatesAt(user, key))[0] ?? (await newestInvoiceAt(user, key))
  if (!named?.propertyAddress) throw new NotFound()
  const { propertyName, propertyAddress } = named
  return { key, propertyName: propertyName ?? '', propertyAddress }
}

export const isInvoicedAt = (key: string): SQL => eq(invoices.propertyKey, key)

async function newestInvoiceAt(user: Actor, key: string) {
  const { propertyName, propertyAddress, createdAt, id } = invoices
  const [newest] = await db
    .select({ propertyName, propertyAddress })
    .from(invoices)
    .where(and(isInvoicedAt(key), invoicesVisibleTo(user)))
    .orderBy(desc(createdAt), desc(id))
    .limit(literal(1))
  return newest
}

const spent = (from: SQL, where: SQL): SQL =>
  sql`(select json_build_object('count', count(*), 'pence', (coalesce(sum(amount), 0) * 100)::bigint) from ${from} where ${where})`

export async function propertyFigures(user: Actor, property: Property): Promise<PropertyFigures> {
  const ids = sql`(select id from there)`
  const isBilled = (type: 'contractor_visit' | 'quote') =>
    and(isInvoicedAt(property.key), invoicesVisibleTo(user), eq(invoices.type, type), isNull(invoices.voidedAt))!
  const [row] = await db.execute<PropertyFigures>(sql`
    with there as materialized (
        select ${jobs.id} as id, ${isOneOf(jobs.status, OPEN)} as is_open, cardinality(${jobs.photosUrls}) as photos
        from ${jobs} where ${jobsThere(user, property.key)}),
      visited as (select count(*)::int as visits, coalesce(sum(cardinality(${jobVisits.photosUrls})), 0)::int as photos
        from ${jobVisits} where ${isSelected(jobVisits.jobId, ids)})
    select count(*)::int as jobs, (count(*) filter (where is_open))::int as open,
      (select visits from visited) as visits, (sum(there.photos) + (select photos from visited))::int as photos,
      ${spent(sql`${quotes}`, and(isSelected(quotes.jobId, ids), quotesVisibleTo(user), quoteSql.isApproved())!)} as approved,
      ${spent(sql`${invoices}`, isBilled('contractor_visit'))} as fees,
      ${spent(sql`${invoices}`, isBilled('quote'))} as "quoteWork"
    from there`)
  return row as PropertyFigures
}

export function visitorsThere(user: Actor, property: Property): Promise<Visitor[]> {
  const { id, firstName, lastName, company, deletedAt } = users
  const visits = count(jobVisits.id)
  return db
    .select({ id, firstName, lastName, company, deletedAt, visits, last: max(jobVisits.visitDate) })
    .from(jobVisits)
    .innerJoin(users, eq(users.id, jobVisits.contractorId))
    .where(isSelected(jobVisits.jobId, jobIdsThere(user, property)))
    .groupBy(id)
    .orderBy(desc(visits), desc(max(jobVisits.visitDate)))
    .limit(literal(MAX_SHOWN)) as Promise<Visitor[]>
}

/** For administrators only: others would learn who else lets it. */
export function agenciesThere(user: Actor, { key }: Property): Promise<AgencyThere[]> {
  const all = count(jobs.id)
  return db
    .select({ agency: jobs.estateAgency, jobs: all })
    .from(jobs)
    .where(jobsThere(user, key))
    .groupBy(jobs.estateAgency)
    .orderBy(desc(all), jobs.estateAgency)
    .limit(literal(MAX_SHOWN))
}

export async function agenciesToChoose(user: Actor, property: Property): Promise<string[]> {
  const [raising, keeping] = await Promise.all([agenciesThere(user, property), certificatesAt(user, property.key)])
  return [...new Set([...raising, ...keeping].map(({ agency }) => agency))]
}
