import { type AnyElysia, Elysia } from 'elysia'
import { isApi } from '#src/access/bearer.ts'
import { type Handle, isSafe, requireSameOrigin, secured } from '#src/access/same-origin.ts'
import { BODY_SECONDS } from '#src/http/arriving.ts'
import { FORGET_PREFETCHED } from '#src/http/cache/prefetched.ts'
import { unchangedFirst } from '#src/http/cache/unchanged.ts'
import { NotFound } from '#src/http/errors.ts'
import { parameterCheck } from '#src/http/parameters.ts'
import { keepAllValues } from '#src/http/query.ts'
import { answerHtml, answerJson, asHttpError, errorTitle } from '#src/http/respond/answer-error.tsx'
import { isAddressed, SERVING, unreadable } from '#src/http/server-options.ts'
import { jobByReference } from '#src/jobs/search/by-reference.ts'
import { noteRoute } from '#src/runtime/current.ts'
import { CALLS } from './calls.ts'
import { observed } from './operation/request-log.ts'
import { PAGES, type PathRow } from './pages.ts'

function using(app: AnyElysia, rows: readonly PathRow[]): AnyElysia {
  const parts = new Set(rows.map(([, part]) => part))
  return [...parts].reduce((all, part) => all.use(part), app)
}

/** Its own catch-all keeps pages out of the API, but for those that explain it. */
const api: AnyElysia = using(
  new Elysia({ name: 'api' }).onBeforeHandle(parameterCheck(() => api.routes)).onBeforeHandle(jobByReference),
  CALLS,
).all('/api/*', () => {
  throw new NotFound()
})

const beforeRouter = unchangedFirst(() => app.routes)
const whole = new Elysia({ serve: SERVING })
  .wrap((handle) => observed(secured(beforeRouter(handle as unknown as Handle))))
  .onTransform({ as: 'global' }, ({ route, request, query }) => {
    noteRoute(route)
    keepAllValues({ request, query })
  })
  .onRequest(({ request, server, set }) => {
    // Requests with a missing or malformed Host have an address that nothing behind this line could read.
    if (!isAddressed(request)) return unreadable(request)
    requireSameOrigin(request)
    if (isSafe(request)) return
    Object.assign(set.headers, FORGET_PREFETCHED)
    server?.timeout(request, BODY_SECONDS)
  })
  .onError(({ error, code, request }) => {
    const known = asHttpError(error, code)
    return isApi(request) ? answerJson(known, request) : answerHtml(known, request, errorTitle(error))
  })

export const app: AnyElysia = using(whole, PAGES).use(api)
