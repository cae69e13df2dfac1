import { request as requestFrom } from 'node:http'
import { ADMIN } from '#tests/whole/faults/fettle.ts'
import { ask, Person } from '#tests/whole/faults/load/person.ts'

export const PASSWORD = 'correct horse'

export type SignIn = { status: number; cookie: string; retryAfter: string | null }

/** Tries to sign in once. `from` is the address of this machine, 127.x.y.z, that the request comes from. */
export function tryToSignIn(
  url: string,
  identifier: string,
  password = PASSWORD,
  { from, headers }: { from?: string; headers?: Record<string, string> } = {},
): Promise<SignIn> {
  const body = JSON.stringify({ identifier, password })
  const options = {
    method: 'POST',
    localAddress: from,
    agent: false as const,
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers },
  }
  const { promise, resolve, reject } = Promise.withResolvers<SignIn>()
  const sent = requestFrom(new URL('/api/local/login', url), options, (response) => {
    const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    response.resume()
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, cookie, retryAfter: response.headers['retry-after'] ?? null }),
    )
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** Signs in. Throws when that is refused. */
export async function signIn(url: string, identifier: string, password = PASSWORD): Promise<Person> {
  const { status, cookie } = await tryToSignIn(url, identifier, password)
  if (status !== 200) throw new Error(`Signing in ${identifier} was answered ${status}`)
  const { body } = await ask(url, { method: 'GET', path: '/api/auth/user', headers: { cookie } })
  return new Person(url, body.id!, cookie)
}

/** The same person, with the same session, at another process. */
export const at = (who: Person, url: string): Person => new Person(url, who.id, who.cookie)

/** What each process answers to this person's session. */
export const seenBy = (urls: readonly string[], who: Person): Promise<(number | null)[]> =>
  Promise.all(urls.map(async (url) => (await at(who, url).send({ method: 'GET', path: '/api/auth/user' })).status))

/** Makes an account as the administrator's screen does. Returns what it signs in with. */
export async function makeAccount(
  url: string,
  role: 'agent' | 'contractor',
  names: { firstName?: string; lastName?: string } = {},
): Promise<string> {
  const admin = await signIn(url, ADMIN.identifier, ADMIN.password)
  const name = `${role}.${crypto.randomUUID().slice(0, 8)}`
  const email = `${name}@plumbing.example`
  const [path, values] =
    role === 'agent'
      ? ['/api/admin/create-estate-agent', { username: name, firstName: 'Olivia', lastName: 'Hart' }]
      : ['/api/admin/create-contractor', { email, firstName: 'Carl', lastName: 'Mason' }]
  const { status, body } = await admin.send({ method: 'POST', path, body: { ...values, ...names, password: PASSWORD } })
  if (status !== 201) throw new Error(`${path} answered ${status}: ${body.message}`)
  return role === 'agent' ? name : email
}
