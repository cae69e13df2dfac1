import { and, inArray, isNotNull } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { agencies } from '#db/schema.ts'
import { addressesOfAgencies, addressesOfContractors } from '#src/accounts/people/mail-addresses.ts'
import type { StatementKind, StatementOf } from '#src/domain/invoice/statement.ts'

/** By subject: a contractor's own; an agency's to which its last went, else that of its first agent. */
export async function addressesFor(
  kind: StatementKind,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'property' || subjects.length === 0) return new Map()
  if (kind === 'contractor') return addressesOfContractors(subjects)
  const [ofAgents, remembered] = await Promise.all([
    addressesOfAgencies(subjects),
    db
      .select({ key: agencies.key, email: agencies.statementEmail })
      .from(agencies)
      .where(and(inArray(agencies.key, [...subjects]), isNotNull(agencies.statementEmail))),
  ])
  for (const { key, email } of remembered) ofAgents.set(key, email!)
  return ofAgents
}

export async function noteAgencyAddress(tx: Tx, { kind, subject: key }: StatementOf, name: string, email: string) {
  if (kind !== 'agency') return
  await tx
    .insert(agencies)
    .values({ key, name, statementEmail: email })
    .onConflictDoUpdate({ target: agencies.key, set: { statementEmail: email } })
}
