import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What kept markup may read. No dates: they are told in other words as time goes by. */
type Words = string | number | boolean | null | undefined | readonly Words[] | { readonly [name: string]: Words }
type Told = { readonly [name: string]: Words }

/** Of words and markup, in characters; twice as much is kept. */
const MOST_RECENT = 2_000_000

/** Markup in pieces, between which something stands that is told anew. */
type Pieces = readonly string[]

let recent = new Map<string, Pieces>()
let earlier = new Map<string, Pieces>()
let size = 0

function keep(key: string, pieces: Pieces): Pieces {
  if (size > MOST_RECENT) {
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
const PLACE = '<kept-place></kept-place>'

/** What stands, in the order of the document, in the places of the markup that is being made. */
let standing: string[] | undefined

/** React's markup of a page or a part of one, with all that is kept in its place. */
export function markupOf(body: ReactNode): string {
  const outer = standing
  const inner: string[] = []
  standing = inner
  try {
    const between = renderToStaticMarkup(body).split(PLACE)
    return between.reduce((all, piece, at) => all + inner[at - 1] + piece)
  } finally {
    standing = outer
  }
}

function Kept({ markup }: { markup: string }) {
  if (!standing) throw new Error('What is kept finds its place by markupOf')
  standing.push(markup)
  return createElement('kept-place')
}

let kinds = 0

const keyOf = (kind: number, words: Told): string => `${kind} ${JSON.stringify(words)}`

/**
 * Rows that are rendered once for all that they say: a list mostly shows those of its last reading. `render` reads
 * nothing but its words, which are the key. The markup is React's own.
 */
export function kept<Said extends Told>(render: (words: Said) => ReactElement) {
  const kind = ++kinds
  return (all: readonly Said[], sent?: Sent): ReactElement => {
    const keys = all.map((words) => keyOf(kind, words))
    const found = keys.map(find)
    const missing = all.filter((_, at) => !found[at])
    const made = rowsOf(missing.map(render))[Symbol.iterator]()
    const rows = found.map((row, at) => row ?? keep(keys[at]!, [made.next().value!]))
    const markup = rows.flat()
    return <Kept markup={(sent ? markup.map((row) => sent.send(row)) : markup).join('')} />
  }
}

/** Of rows that a browser `has` it gets their places alone; public/js/asking.js leaves there what stands. */
export class Sent {
  /** Of all rows, in their order: what the browser has then. */
  readonly marks: string[] = []
  constructor(readonly has: readonly string[] = []) {}

  send(row: string): string {
    const mark = Bun.hash(row).toString(36).slice(-8)
    this.marks.push(mark)
    return this.has.includes(mark) ? row.replace(/^<(\w+) (id="[^"]+").*$/s, '<$1 $2 data-same=""></$1>') : row
  }
}

/** In one go, as each begins with costs of its own. */
function rowsOf(rows: readonly ReactElement[]): string[] {
  if (rows.length === 0) return []
  return markupOf(rows.map((row, key) => createElement(Fragment, { key }, row, createElement('end-of-row')))).split(END)
}

/**
 * What stands around others, rendered once for all that it says. `render` has as many holes as there are fillings, in
 * the same order.
 */
export function keptAround<Said extends Told>(render: (words: Said, hole: ReactElement) => ReactElement) {
  const kind = ++kinds
  return (words: Said, ...fillings: readonly ReactNode[]): ReactElement => {
    const key = keyOf(kind, words)
    const pieces = find(key) ?? keep(key, markupOf(render(words, createElement('kept-hole'))).split(HOLE))
    if (pieces.length !== fillings.length + 1)
      throw new Error(`${pieces.length - 1} holes, ${fillings.length} fillings`)
    return (
      <>
        {pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
          <Fragment key={at}>
            <Kept markup={piece} />
            {fillings[at]}
          </Fragment>
        ))}
      </>
    )
  }
}

export const keptRows = (): number => recent.size + earlier.size

export function forgetKept(): void {
  recent.clear()
  earlier.clear()
  size = 0
}
