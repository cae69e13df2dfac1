/** The hash, in hex, by which the database knows what it must not hold itself: tokens, keys, names that were tried. */
export const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
