import { corrections } from '#db/query/spelling.ts'
import { JsonAnswer } from '#src/http/json-answer.ts'
import { type Listing, SEARCHED_FOR } from './listing.ts'

export const searchedJson = <Body>(body: Body, instead?: string) =>
  new JsonAnswer(body, { headers: instead ? { [SEARCHED_FOR]: encodeURI(instead) } : undefined })

async function findCorrected<Found>(
  typed: string,
  find: (search: string) => Promise<Found | null>,
): Promise<{ search: string; found: Found } | null> {
  for (const search of await corrections(typed)) {
    const found = await find(search)
    if (found) return { search, found }
  }
  return null
}

/** What is found, and what was searched for instead where nothing was. */
export async function findOrCorrect<Item>(
  typed: string,
  find: (search: string) => Promise<Item[]>,
): Promise<{ found: Item[]; instead?: string }> {
  const found = await find(typed)
  if (found.length || !typed) return { found }
  const corrected = await findCorrected(typed, async (other) => {
    const others = await find(other)
    return others.length ? others : null
  })
  return corrected ? { found: corrected.found, instead: corrected.search } : { found }
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
