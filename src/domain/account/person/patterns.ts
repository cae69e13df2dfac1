/** What a person is known by, as it stood before it was erased. */
export type Terms = { names: string[]; emails: string[]; phones: string[]; usernames: string[] }

export type ScrubPlace = { pass: number; table: string; block: number; changed: number }

/** Regular expressions of PostgreSQL: what is replaced wherever it stands, and what only where the person's jobs are. */
export type Patterns = { anywhere: string | null; near: string | null }

const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')
const LINE_IN_JSON = '\\\\[nrt]'
const GAP = `(?:[\\s+,_]|%20|%2C|${LINE_IN_JSON})+`
const notAfter = (characters: string) => `(?:(?<![${characters}])|(?<=${LINE_IN_JSON}))`
const wholeWord = (pattern: string) => `${notAfter('[:alnum:]')}(?:${pattern})(?![[:alnum:]])`

const wordsOf = (name: string): string[] => name.split(/\s+/).filter(Boolean)

function wholeName(name: string): string[] {
  const words = wordsOf(name)
  if (words.length < 2) return []
  const inOrder = (some: readonly string[]) => some.map(escaped).join(GAP)
  return [inOrder(words), inOrder([words.at(-1)!, ...words.slice(0, -1)])].map(wholeWord)
}

const emailPattern = (address: string): string =>
  `${notAfter('[:alnum:].+_-')}${escaped(address).replaceAll('\\@', '(?:@|%40)')}(?![[:alnum:]_-])`

/** Without what stands before it at home and abroad. */
export const nationalDigits = (phone: string): string =>
  phone
    .replace('(0)', '')
    .replace(/\D+/g, '')
    .replace(/^(0044|44|0)/, '')

function phonePattern(phone: string): string[] {
  const digits = nationalDigits(phone)
  const spaced = [...digits].join('[\\s().-]*')
  return digits.length < 6 ? [] : [`(?<![0-9])(?:\\+?44|0044|0)(?:[\\s().-]|\\(0\\))*${spaced}(?![0-9])`]
}

const isDistinct = (username: string): boolean => /[^a-z]/i.test(username) || username.length >= 8
const usernamePattern = (username: string): string =>
  `${notAfter('[:alnum:].@_-')}${escaped(username)}(?![[:alnum:]_@-])`

const oneOf = (patterns: readonly string[]): string | null =>
  patterns.length ? patterns.map((pattern) => `(?:${pattern})`).join('|') : null

export function namedPattern(name: string, phone: string | null): string | null {
  const words = wordsOf(name)
  const names = words.length === 1 ? words.map(escaped).map(wholeWord) : wholeName(name)
  return oneOf([...names, ...phonePattern(phone ?? '')])
}

/** What somebody else has too is replaced only where the person's jobs are. */
export function patternsOf(terms: Terms, shared: readonly string[]): Patterns {
  const isOwn = (term: string) => !shared.includes(term)
  const single = terms.names.flatMap(wordsOf).filter((word) => word.length >= 3)
  return {
    anywhere: oneOf(wholePatterns(terms, isOwn)),
    near: oneOf([...wholePatterns(terms, () => true), ...single.map((word) => wholeWord(escaped(word)))]),
  }
}

const wholePatterns = ({ names, emails, phones, usernames }: Terms, isMeant: (term: string) => boolean): string[] => [
  ...emails.filter(isMeant).map(emailPattern),
  ...phones.filter(isMeant).flatMap(phonePattern),
  ...usernames.filter(isMeant).filter(isDistinct).map(usernamePattern),
  ...names.filter(isMeant).flatMap(wholeName),
]
