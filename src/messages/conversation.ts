import type { Actor } from '#src/domain/account/account.ts'
import { type Conversation, NEWEST_MESSAGES } from '#src/domain/message/message.ts'
import { isPrefetched } from '#src/http/cache/prefetched.ts'
import { logFailure } from '#src/runtime/log.ts'
import { markRead } from './actions.ts'
import { messagesOf } from './queries.ts'

const SHOWN = 50

export async function conversationOf(user: Actor, jobId: string, all = false) {
  const most = all ? NEWEST_MESSAGES : SHOWN
  const { messages, readUpTo, hasGone } = await messagesOf(user, jobId, most + 1)
  const shown = messages.slice(-most)
  const last = shown.at(-1)?.id ?? 0
  const version = `${user.id.slice(-8)}.${last}`
  const conversation: Conversation = { messages: shown, hasEarlier: messages.length > shown.length, version, hasGone }
  return { conversation, unread: last > readUpTo ? last : null }
}

export async function openConversation(
  user: Actor,
  request: Request,
  jobId: string,
  all = false,
): Promise<Conversation> {
  const { conversation, unread } = await conversationOf(user, jobId, all)
  if (unread !== null && isSeen(request))
    await markRead(user, jobId, unread).catch((error: unknown) =>
      // The page is shown all the same: the database may be read-only for a while.
      logFailure('database', 'It could not be noted that messages were read.', error),
    )
  return conversation
}

const isSeen = (request: Request): boolean => request.method !== 'HEAD' && !isPrefetched(request)
