import { apiOf, callsUnder } from '#src/http/call.ts'
import { unreachedJson } from '#src/http/json-answer.ts'
import { writeMessage } from './actions.ts'
import { MessagesSchema, WrittenMessageSchema } from './answers.ts'
import { MessageInput } from './input.ts'
import { messagesOf } from './queries.ts'

const { get, post } = callsUnder('Jobs')

export const messagesApi = apiOf('messages-api', [
  get(
    '/api/jobs/:id/messages',
    'listMessages',
    'A job’s messages, oldest first',
    { may: 'readMessages', answer: MessagesSchema },
    async ({ user, params }) => (await messagesOf(user, params.id)).messages,
  ),
  post(
    '/api/jobs/:id/messages',
    'writeMessage',
    'Writes a message; adminsOnly, for administrators, keeps it from all others',
    { may: 'writeMessage', body: MessageInput, answer: WrittenMessageSchema, status: 201 },
    ({ user, params, body }) => writeMessage(user, params.id, body),
    ({ unreached, ...message }) => ({ ...message, ...unreachedJson(unreached) }),
  ),
])
