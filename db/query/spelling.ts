import { type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobWords } from '#db/schema.ts'
import { isOneErrorApart } from './typing-errors.ts'
import { wordsIn } from './words.ts'

/** Shorter words are too near to each other. */
const CORRECTED_FROM = 5
const MAX_NEAR = 6
const MAX_TRIED = 8

const isCorrectable = (word: string): boolean => word.length >= CORRECTED_FROM && /^\D+$/.test(word)

function startsWith(column: SQL, part: string): SQL {
  const next = part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1)
  return sql`(${column} ~>=~ ${part} and ${column} ~<~ ${next})`
}

const sameLetters = (word: string, other: string): number => {
  const wrong = [...word].findIndex((letter, at) => letter !== other[at])
  return wrong < 0 ? word.length : wrong
}

const nearAmong = (word: string, known: readonly string[]): string[] =>
  known
    .filter((other) => isOneErrorApart(word, other))
    .sort((one, other) => sameLetters(word, other) - sameLetters(word, one) || (one < other ? -1 : 1))
    .slice(0, MAX_NEAR)

async function likeWords(word: string): Promise<string[]> {
  const beginning = word.slice(0, Math.floor(word.length / 2))
  const end = word.slice(Math.floor(word.length / 2) + 1)
  const rows = await db
    .select({ word: jobWords.word })
    .from(jobWords)
    .where(
      sql`(${startsWith(sql`${jobWords.word}`, beginning)} or ${startsWith(sql`reverse(${jobWords.word})`, [...end].reverse().join(''))})
        and length(${jobWords.word}) between ${word.length - 1}::int and ${word.length + 1}::int`,
    )
  return rows.map((row) => row.word)
}

/** What may have been meant by a search, the likeliest first: one word corrected, or each. Without `known`, of all words. */
export async function corrections(typed: string, known?: readonly string[]): Promise<string[]> {
  const words = wordsIn(typed)
  const nearTo = async (word: string) => nearAmong(word, known ?? (await likeWords(word)))
  const near = await Promise.all(words.map((word) => (isCorrectable(word) ? nearTo(word) : [])))
  const ranks = Array.from({ length: MAX_NEAR }, (_, rank) => rank)
  const one = ranks.flatMap((rank) =>
    near.flatMap((others, at) => (others[rank] ? [words.with(at, others[rank]).join(' ')] : [])),
  )
  const each = words.map((word, at) => near[at]?.[0] ?? word).join(' ')
  return [...new Set([...one.slice(0, MAX_TRIED), each])].filter((search) => search !== words.join(' '))
}
