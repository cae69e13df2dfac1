import { type Client, signedInAs } from '#tests/support/app.ts'
import { targets, withIds } from '#tests/support/targets.ts'
import type { Cast } from '#tests/support/world.ts'
import { ACCOUNTS } from './accounts.ts'
import { CERTIFICATES } from './certificates.ts'
import { INVOICES } from './invoices.ts'
import { JOBS } from './jobs.ts'
import { LIST_VIEWS } from './list-views.ts'
import { OWN } from './own.ts'
import { PRIVACY } from './privacy.ts'
import { QUOTES } from './quotes.ts'
import { API_WHO, PAGE_WHO, type Route, type Sent, type Way } from './route.ts'
import { WEBHOOKS } from './webhooks.ts'
import { WORK } from './work.ts'

/** Each route of the app, but for those that are OPEN, once. */
export const ROUTES = [
  ...JOBS,
  ...WORK,
  ...QUOTES,
  ...INVOICES,
  ...ACCOUNTS,
  ...OWN,
  ...LIST_VIEWS,
  ...WEBHOOKS,
  ...PRIVACY,
  ...CERTIFICATES,
]

const isCall = (request: string) => request.includes(' /api/')
export const CALLS = ROUTES.filter(({ request }) => isCall(request))
export const PAGES = ROUTES.filter(({ request }) => !isCall(request))

type ARoute = Pick<Route, 'request' | 'may'>

/** What each is answered, by name. */
export const answersOf = ({ request, may }: ARoute): [who: string, status: number][] => {
  const codes = may.split(' ').map(Number)
  return (isCall(request) ? API_WHO : PAGE_WHO).map((who, index) => [who, codes[index]!])
}

/** Who makes a request in the tests, and with which success: the first of the cast who may. */
export function senderOf(route: ARoute): { who: keyof Cast; status: number } {
  const [who, status] = answersOf(route).find(([name, code]) => code < 400 && /^(agent|contractor|admin)$/.test(name))!
  return { who: who as keyof Cast, status }
}

export type Request = ARoute & Way & Pick<Route, 'each'>

/** Each way of each of these routes. */
export const waysOf = (routes: readonly Route[]): Request[] =>
  routes.flatMap(({ request, may, each, also = [], of, sent, page, bySignIn }) =>
    [{ of, sent, page, bySignIn }, ...also].map((way) => ({ may, ...way, request, each })),
  )

/** Those that change something. */
export const writesOf = (routes: readonly Route[]): Request[] =>
  waysOf(routes).filter(({ request }) => !request.startsWith('GET'))

export const named = (requests: readonly Request[]): [string, Request][] =>
  requests.map((one) => [
    [one.request, one.of, one.sent].filter(Boolean).join(' ').replace(/\s+/g, ' ').slice(0, 110),
    one,
  ])

/** A request as its sender makes it, with the thing that it is about. */
export async function ready(cast: Cast, { request, of, sent }: Request) {
  const [method = '', path = ''] = request.split(' ')
  const id = of ? await targets[of](cast) : ''
  const body = sent?.(cast, id)
  return { id, path: withIds(path, id), call: callOf(method, path, body) }
}

type Call = { method: string; body?: Sent; form?: Record<string, string> }
export function callOf(method: string, path: string, sent?: Sent): Call {
  if (path.startsWith('/api/')) return { method, ...(sent && { body: sent }) }
  return { method, ...(method !== 'GET' && { form: (sent ?? {}) as Record<string, string> }) }
}

export const senderIn = (cast: Cast, route: ARoute): Promise<Client> => signedInAs(cast[senderOf(route).who])
