import { randomBytes } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { openSealed, seal } from '#src/access/seal.ts'

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const contextOf = (webhookId: string) => `secret of webhook ${webhookId}`

export const sealSecret = (webhookId: string, secret: string): string => seal(secret, webhookId, contextOf(webhookId))

/** Null when this installation's SECRET is another than the one it was sealed under. */
export const openSecret = (webhookId: string, sealed: string): string | null =>
  openSealed(sealed, webhookId, contextOf(webhookId))

export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  }
}
