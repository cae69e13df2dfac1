import { Type } from '@sinclair/typebox'
import { MAX_MESSAGE } from '#src/domain/message/message.ts'

export const MessageInput = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: MAX_MESSAGE, error: 'Please write a message' }),
    adminsOnly: Type.Optional(Type.Boolean({ error: 'adminsOnly must be true or false' })),
  },
  { $id: 'MessageInput' },
)

export const ReadInput = Type.Object(
  { read: Type.Boolean({ error: 'read must be true or false' }) },
  { $id: 'ReadInput' },
)
