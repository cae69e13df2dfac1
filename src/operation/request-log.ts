import { type CurrentRequest, onBehalfOf } from '#src/runtime/current.ts'
import { env } from '#src/runtime/env.ts'
import { log } from '#src/runtime/log.ts'
import { isStopping } from '#src/runtime/stopping.ts'
import { knownMethod, requestBegins, requestEnds } from './request-counters.ts'

const PROBES = new Set(['/healthz', '/readyz', '/metrics', '/assets/:file'])

export const observed =
  (handle: (request: Request) => unknown, trustProxy = env.TRUST_PROXY) =>
  (request: Request): Response | Promise<Response> => {
    const began = performance.now()
    const current: CurrentRequest = { id: idOf(request, trustProxy), route: null, role: null }
    requestBegins()
    const answered = (response: Response): Response => {
      response.headers.set('x-request-id', current.id)
      // Bun sets the date of all answers but those to HEAD.
      if (request.method === 'HEAD') response.headers.set('date', new Date().toUTCString())
      // Elysia counts the bytes of HEAD's body, which here is none.
      if (response.headers.has('transfer-encoding')) response.headers.delete('content-length')
      if (isStopping()) response.headers.set('connection', 'close')
      note(current, request.method, response.status, performance.now() - began)
      return response
    }
    const failed = (error: unknown): never => {
      note(current, request.method, 500, performance.now() - began)
      throw error
    }
    return onBehalfOf(current, () => {
      try {
        const result = handle(request) as Response | Promise<Response>
        return result instanceof Promise ? result.then(answered, failed) : answered(result)
      } catch (error) {
        return failed(error)
      }
    })
  }

function note({ route, role, waited = 0 }: CurrentRequest, given: string, status: number, passed: number): void {
  const milliseconds = Math.max(0, passed - waited)
  const method = knownMethod(given)
  requestEnds(route, method, status, milliseconds)
  const quiet = status === 304 || (PROBES.has(route ?? '') && (status < 400 || isStopping()))
  const level = quiet ? 'debug' : status >= 500 ? 'error' : 'info'
  const ms = Math.round(milliseconds * 100) / 100
  log[level]('request', `${method} ${route ?? 'no route'} ${status}`, { method, route, status, ms, role })
}

const SANE = /^[\w-]{8,64}$/

function idOf(request: Request, trustProxy: boolean): string {
  const given = trustProxy ? request.headers.get('x-request-id') : null
  return given && SANE.test(given) ? given : crypto.randomUUID()
}
