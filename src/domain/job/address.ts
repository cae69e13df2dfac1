import { parse } from 'postcode'

// postcode's own `match` knows no word boundaries: it finds B1 4AB in 'Flat 2B1 4AB'.
const POSTCODES = /(?<![a-z0-9])[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}(?![a-z0-9])/gi

const foundIn = (address: string) => [...address.matchAll(POSTCODES)].at(-1)

/** In its usual form, such as 'GU1 4AB'. */
export const postcodeOf = (address: string): string | null =>
  parse(foundIn(address.normalize('NFKC'))?.[0] ?? '').postcode

const WRITTEN_OUT: Record<string, string> = { rd: 'road', ave: 'avenue', apt: 'apartment' }

const PARTS = /[,;\n]/
const WORDS = /[^\p{L}\p{M}\p{N}]+/u
const NUMBER = /\p{N}|^\p{L}$/u

/** An index takes no longer keys. */
const MAX_BYTES = 2000

/** The same for all spellings of an address; 'Flat 21, 4 High St' stays apart from 'Flat 2, 14 High St'. */
export function propertyKeyOf(address: string): string | null {
  const { parts, postcode } = partsOf(address)
  const key = joined(parts) + postcode.replace(/\s/g, '')
  return key && new TextEncoder().encode(key).length <= MAX_BYTES ? key : null
}

/** In lower case, without its postcode; '14 A' is '14a'. */
export function addressWords(address: string): string[] {
  const words: string[] = []
  for (const part of partsOf(address).parts)
    for (const [at, word] of part.entries()) {
      if (at > 0 && isOneNumber(part[at - 1]!, word)) words[words.length - 1] += word
      else words.push(word)
    }
  return words
}

function partsOf(address: string): { parts: string[][]; postcode: string } {
  const text = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘ʼ`]/g, '')
  const found = foundIn(text)
  const rest = found ? `${text.slice(0, found.index)},${text.slice(found.index + found[0].length)}` : text
  return { parts: rest.split(PARTS).map(wordsOf), postcode: found?.[0] ?? '' }
}

/** What an address has beyond its property's name: 'Guildford GU2 3XY' of '1 Stoke Road, Guildford GU2 3XY'. */
export function beyondName(name: string, address: string): string {
  if (!address.toLowerCase().startsWith(name.toLowerCase())) return address
  const rest = address.slice(name.length)
  return /^[\p{L}\p{N}]/u.test(rest) ? address : rest.replace(/^[\s,;.]+/, '')
}

export const placeOf = ({ propertyAddress }: { propertyAddress?: string }) =>
  propertyAddress === undefined
    ? {}
    : { postcode: postcodeOf(propertyAddress), propertyKey: propertyKeyOf(propertyAddress) }

function wordsOf(part: string): string[] {
  const words = part.split(WORDS).filter(Boolean)
  return words.map((word, index) =>
    word === 'st' && index > 0 && index === words.length - 1 ? 'street' : (WRITTEN_OUT[word] ?? word),
  )
}

const isOneNumber = (word: string, next: string): boolean => /\p{N}$/u.test(word) && /^\p{L}$/u.test(next)

function joined(parts: string[][]): string {
  let key = ''
  let last = ''
  for (const words of parts)
    for (const [index, word] of words.entries()) {
      const isNextOfOne = index > 0 && isOneNumber(last, word)
      if (NUMBER.test(last) && NUMBER.test(word) && !isNextOfOne) key += '·'
      key += word
      last = word
    }
  return key
}
