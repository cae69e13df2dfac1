import { and, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { otherForms } from './short-forms.ts'

/** As plain_words() in the database writes them. */
export const wordsIn = (typed: string): string[] =>
  typed
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9\u00aa-\uffff]+/u)
    .filter(Boolean)

export type Wanted = string[][]

/** An invoice has its own and its job's, with the number that another invoice may have. */
const REFERENCE = /\b(?:inv|job) \d{6,}\b/g

const referencesIn = (typed: string): string[] => wordsIn(typed).join(' ').match(REFERENCE) ?? []

const POSTCODE = /^[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/

/** The word, or another form of it as a whole word; 'st' finds 'street' already, as its beginning. */
const formsOf = (word: string): Wanted => [
  [word],
  ...otherForms(word)
    .filter((form) => !form.startsWith(word))
    .map((form) => [` ${form} `]),
]

function postcodeOf(parts: string[]): Wanted {
  const code = parts.join('')
  const halves = [code.slice(0, -3), code.slice(-3)]
  const isOtherwise = parts.length > 1 && parts[0] !== halves[0]
  return [[code], halves, ...(isOtherwise ? [parts] : [])]
}

export function wantedIn(typed: string): Wanted[] {
  const words = wordsIn(typed)
  const wanted: Wanted[] = []
  for (let from = 0; from < words.length; from++) {
    const size = [5, 4, 3, 2, 1].find((parts) => POSTCODE.test(words.slice(from, from + parts).join('')))
    const parts = words.slice(from, from + (size ?? 1))
    wanted.push(size ? postcodeOf(parts) : formsOf(words[from]!))
    from += parts.length - 1
  }
  const [first] = words
  if (first && words.length > 1 && first.length < 3) wanted[0]?.push([words.join(' ')])
  return wanted
}

type Column = SQL | PgColumn

// The trigram index finds what stands inside a word from three letters on, and the beginnings of words from one.
const partOf = (word: string): string => ([...word].length < 3 ? ` ${word}` : word)

const holds = (column: Column, word: string): SQL =>
  sql`${column} like ${`%${partOf(word).replace(/[\\%_]/g, '\\$&')}%`}`

export const holdsOne = (column: Column, wanted: Wanted): SQL =>
  or(...wanted.map((words) => and(...words.map((word) => holds(column, word)))))!

/** Forms of one word are one expression, which the index intersects: of an `or` it would read each form's rows. */
export function holdsOneByIndex(column: Column, wanted: Wanted): SQL {
  const isOfSingleWords = wanted.length > 1 && wanted.every((words) => words.length === 1)
  return isOfSingleWords ? sql`${column} ~ ${wanted.flat().map(partOf).join('|')}` : holdsOne(column, wanted)
}

export const hasOne = (text: string, wanted: Wanted): boolean =>
  wanted.some((words) => words.every((word) => text.includes(partOf(word))))

/** Part of nearly every row's words are those of its reference: a long number leads, and is rare. */
export const isRare = (wanted: Wanted): boolean =>
  wanted.every((words) => words.some((one) => /^(?=.*\d).{4,}$/.test(one)))

export function holdsAllByIndex(column: SQL, typed: string): SQL {
  const wanted = wantedIn(typed)
  if (wanted.length === 0) return sql`false`
  const leads = wanted.some(isRare) ? isRare : () => true
  // `|| ''` keeps the index out.
  return and(
    ...wanted.map((one) => (leads(one) ? holdsOneByIndex(column, one) : holdsOne(sql`(${column} || '')`, one))),
    ...referencesIn(typed).map((one) => holds(sql`(${column} || '')`, one)),
  )!
}

export function holdsAll(column: Column, typed: string): SQL {
  const wanted = wantedIn(typed)
  if (wanted.length === 0) return sql`false`
  return and(...wanted.map((one) => holdsOne(column, one)), ...referencesIn(typed).map((one) => holds(column, one)))!
}
