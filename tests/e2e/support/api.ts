/** The JSON door with one person's session. */
export class Api {
  private constructor(
    readonly url: string,
    /** The session's token, as the browser's cookie has it. */
    readonly session: string,
  ) {}

  /** Signs in. Throws when that fails. */
  static async signIn(url: string, person: { identifier: string; password: string }): Promise<Api> {
    const answer = await fetch(`${url}/api/local/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    const session = /^session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]
    if (!session) throw new Error(`${person.identifier} cannot sign in: ${answer.status} ${await answer.text()}`)
    return new Api(url, session)
  }

  /** Sends a request whatever its answer. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(new URL(path, this.url), {
      method,
      headers: { cookie: `session=${this.session}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  }

  /** The answer's JSON. Throws unless it is 2xx. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(method, path, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<T>
  }

  get = <T>(path: string) => this.ask<T>('GET', path)
  post = <T>(path: string, body?: unknown) => this.ask<T>('POST', path, body)
  patch = <T>(path: string, body?: unknown) => this.ask<T>('PATCH', path, body)
  delete = (path: string) => this.ask('DELETE', path)
}
