import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** What a kept row may read. No dates: they are told in other words as time goes by. */
type Words = string | number | boolean | null | undefined | readonly Words[] | { readonly [name: string]: Words }

type Row = ReactElement<{ children?: ReactNode; dangerouslySetInnerHTML?: { __html: string } }, string>

/** Of words and markup, in characters; twice as much is kept. */
const MOST_RECENT = 2_000_000

let recent = new Map<string, Row>()
let earlier = new Map<string, Row>()
let size = 0

function keep(key: string, row: Row): Row {
  if (size > MOST_RECENT) {
    earlier = recent
    recent = new Map()
    size = 0
  }
  recent.set(key, row)
  size += key.length + (row.props.dangerouslySetInnerHTML?.__html.length ?? 0)
  return row
}

function find(key: string): Row | undefined {
  const row = recent.get(key)
  if (row) return row
  const before = earlier.get(key)
  return before && keep(key, before)
}

let kinds = 0

/**
 * Rows that are rendered once for all that they say: a list mostly shows those of its last reading. `render` reads
 * nothing but its words, which are the key, and is called as a function: it has no hooks. The markup is React's own.
 */
export function kept<Said extends { readonly [name: string]: Words }>(render: (words: Said) => ReactElement) {
  const kind = ++kinds
  return (all: readonly Said[]): Row[] => {
    const keys = all.map((words) => `${kind} ${JSON.stringify(words)}`)
    const found = keys.map(find)
    const missing = all.filter((_, at) => !found[at]).map((words) => elementOf(render(words)))
    const made = withMarkup(missing)[Symbol.iterator]()
    return found.map((row, at) => row ?? keep(keys[at]!, made.next().value!))
  }
}

/** The row's own element: the components around it are called. */
function elementOf(row: ReactElement): Row {
  const { type, props } = row
  return typeof type === 'function' ? elementOf((type as (props: unknown) => ReactElement)(props)) : (row as Row)
}

const END = '<end-of-row></end-of-row>'

/** In one go, as each begins with costs of its own. No text can hold END: its brackets would be escaped. */
function withMarkup(rows: readonly Row[]): Row[] {
  if (rows.length === 0) return []
  const bodies = rows.map(({ props }, key) =>
    createElement(Fragment, { key }, props.children, createElement('end-of-row')),
  )
  const markup = renderToStaticMarkup(bodies).split(END)
  return rows.map(({ type, props: { children: _, ...frame } }, at) =>
    createElement(type, { ...frame, key: at, dangerouslySetInnerHTML: { __html: markup[at]! } }),
  )
}

export const keptRows = (): number => recent.size + earlier.size

export function forgetKept(): void {
  recent.clear()
  earlier.clear()
  size = 0
}
