import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** Somebody with an account at the provider; `login` is what they type there. */
export type ProviderPerson = {
  login: string
  sub: string
  email?: string
  email_verified?: unknown
  given_name?: string
  family_name?: string
  name?: string
}

type Options = {
  people?: ProviderPerson[]
  /** Where people are sent back to: the product's /api/callback. */
  redirectUri: string
  /** False: e-mail and names are told at userinfo only, as the standard has it. */
  claimsInIdToken?: boolean
}

const DOORS = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/auth',
  token: '/token',
  keys: '/jwks',
  userinfo: '/me',
} as const
export type Door = keyof typeof DOORS
/** An answer 500, none at all, a page instead of JSON, a number instead of an object, bytes without an end. */
export type Failure = 'error' | 'silent' | 'page' | 'number' | 'endless'
type Body = Record<string, unknown>

const CLIENT = { clientId: 'fettle', clientSecret: 'a-secret_of.the~tests=/' }
const ALGORITHM = 'RS256'

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = crypto.randomUUID()
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: ALGORITHM }, publicKey }
}

/** An OpenID Connect provider (oidc-provider) on a free port of 127.0.0.1, with a login form of its own. */
export async function startIdentityProvider({ people = [], redirectUri: home, claimsInIdToken = true }: Options) {
  const failing = new Map<string, Failure>()
  const altered = new Map<string, (body: Body) => unknown>()
  const asked: Record<string, number> = {}
  const waiting = new Set<ServerResponse>()
  let key = await makeKey()
  let redirectUri = home
  let poured = 0
  let provider: Provider

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked[pathname] = (asked[pathname] ?? 0) + 1
    const failure = failing.get(pathname)
    if (failure) fail(response, failure)
    else if (pathname.startsWith('/interaction/')) void interact(provider, people, request, response)
    else void provider.callback()(request, response)
  })
  const fail = (response: ServerResponse, failure: Failure) => {
    if (failure === 'silent') return waiting.add(response)
    if (failure === 'endless') {
      waiting.add(response.writeHead(200, { 'content-type': 'application/json' }))
      const more = () => {
        if (response.destroyed) return
        poured += 65_536
        if (response.write(' '.repeat(65_536))) setImmediate(more)
      }
      response.on('drain', more)
      return more()
    }
    if (failure === 'page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    if (failure === 'number') return response.writeHead(200, { 'content-type': 'application/json' }).end('42')
    return response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"server_error"}')
  }
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve())
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const create = () => newProvider(issuer, key.jwk, { people, redirectUri, claimsInIdToken }, altered)
  provider = create()

  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const response of waiting) response.destroy()
    waiting.clear()
    server.closeAllConnections()
    await closed
  }

  return {
    issuer,
    ...CLIENT,
    /** May be changed: who has moved to another e-mail, who is new. */
    people,
    /** The product is at another address. */
    sendBackTo: (uri: string) => {
      redirectUri = uri
      provider = create()
    },
    /** How often a door was knocked at. */
    asked: (door: Door): number => asked[DOORS[door]] ?? 0,
    /** How many bytes of answers without an end were sent. */
    poured: () => poured,
    /** From now on a door fails like this, until `heal`. */
    break: (door: Door, failure: Failure) => void failing.set(DOORS[door], failure),
    heal: () => {
      failing.clear()
      altered.clear()
    },
    /** Changes what a door answers, until `heal`. */
    alter: (door: Door, change: (body: Body) => unknown) => void altered.set(DOORS[door], change),
    /** Signs with other keys from now on; the old ones are no longer told. */
    rotateKeys: async () => {
      key = await makeKey()
      provider = create()
    },
    /** A token with these claims, signed with the provider's own key unless the header names another. */
    sign: (claims: JWTPayload, header: { kid?: string; alg?: string } = {}): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: key.kid, ...header }).sign(key.privateKey),
    /** What everybody may know of the key, as text. */
    publicKey: (): Promise<string> => exportSPKI(key.publicKey),
    keyId: () => key.kid,
    /** Away: connections are refused. */
    stop,
    /** There again, at the same address. */
    start: () => listen(port),
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

function newProvider(
  issuer: string,
  jwk: object,
  { people = [], redirectUri, claimsInIdToken }: Options,
  altered: Map<string, (body: Body) => unknown>,
): Provider {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['not a secret'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: !claimsInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 600, Session: 600, Grant: 600 },
    findAccount: (_, sub) => {
      const person = people.find((one) => one.sub === sub)
      if (!person) return undefined
      const { login, ...claims } = person
      return { accountId: sub, claims: () => claims }
    },
    loadExistingGrant: async ({ oidc }) => {
      // A new grant would make those before it, and the codes of other tabs, void.
      const before = oidc.client && oidc.session?.grantIdFor(oidc.client.clientId)
      if (before) return oidc.provider.Grant.find(before)
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    await next()
    const change = altered.get(context.path)
    if (change) context.body = await change(context.body as Body)
  })
  return provider
}

/** The provider's login page: an e-mail, without a password, or Cancel. */
async function interact(
  provider: Provider,
  people: ProviderPerson[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE)
    return
  }
  let body = ''
  for await (const chunk of request) body += chunk
  const typed = new URLSearchParams(body)
  const person = people.find(({ login }) => login === typed.get('login'))
  const result = person
    ? { login: { accountId: person.sub } }
    : { error: 'access_denied', error_description: '<b>Somebody</b> pressed Cancel' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const PAGE = `<!doctype html><html lang="en"><title>The organisation</title><link rel="icon" href="data:,">
<h1>Sign in to the organisation</h1>
<form method="post"><label>Organisation login <input name="login"></label>
<button>Sign in</button> <button name="cancel" value="yes">Cancel</button></form></html>`
