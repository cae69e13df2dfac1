import { ownPath } from './security.ts'

export type Query = Record<string, unknown>

const LONGEST = 200

/** What was typed into a search box or chosen in a filter: trimmed, at most 200 characters, no NUL. '' for none. */
export const asked = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed().replaceAll('\0', '').trim() : ''

/** The one of `values` that a filter names, or undefined. */
export const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)

/** A path with the parameters that say something: ('/jobs', { search: 'mill', status: '' }) → '/jobs?search=mill'. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const said = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return said.length ? `${path}?${new URLSearchParams(said)}` : path
}

/** The page of this site that an htmx request was made from, with its query; null without htmx. */
export function pageOf(request: Request): string | null {
  const current = request.headers.get('hx-current-url')
  if (!current || !URL.canParse(current)) return null
  const { pathname, search } = new URL(current)
  return ownPath(pathname + search)
}
