import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import type { Query } from '#src/http/query.ts'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { filterWords } from '#src/jobs/search/filter-choices.ts'
import { FiguresPage } from '#views/dashboards/figures/page.tsx'
import { comparedFigures, monthsBeside, mostOf } from './comparison.ts'
import { scopeFields } from './fields.ts'
import { periodOf, scopeOf } from './input.ts'

async function show(user: Actor, request: Request, query: Query): Promise<Response> {
  const [asked, scope] = [periodOf(query), scopeOf(query)]
  const [periods, most, scopeWords, fields] = await Promise.all([
    comparedFigures(user, scope, asked),
    mostOf(user, scope, asked),
    filterWords(user, scope),
    scopeFields(user, scope),
  ])
  const { pathname: path } = new URL(request.url)
  const exportHref = withQuery('/api/figures/export.csv', { ...asked, ...scope })
  const shown = { role: user.role, path, asked, periods, scope, scopeWords, fields, most, exportHref }
  return page(request, <FiguresPage frame={frameOf(request, user)} {...shown} {...monthsBeside(asked)} />)
}

export const figuresPages = new Elysia({ name: 'figures-pages' })
  .use(signedIn)
  .get('/figures', ({ user, request, query }) => {
    authorize(user, 'readFigures')
    if (isAdmin(user)) return seeOther(request, `/admin/figures${new URL(request.url).search}`)
    return show(user, request, query)
  })
  .get('/admin/figures', ({ user, request, query }) => show(authorize(user, 'openAdminScreens'), request, query))
