/** Not randomUUID, which browsers offer only to https sites. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')
