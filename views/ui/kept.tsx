import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { forgetSaid, saidOnce } from '#src/domain/said-once.ts'
import { encoded, Kept, type Markup, markupOf, textOf } from './markup.tsx'
import type { Sent } from './sent.ts'

/** What kept markup may read. No dates: they are told in other words as time goes by. */
type Words = string | number | boolean | null | undefined | readonly Words[] | { readonly [name: string]: Words }
type Told = { readonly [name: string]: Words }

/** Of words and markup, in characters; twice as much is kept. */
const MAX_RECENT = 2_000_000

type Pieces = readonly Markup[]

let recent = new Map<string, Pieces>()
let earlier = new Map<string, Pieces>()
let size = 0

function keep(key: string, pieces: Pieces): Pieces {
  if (size > MAX_RECENT) {
    earlier = recent
    recent = new Map()
    size = 0
  }
  recent.set(key, pieces)
  size += pieces.reduce((sum, { length }) => sum + length, key.length)
  return pieces
}

function find(key: string): Pieces | undefined {
  const pieces = recent.get(key)
  if (pieces) return pieces
  const before = earlier.get(key)
  return before && keep(key, before)
}

// No text can hold these: its brackets would be escaped.
const END = '<end-of-row></end-of-row>'
const HOLE = '<kept-hole></kept-hole>'

let kinds = 0

const keyOf = (kind: number, words: Told): string => `${kind} ${JSON.stringify(words)}`

/** `render` may read nothing but its words, which are the cache's key. The markup is React's own. */
export function kept<Said extends Told>(render: (words: Said) => ReactElement) {
  const kind = ++kinds
  return (all: readonly Said[], sent?: Sent): ReactElement => {
    const keys = all.map((words) => keyOf(kind, words))
    const found = keys.map((key) => find(key)?.[0])
    const missing = all.filter((_, at) => !found[at])
    const made = rowsOf(missing.map(render))[Symbol.iterator]()
    const rows = found.map((row, at) => row ?? keep(keys[at]!, [made.next().value!])[0]!)
    return <Kept markup={sent ? rows.map((row) => sent.send(row)) : rows} />
  }
}

/** The same for rows of a recurringSelection, which stay the same object while they are unchanged. */
export function keptRows<Of extends object, Said extends Told>(
  wordsOf: (row: Of) => Said,
  render: (words: Said) => ReactElement,
) {
  const markupOfRows = saidOnce((rows: readonly Of[]) => rowsOf(rows.map((row) => render(wordsOf(row)))))
  return (all: readonly Of[], sent?: Sent): ReactElement => {
    const rows = markupOfRows(all)
    return <Kept markup={sent ? rows.map((row) => sent.send(row)) : rows} />
  }
}

function rowsOf(rows: readonly ReactElement[]): Markup[] {
  if (rows.length === 0) return []
  const ended = rows.map((row, key) => createElement(Fragment, { key }, row, createElement('end-of-row')))
  return textOf(markupOf(ended)).split(END).slice(0, -1).map(encoded)
}

/** `render` needs as many holes as there are fillings, in the same order. */
export function keptAround<Said extends Told>(render: (words: Said, hole: ReactElement) => ReactElement) {
  const kind = ++kinds
  return (words: Said, ...fillings: readonly ReactNode[]): ReactElement => {
    const key = keyOf(kind, words)
    const pieces = find(key) ?? keep(key, piecesOf(render(words, createElement('kept-hole'))))
    if (pieces.length !== fillings.length + 1)
      throw new Error(`${pieces.length - 1} holes, ${fillings.length} fillings`)
    const inOrder = pieces.flatMap((piece, at) => [createElement(Kept, { markup: [piece] }), fillings[at]])
    return createElement(Fragment, null, ...inOrder)
  }
}

const piecesOf = (around: ReactElement): Pieces => textOf(markupOf(around)).split(HOLE).map(encoded)

export const keptByWords = (): number => recent.size + earlier.size

export function forgetKept(): void {
  recent.clear()
  earlier.clear()
  size = 0
  forgetSaid()
}
