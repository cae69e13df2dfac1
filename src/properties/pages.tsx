import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { PROPERTY_PARTS } from '#src/domain/property/property.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { PropertyPage } from '#views/properties/page.tsx'
import { PropertyLines } from '#views/properties/rows.tsx'
import { excusesAt } from './certificates/excuses.ts'
import { certificatePages } from './certificates/pages.tsx'
import { certificatesAt } from './certificates/queries.ts'
import { listsOfProperty } from './lists.ts'
import { agenciesThere, propertyFigures, propertyVisibleTo, visitorsThere } from './queries.ts'

type Asked = { user: Actor; request: Request; params: { id: string }; query: Query }

async function answerProperty({ user, request, params, query }: Asked): Promise<Response> {
  const property = await propertyVisibleTo(user, params.id)
  const { pathname: path } = new URL(request.url)
  const cursor = cursorOf(query)
  const part = PROPERTY_PARTS.find((name) => name === queryText(query.list))
  const isMore = isPartial(request) && Boolean(cursor && part)
  const more = part && cursor ? { part, cursor } : undefined
  const lists = await listsOfProperty(user, property, more, isMore)
  if (isMore && part) return fragment(request, <PropertyLines part={part} lists={lists} reader={user} path={path} />)
  const [figures, visitors, agencies, certificates, excuses] = await Promise.all([
    propertyFigures(user, property),
    visitorsThere(user, property),
    isAdmin(user) ? agenciesThere(user, property) : [],
    certificatesAt(user, property.key),
    excusesAt(user, property.key),
  ])
  const props = { role: user.role, path, property, figures, visitors, agencies, certificates, excuses, lists }
  return page(request, <PropertyPage frame={frameOf(request, user)} {...props} />)
}

export const propertyPages = new Elysia({ name: 'property-pages' })
  .use(signedIn)
  .use(certificatePages)
  .get('/properties/:id', (asked) => {
    authorize(asked.user, 'readProperty')
    if (isAdmin(asked.user)) return seeOther(asked.request, `/admin${new URL(asked.request.url).pathname}`)
    return answerProperty(asked)
  })
  .get('/admin/properties/:id', (asked) => {
    authorize(asked.user, 'openAdminScreens')
    return answerProperty(asked)
  })
