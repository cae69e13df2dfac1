import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { LIST_NAMES, type ListView, viewHref } from '#src/domain/list-view/list-view.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { oneOf, pageOf, type Query, queryText } from '#src/http/query.ts'
import { type FormProblem, handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { knownViews } from '#src/http/respond/known-views.ts'
import { dialogOrPage, fragment, frameOf, page, seeOther, unchangedPart } from '#src/http/respond/respond.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { ViewForm, type ViewFormProps } from '#views/list-views/form.tsx'
import { ViewsPage, viewDeletion } from '#views/list-views/list.tsx'
import { NavViews } from '#views/sidebar.tsx'
import { changeView, createView, deleteView } from './actions.ts'
import { NewView, ViewChange } from './input.ts'
import { viewVisibleTo } from './queries.ts'
import { sidebarViews } from './sidebar.ts'

const PATH = '/admin/views'

const formOf = (query: Query): ViewFormProps => {
  const typed = typeof query.query === 'string' ? query.query : ''
  return {
    list: oneOf('list', LIST_NAMES, query.list) ?? 'jobs',
    name: queryText(query.name),
    query: typed,
    shared: query.shared === 'yes',
  }
}

const refusedForm = (form: SentForm, id?: string) => {
  const again = ({ errors, status }: FormProblem) =>
    dialogOrPage(form, ViewForm, { ...formOf(textsOf(form.typed)), id, errors }, status)
  return { failed: 'Failed to Save View', back: PATH, again }
}

/** Its sidebar is read anew first, so that the page it leads to has the change. */
async function changedTo(user: Actor, request: Request, href: string, title: string): Promise<Response> {
  await sidebarViews(user)
  return seeOther(request, href, { title })
}

const fieldsOf = (form: SentForm) => {
  const { list = 'jobs', name = '', query = '', shared } = textsOf(form.typed)
  return { list, name, query, shared: shared === 'yes' }
}

/** A button beside a view, which asks nothing. */
const changing =
  (failed: string, work: (user: Actor, id: string, form: SentForm) => Promise<Response>) =>
  async ({ user, request, params: { id } }: { user: Actor; request: Request; params: { id: string } }) => {
    const form = await sentForm(authorize(user, 'manageViews'), request)
    return handleForm(form, { failed, back: PATH, work: () => work(user, id, form) })
  }

export const listViewsPages = new Elysia({ name: 'list-views-pages' })
  .use(signedIn)
  .get(PATH, async ({ user, request }) => {
    const views = await sidebarViews(authorize(user, 'manageViews'))
    return page(request, <ViewsPage frame={frameOf(request, user)} views={views} />)
  })
  .get(`${PATH}/sidebar`, async ({ user, request }) => {
    const views = await sidebarViews(authorize(user, 'manageViews'))
    const [path, query] = (pageOf(request) ?? '').split('?')
    const current = new URLSearchParams(query).get('view')
    const { unread } = knownViews(user.id)
    const tag = Bun.hash(JSON.stringify([unread, ...views.map(({ updatedAt: _, ...view }) => view)])).toString(36)
    if (request.headers.get('hx-ptag') === tag) return unchangedPart(tag)
    const response = fragment(request, <NavViews {...{ views, unread, current, path }} isFresh />)
    response.headers.set('hx-ptag', tag)
    return response
  })
  .get(`${PATH}/new`, ({ user, request, query }) => {
    authorize(user, 'manageViews')
    return dialogOrPage({ user, request }, ViewForm, formOf(query))
  })
  .post(`${PATH}/new`, async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'manageViews'), request)
    return handleForm(form, {
      ...refusedForm(form),
      work: async () => {
        const result = await onceByForm(form, async () => {
          const { id, list, query } = await createView(user, checked(NewView, fieldsOf(form)))
          return { id, list, query } satisfies Pick<ListView, 'id' | 'list' | 'query'>
        })
        return changedTo(user, request, viewHref(result), 'View Saved')
      },
    })
  })
  .get(`${PATH}/:id/edit`, async ({ user, request, params: { id } }) => {
    const { list, name, query, isShared } = await viewVisibleTo(authorize(user, 'manageViews'), id)
    return dialogOrPage({ user, request }, ViewForm, { id, list, name, query, shared: isShared })
  })
  .post(`${PATH}/:id/edit`, async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageViews'), request)
    return handleForm(form, {
      ...refusedForm(form, id),
      work: async () => {
        const { name, shared } = fieldsOf(form)
        await changeView(user, id, checked(ViewChange, { name, shared }))
        return changedTo(user, request, PATH, 'View Saved')
      },
    })
  })
  .post(
    `${PATH}/:id/save`,
    changing('Failed to Save View', async (user, id, form) => {
      const view = await changeView(user, id, checked(ViewChange, { query: fieldsOf(form).query }))
      return changedTo(user, form.request, viewHref(view), 'View Saved')
    }),
  )
  .post(
    `${PATH}/:id/move`,
    changing('Failed to Move View', async (user, id, form) => {
      await changeView(user, id, checked(ViewChange, { place: Number(textsOf(form.typed).place) }))
      return changedTo(user, form.request, PATH, 'View Moved')
    }),
  )
  .post(`${PATH}/:id/delete`, async ({ user, request, params: { id } }) =>
    handleForm(await sentForm(authorize(user, 'manageViews'), request), {
      failed: 'Failed to Remove View',
      back: PATH,
      confirm: async () => viewDeletion(await viewVisibleTo(user, id)),
      work: async () => {
        await deleteView(user, id)
        return changedTo(user, request, PATH, 'View Removed')
      },
    }),
  )
