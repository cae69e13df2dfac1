import { openSession } from '#src/access/session.ts'
import { app } from '#src/app.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { held } from '#tests/support/document/document.ts'

type Call = {
  method?: string
  body?: unknown
  form?: Record<string, string | string[]>
  multipart?: FormData
  headers?: Record<string, string>
}

/** What the app answers. An answer of the API is held to its document. */
export const handle = async (request: Request): Promise<Response> => held(request, await app.handle(request))

/** Somebody at the app's door, as a browser or a script: `app.handle` without a socket. */
export class Client {
  constructor(readonly cookie: string | null = null) {}

  /** Sends a request. `body` goes as JSON, a string as it is; `form` as urlencoded. */
  send(path: string, { method = 'GET', body, form, multipart, headers = {} }: Call = {}): Promise<Response> {
    const all = new Headers(headers)
    if (this.cookie) all.set('cookie', `session=${this.cookie}`)
    let payload: string | FormData | undefined = multipart
    if (form) {
      const fields = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
      payload = new URLSearchParams(fields).toString()
      all.set('content-type', 'application/x-www-form-urlencoded')
    } else if (body !== undefined) {
      payload = typeof body === 'string' ? body : JSON.stringify(body)
      if (!all.has('content-type')) all.set('content-type', 'application/json')
    }
    return handle(new Request(`http://localhost${path}`, { method, headers: all, body: payload }))
  }

  get = (path: string, headers?: Record<string, string>) => this.send(path, { headers })
  post = (path: string, body?: unknown) => this.send(path, { method: 'POST', body })
  patch = (path: string, body?: unknown) => this.send(path, { method: 'PATCH', body })
  delete = (path: string) => this.send(path, { method: 'DELETE' })
  /** A form as a browser without JavaScript sends it. */
  submit = (path: string, form: Record<string, string | string[]> = {}) => this.send(path, { method: 'POST', form })
  /** A request as htmx makes it for a part of the page. */
  htmx = (path: string, call: Call = {}) =>
    this.send(path, { ...call, headers: { ...call.headers, 'hx-request': 'true', 'hx-request-type': 'partial' } })
}

/** A stranger. */
export const stranger = new Client()

/** Somebody with a session of their own. */
export const signedInAs = async (user: Actor): Promise<Client> => new Client(await openSession(user.id, 'test'))

/** A token of this user's, made as they would make it. */
export async function aToken(
  user: Actor,
  values: { name?: string; expiresAt?: string; scopes?: string[] } = {},
): Promise<MadeToken> {
  const answer = await (await signedInAs(user)).post('/api/tokens', { name: 'Reports', ...values })
  if (answer.status !== 201) throw new Error(`No token: ${answer.status} ${await answer.text()}`)
  return answer.json() as Promise<MadeToken>
}

export type MadeToken = { id: string; name: string; token: string; createdAt: string; expiresAt: string | null }

/** A script with a token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
