import type { Typed } from '#src/web/input.ts'
import { type CompletionDraft, EMPTY_DRAFT } from './visit.ts'

const texts = Object.keys(EMPTY_DRAFT).filter((name) => name !== 'needsQuote')

/** The completion form as it was typed, to be shown again. */
export function draftOf(typed: Typed): CompletionDraft {
  const given = texts.flatMap((name) => (typeof typed[name] === 'string' ? [[name, typed[name]]] : []))
  return { ...EMPTY_DRAFT, ...Object.fromEntries(given), needsQuote: Boolean(typed.needsQuote) }
}

/** The form's hidden `images`, one or several or none, as a list. */
export const imagesOf = (typed: Typed): string[] =>
  [typed.images ?? []].flat().filter((path): path is string => typeof path === 'string')

/** The form as Completion and WorkReport check it: a ticked box is true, and without it the quote's fields say nothing. */
export function completionTyped(typed: Typed): Typed {
  const { workDone, needsQuote, images: _, ...quote } = typed
  return { workDone, images: imagesOf(typed), ...(needsQuote ? { ...quote, needsQuote: true } : {}) }
}
