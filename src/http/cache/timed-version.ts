/** A version that holds until a moment, as time alone then makes another of what it names. */
export const timedVersion = (version: string, until: number): string => `${version}.${until.toString(36)}`

/** Longer than a day of London's, at whose end every version ends. */
const LONGEST = 26 * 3_600_000

/** Whether a tag is of this version, and its moment is yet to come, though not as a wrong clock would have it. */
export function isStillTold(tag: string, version: string): boolean {
  const left = tag.startsWith(`${version}.`) ? Number.parseInt(tag.slice(version.length + 1), 36) - Date.now() : 0
  return left > 0 && left < LONGEST
}
