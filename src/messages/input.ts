import { type Static, Type } from '@sinclair/typebox'
import { isDay, noonOf } from '#src/domain/dates.ts'
import { LATE_OUTCOMES, MAX_LATE_RECORD } from '#src/domain/message/late-record.ts'
import { MAX_MESSAGE } from '#src/domain/message/message.ts'
import type { Recorded } from '#src/domain/recorded.ts'
import type { Judged } from '#src/http/input.ts'
import { isInstant } from '#src/http/query.ts'
import { images } from '#src/photos/input.ts'

export const MessageInput = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: MAX_MESSAGE, error: 'Please write a message' }),
    adminsOnly: Type.Optional(Type.Boolean({ error: 'adminsOnly must be true or false' })),
  },
  { $id: 'MessageInput' },
)

export const LateRecordInput = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: MAX_LATE_RECORD, error: 'Please write what was done' }),
    outcome: Type.Optional(
      Type.Union(
        LATE_OUTCOMES.map((one) => Type.Literal(one)),
        { error: `Outcome must be one of ${LATE_OUTCOMES.join(', ')}` },
      ),
    ),
    images: Type.Optional(images),
    visitDate: Type.Optional(Type.String({ maxLength: 40, error: 'The day of the visit must be a date' })),
  },
  { $id: 'LateRecordInput' },
)
type LateRecordSent = Static<typeof LateRecordInput>
export type LateRecord = Omit<LateRecordSent, 'visitDate'> & { visitDate?: Date }

/** A day that cannot be is passed over: what was done must not be lost for it. */
export function lateRecordRule(
  { visitDate: sent, ...record }: LateRecordSent,
  recorded?: Recorded,
): Judged<LateRecord> {
  const isNow = sent === undefined || sent === recorded?.day
  const visitDate = isNow ? null : isInstant(sent) ? new Date(sent) : isDay(sent) ? noonOf(sent) : null
  return { value: { ...record, visitDate: visitDate && visitDate <= new Date() ? visitDate : undefined } }
}

export const ReadInput = Type.Object(
  { read: Type.Boolean({ error: 'read must be true or false' }) },
  { $id: 'ReadInput' },
)
