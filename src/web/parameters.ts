import { countRead } from '#src/guard/counts.ts'
import type { Answer } from '#src/guard/limits.ts'
import { WrongQuery } from './errors.ts'

/** Says of a route of the API which parameters its address may have. One that says nothing takes none. */
export const takes = (...names: string[]) => ({
  detail: { parameters: names.map((name) => ({ name, in: 'query' as const })) },
})

/** Those of every list. */
export const LIST = ['search', 'limit', 'cursor'] as const

export type Route = { method: string; path: string; hooks?: { detail?: unknown } }

const parametersOf = ({ hooks }: Route): string[] =>
  (hooks?.detail as Partial<ReturnType<typeof takes>['detail']> | undefined)?.parameters?.map(({ name }) => name) ?? []

type Asking = { request: Request; route: string; set: Answer; user?: { id: string } | null }

/** Refuses a parameter that its route does not take, or that comes twice; counts a list that is asked for whole. */
export function parameterCheck(routes: () => readonly Route[]) {
  let taken: Map<string, string[]> | undefined
  return ({ request, route, set, user }: Asking): void => {
    taken ??= new Map(routes().map((one) => [`${one.method} ${one.path}`, parametersOf(one)]))
    const known = taken.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${route}`)
    // The catch-all answers 404, whatever it is asked with.
    if (!known) return
    const { searchParams } = new URL(request.url)
    const problems = new Map<string, string>()
    const seen = new Set<string>()
    for (const name of searchParams.keys()) {
      const shown = name.slice(0, LONGEST)
      if (!known.includes(name)) problems.set(shown, `"${shown}" is no parameter of this call. ${listOf(known)}`)
      else if (seen.has(name)) problems.set(name, `"${name}" may be given once.`)
      seen.add(name)
    }
    if (problems.size) throw new WrongQuery(Object.fromEntries([...problems].slice(0, MOST)))
    if (user && known.includes('limit') && isWhole(searchParams)) countRead(user.id, set)
  }
}

/** A search has been counted as one. */
const isWhole = (of: URLSearchParams) => !of.has('limit') && !of.has('cursor') && !of.get('search')?.trim()

/** Enough to see what is wrong: what is told must not outgrow what was sent. */
const MOST = 10
const LONGEST = 100

const listOf = (known: string[]) => (known.length ? `Known are: ${known.join(', ')}.` : 'It has none.')
