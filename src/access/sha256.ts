export const sha256 = (text: string): string => Bun.SHA256.hash(text, 'hex')
