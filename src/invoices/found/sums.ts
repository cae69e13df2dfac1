import { and } from 'drizzle-orm'
import type { Actor } from '#src/domain/account/account.ts'
import type { FoundSums } from '#src/domain/invoice/found.ts'
import { foundBySearch } from '#src/invoices/lists.ts'
import type { NarrowedBeside } from '#src/jobs/search/filters-beside.ts'
import { keptSums, sumOfEach } from './kept-sums.ts'

/** Of what the list finds; of void ones only the count. */
export async function sumsOfFound(user: Actor, narrowed: NarrowedBeside): Promise<FoundSums> {
  const { search, where } = narrowed
  if (search) return sumOfEach(user, and(foundBySearch(search), where))
  return (await keptSums(user, narrowed)) ?? (await sumOfEach(user, where))
}
