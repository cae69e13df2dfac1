import { corrections } from '#db/query/spelling.ts'
import type { Listing } from './listing.ts'

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

/** `of` must find only by what its reader may read: that a correction finds something tells of it. */
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
