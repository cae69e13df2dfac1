import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import { EVENT_TYPE_NAMES, MAX_EVENTS, SUBJECT_KINDS } from '#src/domain/event/event.ts'
import {
  choice,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  TEXT,
  textsSchema,
  UUID,
  withDescription,
  YES,
} from '#src/http/schemas.ts'
import { JOB_REF } from '#src/jobs/schemas.ts'

const Subject = objectSchema('EventSubject', 'What has changed.', {
  kind: choice(SUBJECT_KINDS),
  id: withDescription(TEXT, 'A UUID; of a message its number, as text.'),
})

const Sender = objectSchema('EventSender', 'Who changed it.', {
  id: orNull(UUID, { description: 'Null where nobody was signed in.' }),
  name: TEXT,
  role: orNull(choice(ROLES)),
})

export const ChangeEventSchema = objectSchema('ChangeEvent', 'A change.', {
  id: withDescription(UUID, 'The same wherever it is told: here and by webhooks.'),
  type: choice(EVENT_TYPE_NAMES),
  subject: Subject,
  jobId: orNull(UUID),
  jobRef: orNull(JOB_REF),
  by: Sender,
  data: orNull(textsSchema('`from` and `to`, the states before and after, and what else the type has.')),
  gone: withDescription(YES, 'Whether the caller cannot read the subject any more.'),
  at: INSTANT_SCHEMA,
})

export const Changes = objectSchema('Changes', 'Changes in the order in which none is missed.', {
  events: Type.Array(ChangeEventSchema, { maxItems: MAX_EVENTS }),
  next: withDescription(TEXT, 'The cursor from which to go on: after= of the next call.'),
})
