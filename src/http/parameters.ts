import { type TSchema, Type } from '@sinclair/typebox'
import { countRead, isCostlyRead } from '#src/access/limits/counts.ts'
import type { Answer } from '#src/access/limits/limits.ts'
import { descriptionOf, type Parameter, type Parameters, type Route } from './api-description.ts'
import { WrongQuery } from './errors.ts'
import type { CodeOf } from './problem-codes.ts'

export const parameter = (description: string, schema: TSchema): Parameter => ({ description, schema })

export const text = (description: string): Parameter => parameter(description, Type.String())

const values = (known: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...known] })

export const oneValueOf = (description: string, known: readonly string[]): Parameter =>
  parameter(description, values(known))

export const someValuesOf = (description: string, known: readonly string[]): Parameter =>
  parameter(description, Type.Array(values(known), { uniqueItems: true }))

const MAX_ON_PAGE = 200
const search = text(
  'Only what has all these words, in any order. One or two letters are the beginning of a word. `Rd` finds `Road`, and the reverse.',
)

export const SEARCH = { search } as const

export const LIST = {
  search,
  limit: parameter(
    'Asks for a page of so many. Without `limit` and `cursor` the whole list is answered.',
    Type.Integer({ minimum: 1, maximum: MAX_ON_PAGE }),
  ),
  cursor: parameter('Where the page begins: as in the `Link` of the page before.', Type.String()),
} as const

type Context = { request: Request; route: string; set: Answer; user?: { id: string } | null }

export function parameterCheck(routes: () => readonly Route[]) {
  let byRoute: Map<string, Parameters> | undefined
  return ({ request, route, set, user }: Context): void => {
    byRoute ??= new Map(routes().map((one) => [`${one.method} ${one.path}`, parametersOf(one)]))
    const parameters = byRoute.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${route}`)
    if (!parameters) return
    const known = Object.keys(parameters)
    const searchParams = request.url.includes('?') ? new URL(request.url).searchParams : new URLSearchParams()
    const problems = new Map<string, string>()
    const seen = new Set<string>()
    let code: CodeOf<400> = 'wrong_parameter'
    for (const name of searchParams.keys()) {
      const shown = name.slice(0, LONGEST_NAME)
      if (!known.includes(name)) {
        problems.set(shown, `"${shown}" is no parameter of this call. ${listOf(known)}`)
        code = 'unknown_parameter'
      } else if (seen.has(name) && parameters[name]?.schema.type !== 'array')
        problems.set(name, `"${name}" may be given once.`)
      seen.add(name)
    }
    if (problems.size) throw new WrongQuery(Object.fromEntries([...problems].slice(0, MAX_PROBLEMS)), code)
    const isWholeList = known.includes('limit') && !searchParams.has('limit') && !searchParams.has('cursor')
    if (user && isWholeList && !isCostlyRead(request)) countRead(user.id, set)
  }
}

const parametersOf = (route: Route): Parameters => descriptionOf(route)?.query ?? {}

const MAX_PROBLEMS = 10
const LONGEST_NAME = 100

const listOf = (known: string[]) => (known.length ? `Known are: ${known.join(', ')}.` : 'It has none.')
