import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** As it is sent: text would have to be joined and encoded anew for every page. */
export type Markup = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
export const encoded = (text: string): Markup => encoder.encode(text)

// No text can hold it: its brackets would be escaped.
const PLACE = '<kept-place></kept-place>'

/** What stands, in the order of the document, in the places of the markup that is being made. */
let standing: (readonly Markup[])[] | undefined

/** React's markup of a page or a part of one, with all that is kept in its place. */
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

/** `before` stands before it. */
export const markupOf = (body: ReactNode, before = ''): Markup => Buffer.concat([encoded(before), ...partsOf(body)])

export const textOf = (markup: Markup): string =>
  Buffer.from(markup.buffer, markup.byteOffset, markup.length).toString()

/** Markup that was made before. */
export function Kept({ markup }: { markup: readonly Markup[] }) {
  if (!standing) throw new Error('What is kept finds its place by markupOf')
  standing.push(markup)
  return createElement('kept-place')
}
