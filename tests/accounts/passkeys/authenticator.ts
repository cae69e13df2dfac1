import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { db } from '#db/connect/client.ts'
import { passkeys } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { env } from '#src/runtime/env.ts'

// A made-up authenticator: it answers as the specification has it, and as it is told to err.

const { origin: ORIGIN, hostname: PARTY } = new URL(env.PUBLIC_URL)
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const b64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64url')

const short = (major: number, n: number) =>
  n < 24
    ? Buffer.from([(major << 5) | n])
    : n < 256
      ? Buffer.from([(major << 5) | 24, n])
      : Buffer.from([(major << 5) | 25, n >> 8, n & 255])

function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? short(1, -1 - value) : short(0, value)
  if (typeof value === 'string') return Buffer.concat([short(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([short(5, value.size), ...[...value].flatMap(([k, v]) => [cbor(k), cbor(v as number)])])
  return Buffer.concat([short(2, value.length), value])
}

export type Wrong = {
  origin?: string
  party?: string
  counter?: number
  isVerified?: boolean
  handle?: string
  type?: string
}

export class Authenticator {
  readonly id = randomBytes(16)
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  handle = ''

  #data({ party = PARTY, counter = this.counter, isVerified = true }: Wrong, isNew: boolean): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0)
    return Buffer.concat([sha256(party), Buffer.from([flags]), count])
  }

  #client(challenge: string, type: string, { origin = ORIGIN, type: other }: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type: other ?? type, challenge, origin, crossOrigin: false }))
  }

  /** The answer to a question to add one, as the form has it. */
  create(question: { challenge: string; user: { id: string } }, wrong: Wrong = {}): string {
    this.handle = question.user.id
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ])
    const length = Buffer.from([0, this.id.length])
    const authData = Buffer.concat([this.#data(wrong, true), Buffer.alloc(16), length, this.id, cbor(cose)])
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const clientDataJSON = b64(this.#client(question.challenge, 'webauthn.create', wrong))
    return this.#answer({ clientDataJSON, attestationObject: b64(attestation) })
  }

  /** The answer to a question to sign in. */
  sign(question: { challenge: string }, wrong: Wrong = {}): string {
    if (this.counter) this.counter++
    const authenticatorData = this.#data(wrong, false)
    const client = this.#client(question.challenge, 'webauthn.get', wrong)
    const signature = createSign('SHA256').update(authenticatorData).update(sha256(client)).sign(this.keys.privateKey)
    return this.#answer({
      clientDataJSON: b64(client),
      authenticatorData: b64(authenticatorData),
      signature: b64(signature),
      userHandle: wrong.handle ?? this.handle,
    })
  }

  #answer(response: Record<string, string>): string {
    const id = b64(this.id)
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}

/** A row that nobody can sign in by. */
export async function aPasskeyOf({ id: userId }: Actor): Promise<string> {
  const row = { userId, credentialId: crypto.randomUUID(), publicKey: 'x', counter: 0, name: 'Phone' }
  const [made] = await db.insert(passkeys).values(row).returning({ id: passkeys.id })
  return made!.id
}
