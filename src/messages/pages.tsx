import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { pageOf } from '#src/http/query.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, partials, seeOther, unchangedPart } from '#src/http/respond/respond.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { MESSAGE_LIST, MessageForm, MessageList } from '#views/messages/conversation.tsx'
import { MessagesPage } from '#views/messages/page.tsx'
import { ThreadItem, threadRowId, threadsPath } from '#views/messages/threads.tsx'
import { writeMessage } from './actions.ts'
import { conversationOf, openConversation } from './conversation.ts'
import { MessageInput } from './input.ts'
import { threadOf } from './threads.ts'

/** The whole conversation as a page; htmx polls the newest messages, which notes nothing: nobody may be looking. */
async function showMessages(user: Actor, request: Request, job: string, id: string): Promise<Response> {
  authorize(user, 'readMessages')
  if (!isPartial(request)) {
    const conversation = await openConversation(user, request, id, true)
    return page(
      request,
      <MessagesPage frame={frameOf(request, user)} conversation={conversation} job={job} admin={isAdmin(user)} />,
    )
  }
  const { conversation } = await conversationOf(user, id)
  if (request.headers.get('hx-ptag') === conversation.version) return unchangedPart(conversation.version)
  const response = fragment(request, <MessageList {...conversation} job={job} />)
  response.headers.set('hx-ptag', conversation.version)
  return response
}

/** Of the list of all conversations, where it was answered there. */
async function rowBehind(user: Actor, request: Request, id: string): Promise<Record<string, ReactNode>> {
  if (!pageOf(request)?.startsWith(threadsPath(user))) return {}
  return { [`#${threadRowId(id)}`]: <ThreadItem thread={await threadOf(user, id)} reader={user} /> }
}

async function sendMessage(user: Actor, request: Request, job: string, id: string): Promise<Response> {
  const form = await sentForm(authorize(user, 'writeMessage'), request)
  const again = async ({ status, errors }: FormProblem) => {
    const part = { job, admin: isAdmin(user), values: textsOf(form.typed), errors }
    if (isPartial(request)) return fragment(request, <MessageForm {...part} focus />, { status })
    const { conversation } = await conversationOf(user, id)
    return page(request, <MessagesPage frame={frameOf(request, user)} conversation={conversation} {...part} />, status)
  }
  return handleForm(form, {
    back: job,
    again,
    work: async () => {
      const { text, adminsOnly } = form.typed
      const input = checked(MessageInput, { text, adminsOnly: adminsOnly === 'yes' })
      const unreached = await onceByForm(form, async () => {
        return (await writeMessage(user, id, input)).unreached.join(' ')
      })
      const toast = unreached ? { title: 'Message Sent', text: unreached } : undefined
      if (!isPartial(request)) return seeOther(request, `${job}#messages`, toast)
      const conversation = await openConversation(user, request, id)
      const list = { [`#${MESSAGE_LIST}`]: <MessageList {...conversation} job={job} /> }
      const main = <MessageForm job={job} admin={isAdmin(user)} focus />
      return partials(request, { ...list, ...(await rowBehind(user, request, id)) }, toast, { main })
    },
  })
}

export const messagesPages = new Elysia({ name: 'messages-pages' })
  .use(signedIn)
  .get('/jobs/:id/messages', ({ user, request, params: { id } }) => {
    authorize(user, 'readMessages')
    if (isAdmin(user)) return seeOther(request, `/admin/jobs/${encodeURIComponent(id)}/messages`)
    return showMessages(user, request, `/jobs/${encodeURIComponent(id)}`, id)
  })
  .post('/jobs/:id/messages', ({ user, request, params: { id } }) =>
    sendMessage(user, request, `/jobs/${encodeURIComponent(id)}`, id),
  )
  .get('/admin/jobs/:id/messages', ({ user, request, params: { id } }) =>
    showMessages(authorize(user, 'openAdminScreens'), request, `/admin/jobs/${encodeURIComponent(id)}`, id),
  )
  .post('/admin/jobs/:id/messages', ({ user, request, params: { id } }) =>
    sendMessage(authorize(user, 'openAdminScreens'), request, `/admin/jobs/${encodeURIComponent(id)}`, id),
  )
