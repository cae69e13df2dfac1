import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/accounts/account.ts'
import { choice, INSTANT, orNull, TEXT, texts, thing, told, UUID, YES } from '#src/web/answers.ts'
import { EVENT_TYPE_NAMES, SUBJECT_KINDS } from './event.ts'

const Subject = thing('Subject', 'What changed.', {
  kind: choice(SUBJECT_KINDS),
  id: told(TEXT, 'A UUID; of a message its number.', '019aa2c4-12fe-7000-9d3b-5f1c1f7c2b10'),
})

const ChangedBy = thing('ChangedBy', 'Who did it, as they were named then.', {
  id: orNull(UUID, { description: 'Null where nobody was signed in.' }),
  name: TEXT,
  role: orNull(choice(ROLES)),
})

export const Event = thing('Event', 'That something has changed; not what it is now.', {
  id: told(UUID, 'The same whenever this event is told.'),
  type: choice(EVENT_TYPE_NAMES),
  subject: Subject,
  jobId: orNull(UUID, { description: 'The job of the subject.' }),
  jobRef: orNull(TEXT, { examples: ['JOB-000042'] }),
  at: INSTANT,
  by: ChangedBy,
  data: Type.Unsafe<Record<string, string> | null>({
    anyOf: [texts('`from` and `to`, the states before and after, and what else the type has.'), { type: 'null' }],
  }),
  gone: told(YES, 'Whether the reader can no longer read the subject.'),
})

export const Events = thing('Events', 'What has changed, in the order that all readers share.', {
  events: Type.Array(Event),
  next: told(TEXT, 'To go on from, as `after`; also when there are no events.', '0.2a.0d9f6f0f5a3e'),
})
