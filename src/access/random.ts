import { randomBytes } from 'node:crypto'

export const randomSecret = (): string => randomBytes(32).toString('base64url')
