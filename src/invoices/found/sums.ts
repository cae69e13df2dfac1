import { and, type SQL } from 'drizzle-orm'
import type { Actor } from '#src/domain/account/account.ts'
import type { FoundInAll, FoundSums } from '#src/domain/invoice/found.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { foundBySearch, invoicesFor } from '#src/invoices/lists.ts'
import type { Narrowed } from '#src/jobs/search/filters.ts'
import { keptSums, sumOfEach } from './read-sums.ts'

/** A word's sums ask each invoice that it may be in. */
const FEW = 2 * MAX_COUNTED

const sumsWithout = async (user: Actor, narrowed: Narrowed): Promise<FoundSums> =>
  (await keptSums(user, narrowed)) ?? (await sumOfEach(user, narrowed.where))

const searchedFor = ({ search, where }: Narrowed): SQL | undefined =>
  and(search ? foundBySearch(search) : undefined, where)

/** Of what the list finds; of void ones only the count. */
export const sumsOfFound = (user: Actor, narrowed: Narrowed): Promise<FoundSums> =>
  narrowed.search ? sumOfEach(user, searchedFor(narrowed)) : sumsWithout(user, narrowed)

/** The same, but for a word that many of many invoices have. */
export async function sumsAtOnce(user: Actor, narrowed: Narrowed): Promise<FoundInAll> {
  const { search, ...others } = narrowed
  if (search && (await sumsWithout(user, { ...others, search: '' })).count > FEW) {
    const { countSome, count } = invoicesFor(user, narrowed)
    const found = await (countSome ?? count)(MAX_COUNTED + 1)
    if (typeof found !== 'number') return { count: found, sums: null }
    if (found > MAX_COUNTED) return { count: { atLeast: MAX_COUNTED }, sums: null }
  }
  const sums = await sumsOfFound(user, narrowed)
  return { count: sums.count, sums }
}
