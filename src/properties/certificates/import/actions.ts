import { sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { certificates } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersionOfAgencies } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isWrongRow } from '#src/domain/property/certificate/import-row.ts'
import { Invalid } from '#src/http/errors.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { judgeImportedCertificates } from './validate-import.ts'
import { type GivenRow, newOnes } from './validate-rows.ts'

const BATCH = 1000

/** All that are right and not there yet, in one transaction. Throws Invalid while some are wrong, unless they are left out. */
export function importCertificates(user: Actor, given: readonly GivenRow[], { leaveOutWrong = false } = {}) {
  authorize(user, 'changeCertificates')
  return transaction(async (tx) => {
    // Whoever adds one meanwhile waits.
    await tx.execute(sql`lock table ${certificates} in share row exclusive mode`)
    const judged = await judgeImportedCertificates(user, given, tx)
    const made = newOnes(judged)
    if (made.length === 0 || (!leaveOutWrong && judged.some(isWrongRow)))
      throw new Invalid({ table: 'Please look at the rows again' })
    const ids: string[] = []
    for (let at = 0; at < made.length; at += BATCH) {
      const values = made.slice(at, at + BATCH).map((one) => ({ ...one, createdBy: user.id }))
      const rows = await tx.insert(certificates).values(values).returning({ id: certificates.id })
      ids.push(...rows.map(({ id }) => id))
    }
    await settleImported(tx, ids)
    await bumpActivityVersionOfAgencies(tx, [...new Set(made.map(({ agencyKey }) => agencyKey))])
    return made.length
  })
}

async function settleImported(tx: Tx, ids: readonly string[]): Promise<void> {
  // Joins are planned by what was last counted: for a table that was empty then they would take 20 s.
  await tx.execute(sql`analyze ${certificates}`)
  const isImported = isAmong(certificates.id, ids)
  await tx.execute(sql`
    update ${certificates} set excuse = known.excuse from certificate_excuses known
    where ${isImported} and known.agency_key = certificates.agency_key and known.property_key = certificates.property_key
      and known.kind = certificates.kind and known.name = lower(certificates.name)`)
  await tx.execute(sql`
    with places as materialized (select distinct property_key from ${certificates} where ${isImported}),
      chain as (select id, lead(id) over (
          partition by agency_key, property_key, kind, lower(name) order by done_on, created_at, id) as next
        from ${certificates} where property_key in (select property_key from places))
    update ${certificates} set replaced_by = chain.next from chain
    where certificates.id = chain.id and certificates.replaced_by is distinct from chain.next`)
  const unsatisfactory = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(sql`${isImported} and ${certificates.unsatisfactory} and ${certificates.replacedBy} is null`)
  await enqueue(
    tx,
    'certificate',
    unsatisfactory.map(({ id }) => id),
  )
}
