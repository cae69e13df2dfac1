import { WrongQuery } from '#src/web/errors.ts'
import { type Query, queryText, someOf } from '#src/web/query.ts'
import { type Place, readPlace } from './cursor.ts'
import { DEFAULT_LIMIT, EVENT_TYPE_NAMES, type EventType, LONGEST_WAIT, MOST_EVENTS } from './event.ts'

export type AskedForEvents = {
  /** From where on: a place, now, or the oldest that is kept. */
  after: Place | 'now' | 'oldest'
  /** In seconds. */
  wait: number
  limit: number
  types: readonly EventType[]
}

export function eventsAskedFor(query: Query): AskedForEvents {
  const after = queryText(query.after)
  return {
    after: after === '' ? 'oldest' : after === 'now' ? 'now' : readPlace(after),
    wait: numberIn(query, 'wait', 0, 0, LONGEST_WAIT),
    limit: numberIn(query, 'limit', DEFAULT_LIMIT, 1, MOST_EVENTS),
    types: someOf('types', EVENT_TYPE_NAMES, query.types) ?? [],
  }
}

function numberIn(query: Query, name: string, otherwise: number, least: number, most: number): number {
  const text = queryText(query[name])
  if (text === '') return otherwise
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw new WrongQuery({ [name]: `${name} must be a whole number from ${least} to ${most}.` })
  return number
}
