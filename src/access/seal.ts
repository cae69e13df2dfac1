import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { secret } from './secret.ts'

const NONCE = 12
const TAG = 16
const OPTIONS = { authTagLength: TAG }

/** Both the installation's secret and the sender's key are needed: a stolen database or backup has neither. */
const keyFor = (key: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret(), key, 'what a request was answered', 32))

export function seal(text: string, key: string, context: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyFor(key), nonce, OPTIONS).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openSealed(sealed: string, key: string, context: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const nonce = bytes.subarray(0, NONCE)
    const decipher = createDecipheriv('aes-256-gcm', keyFor(key), nonce, OPTIONS).setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-TAG))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
