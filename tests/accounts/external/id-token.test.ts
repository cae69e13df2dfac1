import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { db } from '#db/connect/client.ts'
import { sessions, users } from '#db/schema.ts'
import { startIdentityProvider } from '#tests/whole/services/identity-provider.ts'
import { Browser, CALLBACK, withProvider } from './browser.ts'

// The id_token: whose word it is, to whom, when, and for which sign-in.

const nia = { login: 'nia', sub: 'subject-nia', email: 'nia@new.example', email_verified: true }
const provider = await startIdentityProvider({ redirectUri: CALLBACK, people: [nia] })
afterAll(() => provider.stop())
const door = withProvider(provider)

let browser: Browser
beforeEach(() => {
  browser = new Browser(door)
})
afterEach(() => provider.heal())

type Tokens = { id_token: string; access_token: string }

/** From now on the token endpoint answers with another id_token, made from the true one's claims. */
const forge = (make: (claims: JWTPayload, tokens: Tokens) => Promise<string> | string) =>
  provider.alter('token', async (body) => {
    const tokens = body as Tokens
    return { ...tokens, id_token: await make(decodeJwt(tokens.id_token), tokens) }
  })

async function isRefused(sentence = 'could not be verified', status = 403) {
  const { response, text } = await browser.signIn('nia')
  expect([response.status, text.includes(sentence)]).toEqual([status, true])
  expect(browser.session).toBeNull()
  expect(await db.select().from(sessions)).toEqual([])
  expect(await db.select().from(users)).toEqual([])
}

async function isAccepted() {
  const { text } = await browser.signIn('nia')
  expect(text).toContain('User role not found')
  expect(browser.session).not.toBeNull()
}

const now = () => Math.floor(Date.now() / 1000)

const WRONG: Record<string, (claims: JWTPayload) => JWTPayload> = {
  'of another sign-in (nonce)': (claims) => ({ ...claims, nonce: 'x'.repeat(43) }),
  'without a nonce': ({ nonce: _, ...claims }) => claims,
  'with a nonce that is no text': (claims) => ({ ...claims, nonce: [claims.nonce] }),
  'for another client (aud)': (claims) => ({ ...claims, aud: 'another' }),
  'without an audience': ({ aud: _, ...claims }) => claims,
  'for several, without saying who asked (azp)': (claims) => ({ ...claims, aud: ['fettle', 'another'] }),
  'that another asked for (azp)': (claims) => ({ ...claims, aud: ['fettle', 'another'], azp: 'another' }),
  'for us alone, that another asked for': (claims) => ({ ...claims, azp: 'another' }),
  'of another issuer': (claims) => ({ ...claims, iss: 'https://evil.example' }),
  'of the issuer with a slash': (claims) => ({ ...claims, iss: `${claims.iss}/` }),
  'without an issuer': ({ iss: _, ...claims }) => claims,
  'that expired a minute ago': (claims) => ({ ...claims, exp: now() - 60 }),
  'that never expires': ({ exp: _, ...claims }) => claims,
  'that expires on a day that is no number': (claims) => ({ ...claims, exp: '2099' as unknown as number }),
  'made an hour ago': (claims) => ({ ...claims, iat: now() - 3600 }),
  'made in five minutes': (claims) => ({ ...claims, iat: now() + 300 }),
  'valid from in five minutes': (claims) => ({ ...claims, nbf: now() + 300 }),
  'without the time when it was made': ({ iat: _, ...claims }) => claims,
  'without a subject': ({ sub: _, ...claims }) => claims,
  'with an empty subject': (claims) => ({ ...claims, sub: '' }),
  'with a subject that is a number': (claims) => ({ ...claims, sub: 7 as unknown as string }),
  'with the hash of another access token': (claims) => ({ ...claims, at_hash: 'x'.repeat(22) }),
}

test.each(Object.entries(WRONG))('one %s is refused, though the provider signed it', async (_, change) => {
  forge((claims) => provider.sign(change(claims)))
  await isRefused()
})

test('signed again without a change it is accepted: what was refused was what was changed', async () => {
  forge((claims) => provider.sign(claims))
  await isAccepted()
})

test.each<[string, (claims: JWTPayload, tokens: Tokens) => JWTPayload]>([
  ['expired within the tolerance of clocks', (claims) => ({ ...claims, exp: now() - 10 })],
  ['made by a clock that goes before ours', (claims) => ({ ...claims, iat: now() + 10 })],
  ['for several, asked for by us', (claims) => ({ ...claims, aud: ['another', 'fettle'], azp: 'fettle' })],
  [
    'with the hash of its access token',
    (claims, { access_token }) => ({
      ...claims,
      at_hash: createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
    }),
  ],
])('one %s is accepted', async (_, change) => {
  forge((claims, tokens) => provider.sign(change(claims, tokens)))
  await isAccepted()
})

test('unsigned it is refused: alg none', async () => {
  forge((claims) => new UnsecuredJWT(claims).encode())
  await isRefused()
  forge(async (claims) => {
    const [, payload] = (await provider.sign(claims)).split('.')
    return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  })
  await isRefused()
})

test.each(['HS256', 'HS384', 'HS512'])(
  'signed with the public key as if it were a shared secret it is refused: %s',
  async (alg) => {
    for (const secret of [await provider.publicKey(), 'a-secret_of.the~tests=/']) {
      forge((claims) =>
        new SignJWT(claims).setProtectedHeader({ alg, kid: provider.keyId() }).sign(new TextEncoder().encode(secret)),
      )
      await isRefused()
    }
  },
)

test('signed by somebody else it is refused: under the provider’s key id, under none, with their key sent along', async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  for (const header of [
    { kid: provider.keyId() },
    {},
    { kid: 'mine', jwk },
    { kid: 'mine', jku: 'https://evil.example' },
  ]) {
    forge((claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey))
    await isRefused()
  }
})

test('changed after it was signed it is refused', async () => {
  forge(async (claims, { id_token }) => {
    const [header, , signature] = id_token.split('.')
    const payload = Buffer.from(JSON.stringify({ ...claims, email: 'admin@fettle.example' })).toString('base64url')
    return `${header}.${payload}.${signature}`
  })
  await isRefused()
})

test.each(['', 'x', 'a.b.c', '..', '{}', 'a.b.c.d.e', 'é.é.é'])(
  'what is no token at all is refused: %j',
  async (token) => {
    forge(() => token)
    await isRefused()
  },
)

test('an answer without tokens is none', async () => {
  for (const body of [{}, { access_token: 'x' }, { id_token: 'a.b.c' }, { id_token: 1, access_token: 'x' }]) {
    provider.alter('token', () => body)
    await isRefused('is not available now', 503)
  }
})

test('new keys of the provider are fetched when they are met, and the old ones no longer count', async () => {
  await isAccepted()
  const before = provider.asked('keys')
  const { kid, sign } = { kid: provider.keyId(), sign: provider.sign }
  const old = await sign({ x: 1 })
  expect(old).toBeString()
  await provider.rotateKeys()
  browser = new Browser(door)
  await isAccepted()
  expect(provider.asked('keys')).toBe(before + 1)
  await db.delete(sessions)
  await db.delete(users)
  browser = new Browser(door)
  // The new key under the old one's id.
  forge((claims) => sign(claims, { kid }))
  await isRefused()
})

test('made-up key ids do not have the keys fetched each time', async () => {
  const calm = withProvider(provider, { keysCooldown: 30_000 })
  browser = new Browser(calm)
  await isAccepted()
  await db.delete(sessions)
  await db.delete(users)
  const before = provider.asked('keys')
  forge((claims) => provider.sign(claims, { kid: crypto.randomUUID() }))
  for (let count = 0; count < 10; count++) {
    browser = new Browser(calm)
    await isRefused()
  }
  expect(provider.asked('keys')).toBe(before)
  provider.heal()
  browser = new Browser(calm)
  await isAccepted()
})
