import { Type } from '@sinclair/typebox'
import {
  DEFAULT_LIMIT,
  EVENT_TYPE_NAMES,
  type EventType,
  LONGEST_WAIT_SECONDS,
  MAX_EVENTS,
} from '#src/domain/event/event.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { parameter, someValuesOf, text } from '#src/http/parameters.ts'
import { onlyText, type Query, queryText, someOf } from '#src/http/query.ts'
import { type EventPlace, readPlace } from './cursor.ts'

const between = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

export const EVENT_PARAMETERS = {
  after: text('A `next` from before; `now` for what comes from now on; without it the oldest events that are kept.'),
  wait: parameter('Seconds to wait if there is nothing yet.', between(0, LONGEST_WAIT_SECONDS)),
  limit: parameter(`The most events, ${DEFAULT_LIMIT} without it.`, between(1, MAX_EVENTS)),
  types: someValuesOf('Only of these kinds: one, or several separated by commas.', EVENT_TYPE_NAMES),
}

export type AskedForEvents = {
  after: EventPlace | 'now' | 'oldest'
  /** In seconds. */
  wait: number
  limit: number
  types: readonly EventType[]
}

export function eventsAskedFor(query: Query): AskedForEvents {
  const after = queryText(query.after)
  return {
    after: after === '' ? 'oldest' : after === 'now' ? 'now' : readPlace(after),
    wait: numberIn(query, 'wait', 0, 0, LONGEST_WAIT_SECONDS),
    limit: numberIn(query, 'limit', DEFAULT_LIMIT, 1, MAX_EVENTS),
    types: someOf('types', EVENT_TYPE_NAMES, query.types) ?? [],
  }
}

function numberIn(query: Query, name: string, otherwise: number, least: number, most: number): number {
  const text = onlyText(name, query[name])
  if (text === '') return otherwise
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw new WrongQuery({ [name]: `${name} must be a whole number from ${least} to ${most}.` })
  return number
}
