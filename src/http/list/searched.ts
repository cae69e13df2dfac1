import { corrections } from '#db/query/spelling.ts'
import type { Listing } from './listing.ts'

/** What `find` finds with a typing error of the search corrected, and the search with which it does. */
export async function findCorrected<Found>(
  typed: string,
  find: (search: string) => Promise<Found | null>,
): Promise<{ search: string; found: Found } | null> {
  for (const search of await corrections(typed)) {
    const found = await find(search)
    if (found) return { search, found }
  }
  return null
}

/**
 * What every list that searches is made by: the list that `of` makes of a search, and where that finds nothing, the same
 * with one typing error corrected. `of` finds only by what its reader may read: that a correction finds something tells it.
 */
export function searched<Item extends { id: string }>(
  search: string | undefined,
  of: (search: string) => Listing<Item>,
): Listing<Item> {
  const list = of(search ?? '')
  if (!search) return list
  const instead = () =>
    findCorrected(search, async (other) => {
      const found = of(other)
      return (await found.read(null, 1)).length ? found : null
    })
  return { ...list, instead }
}
