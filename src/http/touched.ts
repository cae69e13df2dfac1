import { AS_SHOWN } from '#src/domain/job/changes.ts'
import { type Typed, textsOf } from './input.ts'

type Texts = Readonly<Record<string, string>>

const markOf = (text: string): string => Bun.hash(text.replaceAll('\r\n', '\n').trim()).toString(36)

/** Hidden fields with a hash of what each showed: one that was left alone is not sent on, and undoes nobody else's edit. */
export const marksOf = (shown: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(shown).map(([name, text]) => [AS_SHOWN + name, markOf(text)]))

export const isTouched = (typed: Typed, name: string, text: string): boolean => typed[AS_SHOWN + name] !== markOf(text)

export const touchedTexts = (typed: Typed): Record<string, string> =>
  Object.fromEntries(Object.entries(textsOf(typed)).filter(([name, text]) => isTouched(typed, name, text)))
