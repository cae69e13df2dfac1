import { wordsIn } from '#db/query/words.ts'
import type { jobs } from '#db/schema.ts'

export type Job = typeof jobs.$inferSelect
export type People = Map<string, string>

/** What a contractor may look for in a job that they lost: none of its names, and nothing of where it stands. */
export const wordsOfLost = ({ propertyName, propertyAddress, jobRef, issueDescription }: Job): string =>
  ` ${wordsIn([propertyName, propertyAddress, jobRef, issueDescription].join(' ')).join(' ')} `

/** Each word inside one of the words, or at its beginning when it has one or two letters. */
export function has(text: string, search: string, contractor = ''): boolean {
  const holds = (words: string, word: string) => words.includes(word.length < 3 ? ` ${word}` : word)
  return wordsIn(search).every((word) => holds(text, word) || holds(contractor, word))
}

export const SEARCHES = [
  'cottage',
  'zebra',
  'okapi',
  'quagga',
  'wren',
  'ro',
  'z',
  'church mill',
  'road leaks boiler',
  'ref-004321',
]
export const MORE = [
  'heron',
  'cottage wren',
  'nest',
  'okapi wren',
  '4321',
  'ls4 1ab',
  'nowhere',
  'flat 12',
  'mill zebra',
  'old rightway',
]
