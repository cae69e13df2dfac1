import { sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { allAgencies } from '#src/properties/certificates/queries.ts'
import { type GivenRow, type JudgedCertificate, judgeCertificates, propertyKeysOf } from './validate-rows.ts'

export async function judgeImportedCertificates(
  user: Actor,
  given: readonly GivenRow[],
  tx: DbOrTx = db,
): Promise<JudgedCertificate[]> {
  const { agencyKey, propertyKey, kind, name, doneOn, endsOn } = certificates
  const keys = propertyKeysOf(given)
  const [agencies, kept] = await Promise.all([
    isAdmin(user) ? allAgencies() : [],
    keys.length
      ? tx.select({ agencyKey, propertyKey, kind, name, doneOn, endsOn }).from(certificates).where(isOneOfKeys(keys))
      : [],
  ])
  return judgeCertificates(user, given, { agencies, kept })
}

const isOneOfKeys = (keys: readonly string[]) => sql`${certificates.propertyKey} = any(${listOf(keys)}::text[])`
/** A property's key has letters, digits and · only. */
const listOf = (keys: readonly string[]): string => `{${keys.map((key) => `"${key}"`).join(',')}}`
