import createClient from 'openapi-fetch'
import type { components, paths } from './fettle.d.ts'

export type Job = components['schemas']['Job']

const TRIES = 8

/** The line may break within an answer too: its body is read before it counts. */
async function answerOf(request: Request): Promise<Response> {
  const answer = await fetch(request)
  await answer.clone().arrayBuffer()
  return answer
}

const isForLater = ({ status, headers }: Response): boolean =>
  status === 408 || status === 429 || status >= 500 || (status === 409 && headers.has('retry-after'))

/** Sends a request until it is answered for good. Its Idempotency-Key is the same at every try. */
async function sendAgain(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await answerOf(request.clone()).catch((error: unknown) => {
      if (attempt === TRIES) throw error
    })
    const wait = answer?.headers.get('retry-after')
    if (answer && (attempt === TRIES || !isForLater(answer))) return answer
    const seconds = wait ? Number(wait) : Math.random() * Math.min(30, 2 ** attempt / 4)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** Fettle's API as it is for whose token it is, with the types of its document. */
export function fettle(baseUrl: string, token?: string) {
  const client = createClient<paths>({
    baseUrl,
    fetch: sendAgain,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  client.use({
    onRequest({ request }) {
      if (request.method !== 'GET' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID())
      return request
    },
  })
  return client
}

/** `code` is stable; `problems` name the places that are wrong. */
export class Refused extends Error {
  constructor(readonly problem: components['schemas']['Problem']) {
    super(problem.detail)
  }
}

/** What a call has answered. Throws Refused. */
export function given<Body>({ data, error }: { data?: Body; error?: unknown }): NonNullable<Body> {
  if (data === undefined || data === null) throw new Refused(error as components['schemas']['Problem'])
  return data
}

/** A session's cookie is enough to make a token; scripts go on with that. One has at most 20: those of before end. */
export async function signIn(baseUrl: string, identifier: string, password: string) {
  const client = fettle(baseUrl)
  const { response } = await client.POST('/api/local/login', { body: { identifier, password } })
  const headers = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  for (const { id, name } of given(await client.GET('/api/tokens', { headers })))
    if (name === 'Example') given(await client.DELETE('/api/tokens/{id}', { params: { path: { id } }, headers }))
  const { token } = given(await client.POST('/api/tokens', { body: { name: 'Example' }, headers }))
  return fettle(baseUrl, token)
}
