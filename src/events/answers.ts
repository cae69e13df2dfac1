import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import { EVENT_TYPE_NAMES, MOST_EVENTS, SUBJECT_KINDS } from '#src/domain/event/event.ts'
import { choice, INSTANT, orNull, TEXT, texts, thing, told, UUID, YES } from '#src/http/answers.ts'
import { JOB_REF } from '#src/jobs/answers.ts'

const Subject = thing('EventSubject', 'What has changed.', {
  kind: choice(SUBJECT_KINDS),
  id: told(TEXT, 'A UUID; of a message its number, as text.'),
})

const Sender = thing('EventSender', 'Who changed it.', {
  id: orNull(UUID, { description: 'Null where nobody was signed in.' }),
  name: TEXT,
  role: orNull(choice(ROLES)),
})

export const ChangeEvent = thing('ChangeEvent', 'A change.', {
  id: told(UUID, 'The same wherever it is told: here and by webhooks.'),
  type: choice(EVENT_TYPE_NAMES),
  subject: Subject,
  jobId: orNull(UUID),
  jobRef: orNull(JOB_REF),
  by: Sender,
  data: orNull(texts('`from` and `to`, the states before and after, and what else the type has.')),
  gone: told(YES, 'Whether the caller cannot read the subject any more.'),
  at: INSTANT,
})

export const Changes = thing('Changes', 'Changes in the order in which none is missed.', {
  events: Type.Array(ChangeEvent, { maxItems: MOST_EVENTS }),
  next: told(TEXT, 'The cursor from which to go on: after= of the next call.'),
})
