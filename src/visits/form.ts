import type { Typed } from '#src/web/input.ts'
import { type CompletionDraft, EMPTY_DRAFT } from './visit.ts'

const texts = Object.keys(EMPTY_DRAFT).filter((name) => name !== 'needsQuote')

export function draftOf(typed: Typed): CompletionDraft {
  const given = texts.flatMap((name) => (typeof typed[name] === 'string' ? [[name, typed[name]]] : []))
  return { ...EMPTY_DRAFT, ...Object.fromEntries(given), needsQuote: Boolean(typed.needsQuote) }
}

export const imagesOf = (typed: Typed): string[] =>
  [typed.images ?? []].flat().filter((path): path is string => typeof path === 'string')

/** Without the ticked box the quote's fields are left out. */
export function completionTyped(typed: Typed): Typed {
  const { workDone, needsQuote, images: _, ...quote } = typed
  return { workDone, images: imagesOf(typed), ...(needsQuote ? { ...quote, needsQuote: true } : {}) }
}
