/** The database keeps hashes of tokens, keys and tried identifiers, not these themselves. */
export const sha256 = (text: string): string => Bun.SHA256.hash(text, 'hex')
