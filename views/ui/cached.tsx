import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { cacheUntilChange, clearCaches, RecentlyUsed } from '#src/domain/cache-until.ts'
import type { KnownRows } from './known-rows.ts'
import { CachedMarkup, encoded, type Markup, markupOf, textOf } from './markup.tsx'

/** What cached markup may read. No dates: they are told in other words as time goes by. */
type Words = string | number | boolean | null | undefined | readonly Words[] | { readonly [name: string]: Words }
type CachedProps = { readonly [name: string]: Words }

/** Of words and markup, in characters; twice as much is cached. */
const MAX_RECENT = 2_000_000

type Pieces = readonly Markup[]

const markups = new RecentlyUsed<string, Pieces>(MAX_RECENT, (pieces, key) =>
  pieces.reduce((sum, { length }) => sum + length, key.length),
)

// No text can hold these: its brackets would be escaped.
const END = '<end-of-row></end-of-row>'
const HOLE = '<cache-hole></cache-hole>'

let kinds = 0

const keyOf = (kind: number, words: CachedProps): string => `${kind} ${JSON.stringify(words)}`

/** `render` may read nothing but its words, which are the cache's key. The markup is React's own. */
export function cached<Props extends CachedProps>(render: (words: Props) => ReactElement) {
  const kind = ++kinds
  return (all: readonly Props[], known?: KnownRows): ReactElement => {
    const keys = all.map((words) => keyOf(kind, words))
    const found = keys.map((key) => markups.get(key)?.[0])
    const missing = all.filter((_, at) => !found[at])
    const made = rowsOf(missing.map(render))[Symbol.iterator]()
    const rows = found.map((row, at) => row ?? markups.set(keys[at]!, [made.next().value!])[0]!)
    return <CachedMarkup markup={known ? rows.map((row) => known.omitIfKnown(row)) : rows} />
  }
}

/** The same for rows of a recurringSelection, which stay the same object while they are unchanged. */
export function cachedRows<Of extends object, Props extends CachedProps>(
  wordsOf: (row: Of) => Props,
  render: (words: Props) => ReactElement,
) {
  const markupOfRows = cacheUntilChange((rows: readonly Of[]) => rowsOf(rows.map((row) => render(wordsOf(row)))))
  return (all: readonly Of[], known?: KnownRows): ReactElement => {
    const rows = markupOfRows(all)
    return <CachedMarkup markup={known ? rows.map((row) => known.omitIfKnown(row)) : rows} />
  }
}

function rowsOf(rows: readonly ReactElement[]): Markup[] {
  if (rows.length === 0) return []
  const ended = rows.map((row, key) => createElement(Fragment, { key }, row, createElement('end-of-row')))
  return textOf(markupOf(ended)).split(END).slice(0, -1).map(encoded)
}

/** `render` needs as many holes as there are fillings, in the same order. */
export function cachedAround<Props extends CachedProps>(render: (words: Props, hole: ReactElement) => ReactElement) {
  const kind = ++kinds
  return (words: Props, ...fillings: readonly ReactNode[]): ReactElement => {
    const key = keyOf(kind, words)
    const pieces = markups.get(key) ?? markups.set(key, piecesOf(render(words, createElement('cache-hole'))))
    if (pieces.length !== fillings.length + 1)
      throw new Error(`${pieces.length - 1} holes, ${fillings.length} fillings`)
    const inOrder = pieces.flatMap((piece, at) => [createElement(CachedMarkup, { markup: [piece] }), fillings[at]])
    return createElement(Fragment, null, ...inOrder)
  }
}

const piecesOf = (around: ReactElement): Pieces => textOf(markupOf(around)).split(HOLE).map(encoded)

export const cachedCount = (): number => markups.count

export function clearMarkupCache(): void {
  markups.clear()
  clearCaches()
}
