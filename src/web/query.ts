import { ownPath } from '#src/guard/same-origin.ts'
import { WrongQuery } from './errors.ts'

export type Query = Record<string, unknown>

const LONGEST = 200

export const queryText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed().replaceAll('\0', '').trim() : ''

export function oneOf<T extends string>(name: string, values: readonly T[], given: unknown): T | undefined {
  const text = queryText(given)
  const known = values.find((one) => one === text)
  if (text && !known) throw noValue(name, text, values)
  return known
}

export function someOf<T extends string>(name: string, values: readonly T[], given: unknown): T[] | undefined {
  const texts = queryText(given).split(',').filter(Boolean)
  const unknown = texts.find((text) => !values.some((value) => value === text))
  if (unknown !== undefined) throw noValue(name, unknown, values)
  return texts.length ? values.filter((value) => texts.includes(value)) : undefined
}

const noValue = (name: string, given: string, values: readonly string[]) =>
  new WrongQuery({ [name]: `"${given}" is no ${name} of this list. Known are: ${values.join(', ')}.` })

/** With the zone, or the same text would be another moment elsewhere. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))

export const A_MOMENT = 'a moment such as 2026-03-29T09:00:00Z'

/** Throws WrongQuery. */
export function momentIn(name: string, given: unknown): Date | undefined {
  const text = queryText(given)
  if (!text) return undefined
  if (!isInstant(text)) throw new WrongQuery({ [name]: `"${text}" is no ${name}. Known is ${A_MOMENT}.` })
  return new Date(text)
}

export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return present.length ? `${path}?${new URLSearchParams(present)}` : path
}

export function pageOf(request: Request): string | null {
  const current = request.headers.get('hx-current-url')
  if (!current || !URL.canParse(current)) return null
  const { pathname, search } = new URL(current)
  return ownPath(pathname + search)
}
