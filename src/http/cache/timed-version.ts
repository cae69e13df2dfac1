export const timedVersion = (version: string, until: number): string => `${version}.${until.toString(36)}`

/** Longer than a day of London's, at whose end every version ends. */
const LONGEST = 26 * 3_600_000

export function isStillFresh(tag: string, version: string): boolean {
  const left = tag.startsWith(`${version}.`) ? Number.parseInt(tag.slice(version.length + 1), 36) - Date.now() : 0
  return left > 0 && left < LONGEST
}
