import { countRead } from '#src/guard/counts.ts'
import type { Answer } from '#src/guard/limits.ts'
import { WrongQuery } from './errors.ts'
import type { CodeOf } from './problem-codes.ts'

export const queryParameters = (...names: string[]) => ({
  detail: { parameters: names.map((name) => ({ name, in: 'query' as const })) },
})

export const LIST = ['search', 'limit', 'cursor'] as const

export type Route = { method: string; path: string; hooks?: { detail?: unknown } }

const parametersOf = ({ hooks }: Route): string[] =>
  (hooks?.detail as Partial<ReturnType<typeof queryParameters>['detail']> | undefined)?.parameters?.map(
    ({ name }) => name,
  ) ?? []

type Context = { request: Request; route: string; set: Answer; user?: { id: string } | null }

export function parameterCheck(routes: () => readonly Route[]) {
  let byRoute: Map<string, string[]> | undefined
  return ({ request, route, set, user }: Context): void => {
    byRoute ??= new Map(routes().map((one) => [`${one.method} ${one.path}`, parametersOf(one)]))
    const known = byRoute.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${route}`)
    if (!known) return
    const searchParams = request.url.includes('?') ? new URL(request.url).searchParams : new URLSearchParams()
    const problems = new Map<string, string>()
    const seen = new Set<string>()
    let code: CodeOf<400> = 'wrong_parameter'
    for (const name of searchParams.keys()) {
      const shown = name.slice(0, LONGEST_NAME)
      if (!known.includes(name)) {
        problems.set(shown, `"${shown}" is no parameter of this call. ${listOf(known)}`)
        code = 'unknown_parameter'
      } else if (seen.has(name)) problems.set(name, `"${name}" may be given once.`)
      seen.add(name)
    }
    if (problems.size) throw new WrongQuery(Object.fromEntries([...problems].slice(0, MOST_PROBLEMS)), code)
    if (user && known.includes('limit') && isWholeList(searchParams)) countRead(user.id, set)
  }
}

const isWholeList = (query: URLSearchParams) =>
  !query.has('limit') && !query.has('cursor') && !query.get('search')?.trim()

// The answer must not outgrow the request.
const MOST_PROBLEMS = 10
const LONGEST_NAME = 100

const listOf = (known: string[]) => (known.length ? `Known are: ${known.join(', ')}.` : 'It has none.')
