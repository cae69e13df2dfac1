import type { Handle } from '#src/access/same-origin.ts'
import { readSender } from '#src/access/signed-in.ts'
import type { Route, Unchanged } from '#src/http/api-description.ts'
import { isAddressed } from '#src/http/server-options.ts'
import { noteRoute } from '#src/runtime/current.ts'

/** Answers polls that find nothing new before the router, which takes longer than all the rest of them. */
export function unchangedFirst(routes: () => readonly Route[]): (handle: Handle) => Handle {
  let known: Map<string, Unchanged> | undefined
  return (handle) => (request) => {
    known ??= polledAmong(routes())
    const path = addressIn(request.url)
    const unchanged = known.get(path)
    if (!unchanged || !isPoll(request) || !isAddressed(request)) return handle(request)
    return answer(request, path, unchanged, handle)
  }
}

async function answer(request: Request, path: string, unchanged: Unchanged, handle: Handle): Promise<Response> {
  try {
    const user = await readSender(request)
    const found = user && unchanged(user, request)
    if (found) {
      noteRoute(path)
      return found
    }
  } catch {
    // The route meets the same, and answers it.
  }
  return handle(request)
}

const polledAmong = (routes: readonly Route[]) =>
  new Map(
    routes.flatMap(({ method, path, hooks }) => {
      const { unchanged } = (hooks?.detail ?? {}) as { unchanged?: Unchanged }
      return method === 'GET' && unchanged ? [[path, unchanged] as const] : []
    }),
  )

const addressIn = (url: string): string => url.slice(url.indexOf('/', url.indexOf('://') + 3))

const isPoll = ({ method, headers }: Request): boolean =>
  method === 'GET' && (headers.has('if-none-match') || headers.has('hx-ptag'))
