import { type Static, type TObject, Type } from '@sinclair/typebox'
import { MAX_CLOCK_SECONDS, NOT_RECORDED, type Recorded, recordedOf } from '#src/domain/recorded.ts'
import type { FieldErrors, InputRule, Judged } from './input.ts'
import { A_MOMENT, isInstant } from './query.ts'

const NO_MOMENT = `This must be when it was recorded: ${A_MOMENT}`

const RECORDED = {
  recordedAt: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      error: NO_MOMENT,
      description: 'When it was done, by the sender’s clock, where it is sent later.',
    }),
  ),
  clockAhead: Type.Optional(
    Type.Integer({
      minimum: -MAX_CLOCK_SECONDS,
      maximum: MAX_CLOCK_SECONDS,
      error: 'This must be a whole number of seconds',
      description: 'By how many seconds the sender’s clock is ahead of the server’s; negative when behind.',
    }),
  ),
}

export const RecordedOnly = Type.Object({}, { $id: 'RecordedOnly' })

/** The body of a call that may be sent later: `schema` with when it was recorded. */
export const withRecorded = (schema: TObject): TObject =>
  Type.Object({ ...schema.properties, ...RECORDED }, { ...optionsOf(schema) })

const optionsOf = ({ type: _, properties: __, required: ___, ...options }: TObject) => options

export type SentLater<Body> = { body: Body; recorded: Recorded }

export const recordedRule =
  <B extends TObject, Body>(rule?: InputRule<B, Body>): InputRule<TObject, SentLater<Body>> =>
  ({ recordedAt, clockAhead, ...sent }: Record<string, unknown>): Judged<SentLater<Body>> => {
    const { recorded, errors } = recordedIn(recordedAt as string | undefined, clockAhead as number | undefined)
    const judged: Judged<Body> = rule ? rule(sent as Static<B>, recorded) : { value: sent as Body }
    if (judged.errors || errors) return { errors: { ...judged.errors, ...errors } }
    return { value: { body: judged.value, recorded } }
  }

function recordedIn(sent?: string, clockAhead?: number): { recorded: Recorded; errors?: FieldErrors } {
  if (sent === undefined) return { recorded: NOT_RECORDED }
  const recordedAt = isInstant(sent) ? new Date(sent) : null
  if (!recordedAt || Number.isNaN(recordedAt.getTime()))
    return { recorded: NOT_RECORDED, errors: { recordedAt: NO_MOMENT } }
  return { recorded: recordedOf({ recordedAt, clockAhead }, new Date()) }
}
