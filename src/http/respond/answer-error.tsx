import { isDatabaseDown } from '#db/pool/failure.ts'
import { isSafe, ownPath } from '#src/access/same-origin.ts'
import { userOf } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import {
  Failed,
  HttpError,
  Invalid,
  NotFound,
  PasskeyNeeded,
  Refused,
  STATUS_TITLES,
  sentenceOf,
  Unauthorized,
  Unavailable,
  WrongQuery,
} from '#src/http/errors.ts'
import { PROBLEMS, type Problem } from '#src/http/problem-codes.ts'
import { isUuid } from '#src/http/uuid.ts'
import { currentRequest } from '#src/runtime/current.ts'
import { logFailure } from '#src/runtime/log.ts'
import { stackOf } from '#src/runtime/reason.ts'
import { ErrorPage, NoRolePage, NotFoundPage } from '#views/site/messages.tsx'
import { json } from './json.ts'
import { frameOf, isPartial, page, partials, seeOther, toastOnly, withHeaders } from './respond.tsx'

export function asHttpError(error: unknown, code: string | number): HttpError {
  if (error instanceof Failed) return asHttpError(error.cause, code)
  if (error instanceof HttpError) return error
  if (code === 'NOT_FOUND') return new NotFound()
  const route = currentRequest()?.route
  if (isDatabaseDown(error)) {
    logFailure('database', 'The database gave no answer.', error, { route })
    return new Unavailable()
  }
  const id = currentRequest()?.id ?? crypto.randomUUID()
  logFailure('unexpected', 'A request failed.', error, { route, request: id, stack: stackOf(error) })
  return new HttpError(500, `Something went wrong. Please try again. (Request ${id})`)
}

export const errorTitle = (error: unknown): string | undefined => (error instanceof Failed ? error.title : undefined)

export function answerJson(error: HttpError, request: Request): Response {
  const { status, message, code } = error
  const problems = placedIn(request, error)
  const body = {
    type: `${PROBLEM_PAGE}#${code}`,
    title: PROBLEMS[code][1],
    status,
    detail: message,
    instance: instanceOf(currentRequest()?.id),
    code,
    ...(problems.length && { problems }),
    message,
    ...(error instanceof Refused && error.meanwhile && { meanwhile: error.meanwhile }),
    ...((error instanceof Invalid || error instanceof WrongQuery) && { errors: error.errors }),
  }
  return json(body, status, {
    'content-type': 'application/problem+json',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...error.headers,
  })
}

const PROBLEM_PAGE = '/api/docs/problems'

const instanceOf = (id: string | undefined) => id && (isUuid(id) ? `urn:uuid:${id}` : `#${id}`)

/** An action knows the names of what it was given, and not whether these came in the body or in the address. */
function placedIn({ url }: Request, { problems }: HttpError): readonly Problem[] {
  if (problems.length === 0 || !url.includes('?')) return problems
  const { searchParams } = new URL(url)
  return problems.map((one) => {
    const name = 'pointer' in one ? one.pointer.slice(1) : ''
    return searchParams.has(name) ? { parameter: name, detail: one.detail } : one
  })
}

export async function answerHtml(error: HttpError, request: Request, title?: string): Promise<Response> {
  return withHeaders(await htmlFor(error, request, title), error.headers)
}

async function htmlFor(error: HttpError, request: Request, title?: string): Promise<Response> {
  const partial = isPartial(request)
  if (error instanceof Unauthorized) {
    if (partial || request.headers.get('hx-request')) return new Response(null, { status: 401 })
    return found(`/login?next=${encodeURIComponent(pathToReturnTo(request))}`)
  }
  if (error instanceof PasskeyNeeded) return leadToPasskey(request)
  if (partial) {
    const [kind, text] = ['destructive' as const, sentenceOf(error)]
    // htmx swaps nothing in after a 5xx, so the toast goes into a header.
    if (title) return partials(request, {}, { title, text, kind }, { status: error.status })
    return toastOnly(request, { title: STATUS_TITLES[error.status] ?? 'Error', text, kind }, error.status)
  }
  const user = await userFor(error, request)
  const frame = frameOf(request, user)
  if (user?.role === null && error.status < 500) return page(request, <NoRolePage frame={frame} />, 403)
  if (error.status === 404) return page(request, <NotFoundPage frame={frame} />, 404)
  if (error instanceof WrongQuery) {
    const said = { title: 'There is no such list', text: error.message, instead: withoutParameters(request, error) }
    return page(request, <ErrorPage frame={frame} {...said} />, error.status)
  }
  const said = title ? { title, text: error.message } : { title: error.message }
  return page(request, <ErrorPage frame={frame} {...said} />, error.status)
}

function withoutParameters(request: Request, { errors }: WrongQuery): string {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of [...Object.keys(errors), 'cursor']) searchParams.delete(name)
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}

/** In milliseconds: the database may be what is away. */
const USER_PATIENCE = 300

function userFor(error: HttpError, request: Request): Promise<Actor | null> {
  const user = userOf(request).catch((): Actor | null => null)
  return error.status === 503 ? Promise.race([user, Bun.sleep(USER_PATIENCE).then(() => null)]) : user
}

/** After a POST, back to the page with the form: a link cannot send it again. */
function pathToReturnTo(request: Request): string {
  const from = isSafe(request) && !request.headers.get('hx-request') ? request.url : request.headers.get('referer')
  const { pathname, search } = new URL(from && URL.canParse(from) ? from : '/', request.url)
  return ownPath(pathname + search)
}

const found = (location: string): Response => new Response(null, { status: 302, headers: { location } })

function leadToPasskey(request: Request): Response {
  const next = pathToReturnTo(request)
  return seeOther(request, next === '/' ? '/passkey' : `/passkey?next=${encodeURIComponent(next)}`)
}
