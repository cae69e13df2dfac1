import { Type } from '@sinclair/typebox'
import { COMPLAINT_STATES } from '#src/domain/account/complaint.ts'
import {
  choice,
  DAY_SCHEMA,
  EMAIL,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  TEXT,
  UUID,
  withDescription,
} from '#src/http/schemas.ts'

export const ComplaintSchema = objectSchema('Complaint', 'A complaint about personal data.', {
  id: UUID,
  ref: withDescription(TEXT, 'Its number, as it was told.', 'DC-12'),
  name: withDescription(TEXT, 'Who complains.', 'Tom Reed'),
  email: EMAIL,
  text: withDescription(TEXT, 'What they wrote.', 'My number was given to somebody else.'),
  state: choice(COMPLAINT_STATES, { description: 'Open until it is answered.' }),
  answerBy: withDescription(DAY_SCHEMA, 'The day by which it is answered.'),
  answer: orNull(TEXT, { description: 'What was sent to them.' }),
  answeredAt: orNull(INSTANT_SCHEMA),
  closeReason: orNull(TEXT, { description: 'Why it was closed.' }),
  closedAt: orNull(INSTANT_SCHEMA),
  createdAt: INSTANT_SCHEMA,
})
export const ComplaintsSchema = Type.Array(ComplaintSchema, { description: 'Newest first.' })
