import { join } from 'node:path'
import { makeAuthority } from '#tests/whole/services/certificates.ts'
import { serviceFolder } from '#tests/whole/services/service-folder.ts'

// Runs in the page before all other scripts, and sends what goes wrong there at once, as pages are left. What a page was
// still loading then is broken off: that is nothing wrong.
const LISTENER = `{
  let isLeft = false
  addEventListener('beforeunload', () => { isLeft = true })
  const tell = (...words) => {
    const line = location.pathname + ': ' + words.join(' ')
    if (!isLeft || !/not loaded|NetworkError|Load failed|AbortError/.test(line)) navigator.sendBeacon('/complaints', line)
  }
  addEventListener('error', ({ message, filename, lineno, target }) =>
    target.dataset?.inline === undefined && tell(message ?? 'not loaded:', filename ?? target.src ?? target.href, lineno ?? ''), true)
  addEventListener('unhandledrejection', ({ reason }) => tell(reason, reason?.stack ?? ''))
  // WebKit may show an answer under the policy of the preload before it, where a worker gives that up. No answer of ours
  // that brings its rules has a policy without hashes: tests/http/first-load.test.ts.
  const isOfOther = (policy) => !policy.includes('sha256-') && document.querySelector('[data-inline]')
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, originalPolicy }) =>
    (blockedURI === 'inline' && isOfOther(originalPolicy)) || tell(violatedDirective, blockedURI))
  console.error = tell
}`

/** A proxy with TLS, as before an installation, that gives each page a script which hears of errors. */
export interface ListeningProxy {
  url: string
  /** Where what is asked is answered from. */
  target: string
  /** What went wrong in pages since the last call, and answers that say that the server failed. */
  complaints(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

export async function startListeningProxy(port: number): Promise<ListeningProxy> {
  const folder = serviceFolder('listening-proxy')
  const { cert, key } = await (await makeAuthority(join(folder.path, 'authority'))).sign(['127.0.0.1'])
  let complaints: string[] = []
  const server = Bun.serve({
    ...{ port, hostname: '127.0.0.1', idleTimeout: 60 },
    tls: { cert: Bun.file(cert), key: Bun.file(key) },
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === '/listener.js') return new Response(LISTENER, { headers: { 'content-type': 'text/javascript' } })
      if (pathname === '/complaints') {
        complaints.push(await request.text())
        return new Response(null, { status: 204 })
      }
      const answer = await forward(request, `${proxy.target}${pathname}${search}`)
      if (answer.status >= 500) complaints.push(`${answer.status} ${request.method} ${pathname}`)
      return answer
    },
  })
  const proxy: ListeningProxy = {
    url: `https://127.0.0.1:${port}`,
    target: '',
    complaints: () => {
      const now = complaints
      complaints = []
      return now
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop(true)
      await folder.remove()
    },
  }
  return proxy
}

async function forward(request: Request, url: string): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('accept-encoding', 'identity')
  const { method, body } = request
  const answer = await fetch(url, { method, headers, body, redirect: 'manual' })
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
  const page = (await answer.text()).replace('<head>', '<head><script src="/listener.js"></script>')
  const answered = new Headers(answer.headers)
  answered.delete('content-length')
  return new Response(page, { status: answer.status, headers: answered })
}
