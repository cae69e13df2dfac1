import type { ReactNode } from 'react'
import { cookie, readCookie } from '#src/access/cookies.ts'
import { policyWith } from '#src/access/same-origin.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { keepingOf, keptFor } from '#src/http/cache/kept.ts'
import { notModified } from '#src/http/cache/not-modified.ts'
import { isToBeKept } from '#src/http/cache/prefetched.ts'
import { isFirstLoad, withInlined } from '#src/http/first-load/first-load.ts'
import { isUuid } from '#src/http/uuid.ts'
import { assetUrl } from '#views/assets.ts'
import type { PageFrame } from '#views/layout.tsx'
import type { LastDone } from '#views/ui/last-action.tsx'
import { encoded, type Markup, markupOf } from '#views/ui/markup.tsx'
import { Toast, type ToastMessage } from '#views/ui/toast.tsx'
import { compressed } from './compressed.ts'
import { knownViews } from './known-views.ts'
import { clientHas } from './negotiate.ts'

const TOAST_COOKIE = 'toast'

export const isPartial = (request: Request): boolean => request.headers.get('hx-request-type') === 'partial'

export function frameOf(request: Request, user: Actor | null): PageFrame {
  const { pathname: path, searchParams } = new URL(request.url)
  const nav = user && {
    id: user.id,
    role: user.role,
    name: displayName(user),
    company: user.company,
    path,
    keysOff: user.preferences.keysOff,
  }
  const views = user && isAdmin(user) ? { ...knownViews(user.id), current: currentView(path, searchParams) } : undefined
  const toast = isToBeKept(request) ? null : readToast(request)
  return { nav, toast, last: readLast(request), first: isFirstLoad(request, user !== null), views }
}

/** '' stands for the page of all views. */
const currentView = (path: string, query: URLSearchParams): string | null =>
  path === '/admin/views' ? '' : query.get('view')

export function page(request: Request, body: ReactNode, status = 200): Response {
  const markup = markupOf(body, '<!doctype html>')
  const keeping = status === 200 ? keepingOf(request, markup) : keptFor()
  if (keeping.etag && isToBeKept(request) && clientHas(request, keeping.etag))
    return new Response(null, { status: 304, headers: { ...OF_HTML, ...keeping } })
  const whole = withInlined(markup)
  const response = withHeaders(
    whole ? html(request, whole.markup, status, 'small') : html(request, markup, status),
    keeping,
  )
  if (whole) response.headers.set('content-security-policy', policyWith(whole.hashes))
  else response.headers.set('speculation-rules', `"${assetUrl('prefetch.json')}"`)
  // A toast is for who looks at the page.
  if (isToBeKept(request)) return response
  for (const name of [TOAST_COOKIE, LAST_COOKIE])
    if (readCookie(request, name)) response.headers.append('set-cookie', cookie(name, '', 0))
  return response
}

export function fragment(
  request: Request,
  body: ReactNode,
  options: { status?: number; toast?: ToastMessage } = {},
): Response {
  const response = html(request, markupOf(body), options.status ?? 200)
  if (options.toast) response.headers.set('hx-trigger', triggers({ toast: options.toast }))
  return response
}

type Sender = { user: Actor | null; request: Request }

export async function fragmentOrPage(
  { user, request }: Sender,
  part: ReactNode,
  asPage: (frame: PageFrame) => ReactNode,
  status = 200,
): Promise<Response> {
  return isPartial(request)
    ? fragment(request, part, { status })
    : page(request, asPage(frameOf(request, user)), status)
}

/** What a dialog shows, else the same on a page of its own. */
export const dialogOrPage = <Shown extends object>(
  sender: Sender,
  Dialog: (shown: Shown & { frame?: PageFrame }) => ReactNode,
  shown: Shown & { errors?: object },
  status = shown.errors ? 422 : 200,
): Promise<Response> =>
  fragmentOrPage(sender, <Dialog {...shown} />, (frame) => <Dialog {...shown} frame={frame} />, status)

type Besides = {
  main?: ReactNode
  closeDialog?: boolean
  status?: number
}

const PARTIAL_END = encoded('</hx-partial>')

/** Null takes a region away; regions that the page does not have are passed over. */
export function partials(
  request: Request,
  regions: Record<string, ReactNode>,
  toast?: ToastMessage,
  { main, closeDialog, status = 200 }: Besides = {},
): Response {
  const parts = Object.entries(regions).map(([target, body]) => {
    const swap = body === null ? 'delete' : 'outerMorph'
    return [markupOf(body, `<hx-partial hx-target="${target}" hx-swap="${swap}">`), PARTIAL_END]
  })
  const response = html(request, Buffer.concat([markupOf(main), ...parts.flat()]), status)
  if (toast || closeDialog)
    response.headers.set('hx-trigger', triggers({ ...(toast && { toast }), ...(closeDialog && { closeDialog: {} }) }))
  return response
}

export function seeOther(request: Request, path: string, toast?: ToastMessage, cookies: string[] = []): Response {
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const line of cookies) headers.append('set-cookie', line)
  if (toast) headers.append('set-cookie', cookie(TOAST_COOKIE, encodeURIComponent(JSON.stringify(toast)), 60))
  const byHtmx = request.headers.get('hx-request') === 'true'
  headers.set(byHtmx ? 'hx-redirect' : 'location', path)
  return new Response(null, { status: byHtmx ? 200 : 303, headers })
}

/** An error page would land in the row that the answer was meant for. */
export function toastOnly(request: Request, toast: ToastMessage, status: number): Response {
  const response = html(request, markupOf(<Toast {...toast} />), status)
  response.headers.set('hx-retarget', '#toasts')
  response.headers.set('hx-reswap', 'innerHTML')
  return response
}

export function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

const triggers = (events: object) =>
  // Header values are Latin-1: everything else is escaped, which JSON.parse undoes.
  JSON.stringify(events).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

function readToast(request: Request): ToastMessage | null {
  const told = readCookie(request, TOAST_COOKIE)
  if (!told) return null
  try {
    const { title, text, kind } = JSON.parse(decodeURIComponent(told))
    if (typeof title !== 'string') return null
    return {
      title,
      text: typeof text === 'string' ? text : undefined,
      kind: kind === 'destructive' ? kind : undefined,
    }
  } catch {
    return null
  }
}

const LAST_COOKIE = 'last-action'

/** For the page that is shown after a form was sent without htmx. */
export const lastCookie = (last: LastDone): string => cookie(LAST_COOKIE, encodeURIComponent(JSON.stringify(last)), 60)

function readLast(request: Request): LastDone | null {
  const told = readCookie(request, LAST_COOKIE)
  if (!told) return null
  try {
    const { entry, words, takeBack } = JSON.parse(decodeURIComponent(told))
    return typeof entry === 'string' && isUuid(entry) && typeof words === 'string'
      ? { entry, words, takeBack: takeBack === true }
      : null
  } catch {
    return null
  }
}

const OF_HTML = { 'cache-control': 'no-store', vary: 'HX-Request-Type, Accept-Encoding' }

function html(request: Request, markup: Markup, status: number, wish?: 'small'): Response {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...OF_HTML }
  return compressed(request, markup, { status, headers }, wish)
}

export const unchangedPart = notModified('hx-ptag', OF_HTML)
