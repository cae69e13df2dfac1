import { otherForms } from '#db/query/short-forms.ts'
import { addressWords, postcodeOf } from '#src/domain/job/address.ts'

// What somebody has typed so far of an address, compared with whole ones: a hint of what may be there already, where

/** Of longer texts only the whole address is compared. */
const MAX_WORDS = 15

type TypedAddress = { postcode: string | null; words: string[] }

/** Null until there is enough to tell a house: its number with the street's first letters, or a postcode. */
export function typedAddress(typed: string): TypedAddress | null {
  const [postcode, words] = [postcodeOf(typed), addressWords(typed)]
  const hasHouse = words.some((word, at) => isNumber(word) && /^\p{L}{3}/u.test(words[at + 1] ?? ''))
  return (postcode || hasHouse) && words.length <= MAX_WORDS ? { postcode, words } : null
}

const isNumber = (word = ''): boolean => /^\p{N}/u.test(word)

const isSame = (word: string, other: string, isLast: boolean): boolean =>
  word === other || otherForms(word).includes(other) || (isLast && !isNumber(word) && other.startsWith(word))

/** All its words stand in the address, in their order; a number beside the same words, so that 'Flat 14, 2 High St' is not '14 High'. */
export function isTypedOf({ postcode, words }: TypedAddress, address: string): boolean {
  const theirs = postcodeOf(address)
  if (postcode && theirs !== postcode && (theirs || words.length === 0)) return false
  const others = addressWords(address)
  let begins = others.map(() => true).concat(true)
  for (let at = words.length - 1; at >= 0; at--) {
    const isLast = at === words.length - 1
    const isBeside = isNumber(words[at]) || isNumber(words[at + 1])
    const fits = others.map(() => false)
    let fitsLater = false
    for (let from = others.length - 1; from >= 0; from--) {
      const fitsNext = begins[from + 1]!
      fitsLater ||= fitsNext
      fits[from] = (isLast || (isBeside ? fitsNext : fitsLater)) && isSame(words[at]!, others[from]!, isLast)
    }
    begins = fits.concat(false)
  }
  return begins.includes(true)
}
