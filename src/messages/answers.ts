import { Type } from '@sinclair/typebox'
import { ROLES } from '#src/domain/account/account.ts'
import { choice, INSTANT, orNull, TEXT, thing, told, UNTOLD, UUID, YES } from '#src/http/answers.ts'

const Author = thing('Author', 'Who wrote it.', {
  id: orNull(UUID, { description: 'Null where the account is gone.' }),
  name: TEXT,
  role: choice(ROLES),
})

export const Message = thing('Message', 'A message about a job.', {
  id: Type.Integer(),
  author: Author,
  text: told(TEXT, 'At most 2,000 characters.', 'Is the key still at the office?'),
  adminsOnly: told(YES, 'Whether only administrators read it.'),
  createdAt: INSTANT,
})
export const Messages = Type.Array(Message, { description: 'Oldest first.' })

export const WrittenMessage = thing('WrittenMessage', 'The message that has been written.', {
  ...Message.properties,
  ...UNTOLD,
})
