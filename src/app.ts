import { type AnyElysia, Elysia } from 'elysia'
import { isApi } from '#src/access/bearer.ts'
import { type Handle, isSafe, requireSameOrigin, secured } from '#src/access/same-origin.ts'
import { passwordPages } from '#src/accounts/password/password-pages.tsx'
import { profilePages } from '#src/accounts/profile/profile-pages.tsx'
import { BODY_SECONDS } from '#src/http/arriving.ts'
import { FORGET_PREFETCHED } from '#src/http/cache/prefetched.ts'
import { unchangedFirst } from '#src/http/cache/unchanged.ts'
import type { Route } from '#src/http/described.ts'
import { NotFound } from '#src/http/errors.ts'
import { assets } from '#src/http/first-load/assets.ts'
import { parameterCheck } from '#src/http/parameters.ts'
import { keepAllValues, type Query } from '#src/http/query.ts'
import { answerHtml, answerJson, asHttpError, titleOf } from '#src/http/respond/answer-error.tsx'
import { isAddressed, SERVING, unreadable } from '#src/http/serving.ts'
import { manyJobsPages } from '#src/jobs/assignment/many-pages.tsx'
import { jobByReference } from '#src/jobs/search/by-reference.ts'
import { newJobsPages } from '#src/jobs/search/new-jobs-pages.tsx'
import { propertyPages } from '#src/jobs/search/property-pages.tsx'
import { noteRoute } from '#src/runtime/current.ts'
import { accountsApi } from './accounts/api.ts'
import { importApi } from './accounts/import/api.ts'
import { importPages } from './accounts/import/pages.tsx'
import { accountsPages } from './accounts/pages.tsx'
import { signInApi } from './accounts/sign-in/api.ts'
import { signInPages } from './accounts/sign-in/pages.tsx'
import { tokensApi } from './accounts/tokens/api.ts'
import { appointmentsApi } from './appointments/api.ts'
import { calendarPages } from './appointments/calendar-pages.tsx'
import { appointmentsPages } from './appointments/pages.tsx'
import { dashboardPages } from './dashboards/pages.tsx'
import { emailPages } from './emails/admin-pages.tsx'
import { devMailPages } from './emails/dev-pages.tsx'
import { eventsApi } from './events/api.ts'
import { invoicesApi } from './invoices/api.ts'
import { manyInvoicesPages } from './invoices/many-pages.tsx'
import { invoicesPages } from './invoices/pages.tsx'
import { adminJobsPages } from './jobs/admin-pages.tsx'
import { jobsApi } from './jobs/api.ts'
import { jobFormPages } from './jobs/form-pages.tsx'
import { jobsPages } from './jobs/pages.tsx'
import { messagesApi } from './messages/api.ts'
import { messagesPages } from './messages/pages.tsx'
import { openApi } from './openapi/api.ts'
import { docsPages } from './openapi/pages.tsx'
import { healthApi } from './operation/health-api.ts'
import { observed } from './operation/observed.ts'
import { photosApi } from './photos/api.ts'
import { adminQuotesPages } from './quotes/admin-pages.tsx'
import { quotesApi } from './quotes/api.ts'
import { quoteChangePages } from './quotes/change-pages.tsx'
import { quotesPages } from './quotes/pages.tsx'
import { remindersApi } from './reminders/api.ts'
import { reminderPages } from './reminders/pages.tsx'
import { sitePages } from './site/pages.tsx'
import { visitsApi } from './visits/api.ts'
import { visitsPages } from './visits/pages.tsx'
import { webhooksApi } from './webhooks/api.ts'
import { webhookPages } from './webhooks/pages.tsx'

/** Its own catch-all keeps pages out of the API, but for those that explain it. */
const api = new Elysia({ name: 'api' })
  .onBeforeHandle(parameterCheck(apiRoutes))
  .onBeforeHandle(jobByReference)
  .use(signInApi)
  .use(accountsApi)
  .use(importApi)
  .use(tokensApi)
  .use(jobsApi)
  .use(visitsApi)
  .use(appointmentsApi)
  .use(messagesApi)
  .use(eventsApi)
  .use(quotesApi)
  .use(invoicesApi)
  .use(photosApi)
  .use(remindersApi)
  .use(webhooksApi)
  .use(openApi(allRoutes))
  .use(docsPages)
  .all('/api/*', () => {
    throw new NotFound()
  })

function apiRoutes(): readonly Route[] {
  return api.routes
}

function allRoutes(): readonly Route[] {
  return app.routes
}

const beforeRouter = unchangedFirst(allRoutes)

function arrived({ route, request, query }: { route: string; request: Request; query: Query }): void {
  noteRoute(route)
  keepAllValues({ request, query })
}

export const app = new Elysia({ serve: SERVING })
  .wrap((handle) => observed(secured(beforeRouter(handle as unknown as Handle))))
  .onTransform({ as: 'global' }, arrived)
  .onRequest(({ request, server, set }) => {
    // An odd Host, or none, gives an address that nothing behind this line could read.
    if (!isAddressed(request)) return unreadable(request)
    requireSameOrigin(request)
    if (isSafe(request)) return
    Object.assign(set.headers, FORGET_PREFETCHED)
    server?.timeout(request, BODY_SECONDS)
  })
  .onError(({ error, code, request }) => {
    const known = asHttpError(error, code)
    return isApi(request) ? answerJson(known, request) : answerHtml(known, request, titleOf(error))
  })
  // Everybody
  .use(healthApi)
  .use(assets)
  .use(sitePages)
  .use(signInPages)
  .use(passwordPages)
  .use(calendarPages)
  .use(devMailPages())
  // Everybody, each with what their role may see
  // Without the types of all its routes, for which the compiler gives up.
  .use(api as AnyElysia)
  .use(dashboardPages)
  // Whoever is signed in
  .use(profilePages)
  // Also whoever has the link of an e-mail
  .use(reminderPages)
  .use(messagesPages)
  // Estate agents, and contractors who read of their jobs
  .use(jobsPages)
  .use(propertyPages)
  .use(quotesPages)
  // Estate agents and administrators
  .use(jobFormPages)
  // Contractors
  .use(visitsPages)
  .use(appointmentsPages)
  .use(quoteChangePages)
  // Administrators
  .use(invoicesPages)
  .use(newJobsPages)
  .use(manyInvoicesPages)
  .use(adminJobsPages)
  .use(manyJobsPages)
  .use(adminQuotesPages)
  .use(accountsPages)
  .use(importPages)
  .use(emailPages)
  .use(webhookPages)
