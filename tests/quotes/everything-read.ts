import { app } from '#src/app.ts'
import type { Client } from '#tests/support/app.ts'

const SKIPPED = /^\/(dev\/|metrics|healthz|readyz|assets|favicon|robots|api\/(login|logout|callback|openapi|docs))|\*/
const paths = app.routes.filter(({ method, path }) => method === 'GET' && !SKIPPED.test(path)).map(({ path }) => path)

/** Everything that a reader gets to see: each path with each id, as a page and as a part of one. */
export async function everythingFor(
  client: Client,
  ids: Record<'jobs' | 'quotes' | 'others', string[]>,
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const idsOf = (path: string) =>
    /\/(jobs|visit|quote-work)\/:id/.test(path) ? ids.jobs : path.includes('/quotes/:id') ? ids.quotes : ids.others
  const urls = paths.flatMap((path) =>
    path.includes('/:id') ? idsOf(path).map((id) => path.replace(':id', id)) : [path],
  )
  const searches = ['/history?show=quotes', '/quotes?status=declined', '/api/quotes?search=carl', '/api/jobs?limit=5']
  const load = async (url: string) => {
    const whole = await (await client.get(url)).text()
    const part = url.startsWith('/api/') ? '' : await (await client.htmx(url)).text()
    seen.set(url, whole + part)
  }
  for (const url of [...urls, ...searches]) await load(url)
  return seen
}

const has = (seen: Map<string, string>, mark: string) => [...seen].filter(([, body]) => body.includes(mark))
/** Where a reader finds `mark`. */
export const where = (seen: Map<string, string>, mark: string) => has(seen, mark).map(([url]) => `${mark} at ${url}`)
