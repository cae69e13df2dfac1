import { Type } from '@sinclair/typebox'
import { WrongQuery } from '#src/web/errors.ts'
import { parameter, someValuesOf, text } from '#src/web/parameters.ts'
import { type Query, queryText, someOf } from '#src/web/query.ts'
import { type Place, readPlace } from './cursor.ts'
import { DEFAULT_LIMIT, EVENT_TYPE_NAMES, type EventType, LONGEST_WAIT, MOST_EVENTS } from './event.ts'

export const EVENT_PARAMETERS = {
  after: text('Where to go on: the `next` of the answer before, or `now`. Without it, the oldest that is kept.'),
  wait: parameter(
    'Seconds to wait for a change if there is none.',
    Type.Integer({ minimum: 0, maximum: LONGEST_WAIT, default: 0 }),
  ),
  limit: parameter('At most so many.', Type.Integer({ minimum: 1, maximum: MOST_EVENTS, default: DEFAULT_LIMIT })),
  types: someValuesOf('Only changes of these types.', EVENT_TYPE_NAMES),
} as const

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
