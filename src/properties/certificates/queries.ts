import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import { agencyNames } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { NotFound } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'

type Reads = Pick<Actor, 'role' | 'company'>

export const ownAgencyKey = (user: Reads): string | null =>
  isAgent(user) ? agencyKeyOf(user.company ?? '') || null : null

export const lacksAgency = (user: Reads): boolean => isAgent(user) && ownAgencyKey(user) === null

/** Those that have agents. */
export const allAgencies = (): Promise<string[]> => agencyNames(5000)

/** An agent's: those of their agency. */
export function certificatesVisibleTo(user: Reads): SQL {
  if (isAdmin(user)) return sql`true`
  const key = ownAgencyKey(user)
  return key ? eq(certificates.agencyKey, key) : sql`false`
}

export async function certificateVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<Certificate> {
  if (!isUuid(id)) throw new NotFound()
  const [found] = await tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.id, id), certificatesVisibleTo(user)))
  if (!found) throw new NotFound()
  return found
}

/** The current ones first, then those before, newest first. */
export const certificatesAt = (user: Actor, propertyKey: string, tx: DbOrTx = db): Promise<Certificate[]> =>
  tx
    .select()
    .from(certificates)
    .where(and(eq(certificates.propertyKey, propertyKey), certificatesVisibleTo(user)))
    .orderBy(sql`${certificates.replacedBy} is not null`, certificates.endsOn, desc(certificates.id))
    .limit(200)
