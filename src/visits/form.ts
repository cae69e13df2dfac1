import { Invalid, Refused } from '#src/web/errors.ts'
import type { Typed } from '#src/web/input.ts'
import { type CompletionDraft, EMPTY_DRAFT } from './visit.ts'

const texts = Object.keys(EMPTY_DRAFT).filter((name) => name !== 'needsQuote')

export function draftOf(typed: Typed): CompletionDraft {
  const given = texts.flatMap((name) => (typeof typed[name] === 'string' ? [[name, typed[name]]] : []))
  return { ...EMPTY_DRAFT, ...Object.fromEntries(given), needsQuote: Boolean(typed.needsQuote) }
}

export const imagesOf = (typed: Typed): string[] =>
  [typed.images ?? []].flat().filter((path): path is string => typeof path === 'string')

/** As Completion and WorkReport check it: without the ticked box the quote's fields are left out. */
export function completionTyped(typed: Typed): Typed {
  const { workDone, needsQuote, images: _, ...quote } = typed
  return { workDone, images: imagesOf(typed), ...(needsQuote ? { ...quote, needsQuote: true } : {}) }
}

/** Messages by field, '' for the whole form. Throws errors that are no refusal. */
export function refusalOf(error: unknown): { status: number; message: string; errors: Record<string, string> } {
  if (error instanceof Invalid) return { status: error.status, message: error.message, errors: error.errors }
  if (error instanceof Refused) return { status: error.status, message: error.message, errors: { '': error.message } }
  throw error
}
