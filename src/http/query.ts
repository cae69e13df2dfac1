import { ownPath } from '#src/access/same-origin.ts'
import { isDay, YEARS } from '#src/domain/dates.ts'
import { BETWEEN } from '#src/domain/list-view/with-query.ts'
import { WrongQuery } from './errors.ts'

export type Query = Record<string, unknown>

const LONGEST = 200

export function keepAllValues({ request, query }: { request: Request; query: Query }): void {
  const from = request.url.indexOf('?')
  if (from < 0) return
  const given = new URLSearchParams(request.url.slice(from + 1))
  const names = new Set(given.keys())
  if (names.size < given.size) for (const name of names) query[name] = valuesOf(given, name)
}

const valuesOf = (given: URLSearchParams, name: string): string | string[] => {
  const [one = '', ...others] = given.getAll(name)
  return others.length ? [one, ...others] : one
}

export const queryIn = (given: URLSearchParams): Query =>
  Object.fromEntries([...new Set(given.keys())].map((name) => [name, valuesOf(given, name)]))

export const queryText = (value: unknown): string => textIn(value, LONGEST)

export const wholeText = (value: unknown): string => textIn(value)

function textIn(value: unknown, longest?: number): string {
  const one = Array.isArray(value) ? value.at(-1) : value
  return typeof one === 'string' ? one.slice(0, longest).toWellFormed().replaceAll('\0', '').trim() : ''
}

const textsIn = (given: unknown, read = queryText): string[] => [...new Set([given].flat().map(read).filter(Boolean))]

export const joinedTexts = (given: unknown, read?: (value: unknown) => string): string =>
  textsIn(given, read).join(BETWEEN)

export const textsBetweenCommas = (given: unknown): string[] =>
  textsIn([given].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [])))

export function onlyText(name: string, given: unknown): string {
  const [text = '', ...others] = textsIn(given)
  if (others.length) throw new WrongQuery({ [name]: `"${name}" may be given once.` })
  return text
}

export function oneOf<T extends string>(name: string, values: readonly T[], given: unknown): T | undefined {
  const text = onlyText(name, given)
  const known = values.find((one) => one === text)
  if (text && !known) throw noValue(name, text, values)
  return known
}

export function someOf<T extends string>(name: string, values: readonly T[], given: unknown): T[] | undefined {
  const texts = textsBetweenCommas(given)
  const unknown = texts.find((text) => !values.some((value) => value === text))
  if (unknown !== undefined) throw noValue(name, unknown, values)
  return texts.length ? values.filter((value) => texts.includes(value)) : undefined
}

const noValue = (name: string, given: string, values: readonly string[]) =>
  new WrongQuery({ [name]: `"${given}" is no ${name} of this list. Known are: ${values.join(', ')}.` })

/** With the zone, or the same text would be another moment elsewhere. */
export const isInstant = (text: string): boolean =>
  /^.{10}T(?!24)\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text))

export const A_MOMENT = `a moment such as 2026-03-29T09:00:00Z, ${YEARS}`

export function pageOf(request: Request): string | null {
  const current = request.headers.get('hx-current-url')
  if (!current || !URL.canParse(current)) return null
  const { pathname, search } = new URL(current)
  return ownPath(pathname + search)
}
