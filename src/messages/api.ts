import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { describedUnder } from '#src/http/described.ts'
import { jsonInput } from '#src/http/input.ts'
import { json, jsonWithEtag } from '#src/http/respond/json.ts'
import { unreachedJson } from '#src/jobs/answer.ts'
import { once } from '#src/writes/idempotency.ts'
import { writeMessage } from './actions.ts'
import { MessagesSchema, WrittenMessageSchema } from './answers.ts'
import { MessageInput } from './input.ts'
import { messagesOf } from './queries.ts'

const described = describedUnder('Jobs')

export const messagesApi = new Elysia({ name: 'messages-api' })
  .use(signedIn)
  .get(
    '/api/jobs/:id/messages',
    async ({ user, params, request }) => {
      const { messages } = await messagesOf(authorize(user, 'readMessages'), params.id)
      return jsonWithEtag(request, messages)
    },
    described('listMessages', 'A job’s messages, oldest first', {
      by: 'readMessages',
      answers: { 200: MessagesSchema },
    }),
  )
  .post(
    '/api/jobs/:id/messages',
    ({ user, params, request }) => {
      authorize(user, 'writeMessage')
      const write = async () => writeMessage(user, params.id, await jsonInput(request, MessageInput))
      return once({ user, request }, write, ({ unreached, ...message }) =>
        json({ ...message, ...unreachedJson(unreached) }, 201),
      )
    },
    described('writeMessage', 'Writes a message; adminsOnly, for administrators, keeps it from all others', {
      by: 'writeMessage',
      body: MessageInput,
      answers: { 201: WrittenMessageSchema },
    }),
  )
