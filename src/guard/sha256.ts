/** The database keeps hashes of tokens, keys and tried identifiers, not these themselves. */
export const sha256 = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex')
