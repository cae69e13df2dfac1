import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isOneOf, limitTo, literal } from '#db/query/conditions.ts'
import { matchesOf } from '#db/query/first-matches.ts'
import { certificateSql } from '#db/query/predicates.ts'
import { holdsAll, holdsAllByIndex } from '#db/query/words.ts'
import { certificates } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { CERTIFICATE_KINDS, type Certificate } from '#src/domain/property/certificate/certificate.ts'
import {
  CERTIFICATE_STATES,
  type CertificateCounts,
  type CertificateState,
  DOCUMENT_STATES,
} from '#src/domain/property/certificate/found.ts'
import { SOON_DAYS } from '#src/domain/property/certificate/state.ts'
import type { Cursor } from '#src/http/cursor.ts'
import { type Listing, searchListing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { filtersOf, type Narrowed, oneOfChoices, texts } from '#src/jobs/search/filters.ts'
import { certificatesVisibleTo } from './queries.ts'

const IN_STATE: Record<CertificateState, () => SQL> = {
  late: () => certificateSql.isCertificateLate(today()),
  soon: () => certificateSql.isCertificateSoon(today()),
  later: () => gt(certificates.endsOn, daysLater(today(), SOON_DAYS)),
}

const RULES = {
  state: oneOfChoices('State', CERTIFICATE_STATES, (states) => or(...states.map((state) => IN_STATE[state]()))!),
  kind: oneOfChoices('Kind', CERTIFICATE_KINDS, (kinds) => isOneOf(certificates.kind, kinds)),
  document: oneOfChoices('Document', DOCUMENT_STATES, () => isNull(certificates.documentPath)),
  agency: texts('Estate agency', (name) => eq(certificates.agencyKey, agencyKeyOf(name))),
}

export const CERTIFICATE_FILTERS = filtersOf(() => RULES)

/** As certificates_searched_index has it. */
const words = sql`plain_words(${certificates.propertyName} || ' ' || ${certificates.propertyAddress} || ' ' ||
  coalesce(${certificates.reference}, '') || ' ' || coalesce(${certificates.doneBy}, '') || ' ' || ${certificates.name} || ' ' ||
  ${certificates.agency})`

const place = (cursor: Cursor | null): SQL | undefined =>
  cursor
    ? sql`(${certificates.endsOn}, ${certificates.id}) > (${today(cursor.at)}::date, ${cursor.id}::uuid)`
    : undefined

/** Those in force that end first come first; what another has replaced is with its property. */
export function certificatesFor(user: Actor, { search, where }: Narrowed): Listing<Certificate> {
  const own = and(certificateSql.isCertificateCurrent(), certificatesVisibleTo(user), where)!
  return searched(search, (words) => certificatesOf(words, own))
}

function certificatesOf(search: string, where: SQL): Listing<Certificate> {
  const list = (found?: SQL): Listing<Certificate> => ({
    read: (cursor, limit) => readCertificates(and(found, where, place(cursor))!, limit),
    at: ({ endsOn }) => new Date(`${endsOn}T12:00:00Z`),
    count: (most) => countCertificates(where, most),
    isSlowToCount: async () => true,
  })
  if (!search) return list()
  const found = matchesOf(certificates.id, (remaining) => matching(search, and(where, remaining)!))
  const read: Listing<Certificate>['read'] = async (cursor, limit) =>
    found.first((among) => readCertificates(and(among, where)!), { remaining: place(cursor), limit })
  const bySearch = searchListing(list(holdsAll(words, search)), read, { count: found.count })
  return { ...bySearch, isSlowToCount: async () => true }
}

const matching = (search: string, remaining: SQL) => ({
  column: certificates.endsOn,
  ascending: true,
  among: sql`select id, ${certificates.endsOn} as at, ${words} as words from ${certificates} where ${remaining}`,
  matches: holdsAll(sql`words`, search),
  dear: 20,
  indexed: sql`select id, ${certificates.endsOn} as at from ${certificates}
    where ${holdsAllByIndex(words, search)} and ${remaining}`,
})

const readCertificates = async (where: SQL, limit?: number): Promise<Certificate[]> => {
  const rows = db.select().from(certificates).where(where).orderBy(certificates.endsOn, certificates.id)
  return limit === undefined ? rows : rows.limit(literal(limit))
}

async function countCertificates(where: SQL, most?: number): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select from ${certificates} where ${where} ${limitTo(most)}) counted`)
  return row!.count
}

/** What the first screens tell of; the lists that they lead to count the same. */
export function certificateCells(whose: SQL, day: SQL | string) {
  const among = (state: SQL) => sql<number>`(select count(*)::int from
    (select from ${certificates} where ${and(whose, state)} ${limitTo(MAX_COUNTED + 1)}) counted)`
  return { late: among(certificateSql.isCertificateLate(day)), soon: among(certificateSql.isCertificateSoon(day)) }
}

export async function certificateCounts(user: Actor): Promise<CertificateCounts> {
  const { late, soon } = certificateCells(certificatesVisibleTo(user), today())
  const [row] = await db.execute(sql`select ${late} as late, ${soon} as soon`)
  return row as CertificateCounts
}
