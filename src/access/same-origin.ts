import { LINK_PATHS, LINKS } from '#src/domain/link/link.ts'
import { Forbidden } from '#src/http/errors.ts'
import { env } from '#src/runtime/env.ts'
import { tokenOf } from './bearer.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export const policyWith = ({ style, script }: { style: string[]; script: string[] }): string =>
  POLICY.replace("style-src 'self'", ["style-src 'self'", ...style].join(' ')).replace(
    "script-src 'self'",
    ["script-src 'self'", ...script].join(' '),
  )

export const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  ...(env.PUBLIC_URL.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
}

const pathOf = ({ url }: Request): string => URL.parse(url)?.pathname ?? ''

/** Mail readers post there for their users. No cookie is read, and the address is the secret. */
const isOpenToOthers = (request: Request): boolean => pathOf(request).startsWith(`${LINKS.unsubscribe.path}/`)

const SECRET = new RegExp(`(${LINK_PATHS.join('|')})/`)
const SECRET_PATH = new RegExp(`^${SECRET.source}`)

const isSecret = (request: Request): boolean => SECRET.test(request.url) && SECRET_PATH.test(pathOf(request))

const HEADERS = Object.entries(SECURITY_HEADERS)
const SECRET_HEADERS = Object.entries({ ...SECURITY_HEADERS, 'referrer-policy': 'no-referrer' })

function addSecurityHeaders(request: Request, response: Response): Response {
  if (response.status === 304) return response
  const { headers } = response
  for (const [name, value] of isSecret(request) ? SECRET_HEADERS : HEADERS)
    if (!headers.has(name)) headers.set(name, value)
  return response
}

export type Handle = (request: Request) => Response | Promise<Response>

/** At the end, once: headers that Elysia adds make it copy every answer. An answer's own headers stay. */
export const secured =
  (handle: Handle): Handle =>
  (request) => {
    const result = handle(request)
    const finish = (response: Response) => addSecurityHeaders(request, response)
    return result instanceof Promise ? result.then(finish) : finish(result)
  }

export const isSafe = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

const fromElsewhere = () => new Forbidden('This request came from another site.', 'another_site')

export function requireSameOrigin(request: Request): void {
  if (isSafe(request) || tokenOf(request) !== null) return
  if (isOpenToOthers(request)) return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site && site !== 'same-origin' && site !== 'none') throw fromElsewhere()
  // A page behind a secret address sends no referrer, and therefore the origin 'null'. Old browsers, and all browsers
  // over http, say nothing of the site: then that address is enough, which no other site knows.
  if (origin === 'null' && (site === 'same-origin' || (!site && isSecret(request)))) return
  if (origin !== null && !isOwnOrigin(origin, request)) throw fromElsewhere()
}

function isOwnOrigin(origin: string, request: Request): boolean {
  if (origin === new URL(env.PUBLIC_URL).origin) return true
  // Behind a proxy that ends TLS the scheme differs, and the host does not.
  return URL.canParse(origin) && new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host)
}

const LONGEST_PATH = 2000

/** Never /api, where a GET may sign out. */
export function ownPath(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > LONGEST_PATH) return '/'
  if (/[\\\p{Cc}]/u.test(next)) return '/'
  const home = 'http://own.invalid'
  if (!URL.canParse(next, home)) return '/'
  const url = new URL(next, home)
  if (url.origin !== home || /^\/(\/|api\/)/.test(url.pathname)) return '/'
  return url.pathname + url.search
}
