import { randomBytes } from 'node:crypto'

/** 256 bits in 43 characters that an address takes as they are. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
