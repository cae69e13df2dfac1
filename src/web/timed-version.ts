/** A version that holds until a moment, as time alone then makes another of what it names. */
export const timedVersion = (version: string, until: number): string => `${version}.${until.toString(36)}`

/** Whether a tag is of this version, and its moment is yet to come. */
export const isStillTold = (tag: string, version: string): boolean =>
  tag.startsWith(`${version}.`) && Date.now() < Number.parseInt(tag.slice(version.length + 1), 36)
