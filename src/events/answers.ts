import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/accounts/account.ts'
import { choice, INSTANT, orNull, TEXT, texts, thing, told, UUID, YES } from '#src/web/answers.ts'
import { EVENT_TYPE_NAMES, SUBJECT_KINDS } from './event.ts'

export const Event = thing('Event', 'A change.', {
  id: told(UUID, 'The same for all readers, and in webhooks.'),
  type: choice(EVENT_TYPE_NAMES, { examples: ['job.assigned'] }),
  subject: thing('Subject', 'What has changed.', {
    kind: choice(SUBJECT_KINDS),
    id: told(TEXT, 'A UUID; of a message a number.'),
  }),
  jobId: orNull(UUID, { description: 'The job that it is about.' }),
  jobRef: orNull(TEXT, { examples: ['JOB-000042'] }),
  at: INSTANT,
  by: thing('EventActor', 'Who did it.', {
    id: orNull(UUID, { description: 'Null when Fettle did it.' }),
    name: TEXT,
    role: orNull(choice(ROLES)),
  }),
  data: orNull(texts('What else there is to say, by the type: `from` and `to` of a status, a `reason`.')),
  gone: told(YES, 'Whether the reader can no longer read the subject.'),
})

export const Events = thing('Events', 'Changes in order, and where to go on.', {
  events: Type.Array(Event),
  next: told(TEXT, 'For `after` of the next call. It moves on even where nothing was for this reader.'),
})
