import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import {
  choice,
  INSTANT_SCHEMA,
  objectSchema,
  orNull,
  TEXT,
  UNREACHED,
  UUID,
  withDescription,
  YES,
} from '#src/http/answers.ts'

const Author = objectSchema('Author', 'Who wrote it.', {
  id: orNull(UUID, { description: 'Null where the account is gone.' }),
  name: TEXT,
  role: choice(ROLES),
})

export const MessageSchema = objectSchema('Message', 'A message about a job.', {
  id: Type.Integer(),
  author: Author,
  text: withDescription(TEXT, 'At most 2,000 characters.', 'Is the key still at the office?'),
  adminsOnly: withDescription(YES, 'Whether only administrators read it.'),
  createdAt: INSTANT_SCHEMA,
})
export const MessagesSchema = Type.Array(MessageSchema, { description: 'Oldest first.' })

export const WrittenMessageSchema = objectSchema('WrittenMessage', 'The message that has been written.', {
  ...MessageSchema.properties,
  ...UNREACHED,
})
