import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** As it is sent: text would have to be joined and encoded anew for every page. */
export type Markup = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
export const encoded = (text: string): Markup => encoder.encode(text)

// No text can hold it: its brackets would be escaped.
const PLACE = '<cache-place></cache-place>'

let standing: (readonly Markup[])[] | undefined

function partsOf(body: ReactNode): Markup[] {
  const outer = standing
  const inner: (readonly Markup[])[] = []
  standing = inner
  try {
    const between = renderToStaticMarkup(body).split(PLACE)
    return between.flatMap((piece, at) => (at === 0 ? encoded(piece) : [...inner[at - 1]!, encoded(piece)]))
  } finally {
    standing = outer
  }
}

export const markupOf = (body: ReactNode, before = ''): Markup => Buffer.concat([encoded(before), ...partsOf(body)])

export const textOf = (markup: Markup): string =>
  Buffer.from(markup.buffer, markup.byteOffset, markup.length).toString()

export function CachedMarkup({ markup }: { markup: readonly Markup[] }) {
  if (!standing) throw new Error('Cached markup finds its place by markupOf')
  standing.push(markup)
  return createElement('cache-place')
}
