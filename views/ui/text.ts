import { MOST_COUNTED } from '#src/most-counted.ts'

/** The beginning of a text, cut at a word. */
export function excerpt(text: string, length = 220): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length).toWellFormed()
  return `${cut.replace(/\s+\S*$/, '')}…`
}

/** An address of several lines in one: '12 Mill Lane, Guildford'. */
export const oneLine = (address: string): string => {
  const lines = address.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join('\n').replace(/,?\n/g, ', ')
}

/** '73', or '1,000+' where it was counted no further. */
export const counted = (found: number): string =>
  found > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en-GB')}+` : String(found)
