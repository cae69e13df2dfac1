import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { readCorrected } from '#src/http/list/listing.ts'
import type { Query } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import {
  OpenThread,
  ThreadItem,
  ThreadItems,
  ThreadList,
  ThreadsPage,
  threadRowId,
  threadsPath,
} from '#views/messages/threads.tsx'
import { markUnread } from './actions.ts'
import { openConversation } from './conversation.ts'
import { threadFilterOf, threadOf, threadsFor } from './threads.ts'

async function listThreads(user: Actor, request: Request, query: Query): Promise<Response> {
  const filter = threadFilterOf(query)
  const { items, next, instead } = await readCorrected(threadsFor(user, filter), cursorOf(query))
  const address = instead ? { ...filter, search: instead } : filter
  const nextHref = next && withQuery(threadsPath(user), { ...address, cursor: next })
  const list = { threads: items, filter, reader: user, instead, nextHref }
  if (!isPartial(request)) return page(request, <ThreadsPage frame={frameOf(request, user)} {...list} />)
  return fragment(request, query.cursor ? <ThreadItems {...list} /> : <ThreadList {...list} />)
}

/** Beside its list, where its row is read from now on. */
async function openThread(user: Actor, request: Request, id: string): Promise<Response> {
  const before = await threadOf(user, id)
  const conversation = await openConversation(user, request, id)
  const props = { thread: before, conversation, reader: user }
  if (!isPartial(request)) return page(request, <OpenThread frame={frameOf(request, user)} {...props} />)
  const row = <ThreadItem thread={await threadOf(user, id)} reader={user} />
  return partials(request, { [`#${threadRowId(id)}`]: row }, undefined, { main: <OpenThread {...props} /> })
}

async function setUnread(user: Actor, request: Request, id: string): Promise<Response> {
  return handleForm(await sentForm(user, request), {
    back: threadsPath(user),
    work: async () => {
      const { id: known } = await threadOf(user, id)
      await markUnread(user, known)
      if (!isPartial(request)) return seeOther(request, threadsPath(user), { title: 'Marked Unread' })
      const row = <ThreadItem thread={await threadOf(user, id)} reader={user} />
      return partials(request, { [`#${threadRowId(id)}`]: row }, { title: 'Marked Unread' }, { closeDialog: true })
    },
  })
}

const toAdmins = (request: Request, path: string) => seeOther(request, `/admin${path}`)

export const threadPages = new Elysia({ name: 'thread-pages' })
  .use(signedIn)
  .get('/messages', ({ user, request, query }) => {
    authorize(user, 'readMessages')
    return isAdmin(user) ? toAdmins(request, '/messages') : listThreads(user, request, query)
  })
  .get('/messages/:id', ({ user, request, params: { id } }) => {
    authorize(user, 'readMessages')
    return isAdmin(user) ? toAdmins(request, `/messages/${encodeURIComponent(id)}`) : openThread(user, request, id)
  })
  .post('/messages/:id/unread', ({ user, request, params: { id } }) =>
    setUnread(authorize(user, 'readMessages'), request, id),
  )
  .get('/admin/messages', ({ user, request, query }) =>
    listThreads(authorize(user, 'openAdminScreens'), request, query),
  )
  .get('/admin/messages/:id', ({ user, request, params: { id } }) =>
    openThread(authorize(user, 'openAdminScreens'), request, id),
  )
  .post('/admin/messages/:id/unread', ({ user, request, params: { id } }) =>
    setUnread(authorize(user, 'openAdminScreens'), request, id),
  )
