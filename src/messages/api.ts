import { NEWEST_MESSAGES, THREADS_SHOWN, type Thread, WRITERS } from '#src/domain/message/message.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { unreachedJson } from '#src/http/json-answer.ts'
import { LIST, someValuesOf } from '#src/http/parameters.ts'
import { markAllRead, markUnread, writeMessage } from './actions.ts'
import { LateRecordInput, lateRecordRule, MessageInput, ReadInput } from './input.ts'
import { sendLateRecord } from './late-records.ts'
import { messagesOf } from './queries.ts'
import { MessagesSchema, ReadSchema, ThreadsSchema, WrittenMessageSchema } from './schemas.ts'
import { threadFilterOf, threadsFor } from './threads.ts'

const { get, list, post, put } = callsUnder('Jobs')

const threadJson = ({ at: _, part: _part, last, ...thread }: Thread) => ({ ...thread, lastMessage: last })

export const messagesApi = apiOf('messages-api', [
  list(
    '/api/messages',
    'listConversations',
    'The conversations about jobs that one may read, unread ones first',
    {
      may: 'readMessages',
      query: {
        ...LIST,
        show: someValuesOf('Only what is unread, or what another side wrote last; either of several.', THREADS_SHOWN),
        from: someValuesOf(
          'Who wrote last: a role, or outside, by a link without an account; either of several.',
          WRITERS,
        ),
      },
      answer: ThreadsSchema,
    },
    ({ user, query }) => threadsFor(user, threadFilterOf(query)),
    threadJson,
  ),
  put(
    '/api/jobs/:id/messages/read',
    'setMessagesRead',
    'Marks a conversation as read, or its newest message by somebody else as unread',
    { may: 'readMessages', body: ReadInput, answer: ReadSchema },
    async ({ user, params, body }) => {
      await (body.read ? markAllRead : markUnread)(user, params.id)
      return body
    },
    ({ read }) => ({ read }),
  ),
  get(
    '/api/jobs/:id/messages',
    'listMessages',
    'A job’s messages, oldest first: the newest 500',
    { may: 'readMessages', answer: MessagesSchema },
    async ({ user, params }) => (await messagesOf(user, params.id, NEWEST_MESSAGES)).messages,
  ),
  post(
    '/api/jobs/:id/messages',
    'writeMessage',
    'Writes a message; adminsOnly, for administrators, keeps it from all others',
    { may: 'writeMessage', later: true, body: MessageInput, answer: WrittenMessageSchema, status: 201 },
    ({ user, params, body }) => writeMessage(user, params.id, body),
    ({ unreached, ...message }) => ({ ...message, ...unreachedJson(unreached) }),
  ),
  post(
    '/api/jobs/:id/late-records',
    'sendLateRecord',
    'Sends what a job no longer takes to the administrators, as a message with its photos: by a contractor who has the job or had it',
    {
      may: 'sendLateRecord',
      ...{ later: true, body: LateRecordInput, rule: lateRecordRule },
      ...{ answer: WrittenMessageSchema, status: 201 },
    },
    ({ user, params, body }) => sendLateRecord(user, params.id, body),
    ({ unreached: _, ...message }) => message,
  ),
])
