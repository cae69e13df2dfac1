import { type Found, MAX_COUNTED } from '#src/domain/limits.ts'

export function excerpt(text: string, length = 220): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length).toWellFormed()
  return `${cut.replace(/\s+\S*$/, '')}…`
}

export const oneLine = (address: string): string => {
  if (!address.includes('\n')) return address.trim()
  const lines = address.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join('\n').replace(/,?\n/g, ', ')
}

export const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`)

export const withCount = (count: number, noun: string): string => `${count} ${plural(count, noun)}`

export const leastOf = (found: Found): number => (typeof found === 'number' ? found : found.atLeast)

export function counted(found: Found): string {
  if (leastOf(found) > MAX_COUNTED) return `${MAX_COUNTED.toLocaleString('en-GB')}+`
  return typeof found === 'number' ? String(found) : `${found.atLeast}+`
}
