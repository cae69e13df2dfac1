import { Elysia } from 'elysia'
import type { ExternalSettings } from '#src/accounts/external/provider.ts'
import { externalSignIn } from '#src/accounts/external/sign-in.ts'
import { signInPagesWith } from '#src/accounts/sign-in/pages.tsx'
import { answerHtml, asHttpError } from '#src/http/respond/answer-error.tsx'
import { handle } from '#tests/support/app.ts'
import type { IdentityProvider } from '#tests/whole/services/identity-provider.ts'

export const HERE = 'http://localhost'
export const CALLBACK = `${HERE}/api/callback`

type Door = { handle(request: Request): Promise<Response> }

/** The product with this provider. */
export function withProvider(provider: IdentityProvider, settings: Partial<ExternalSettings> = {}): Door {
  const { issuer, clientId, clientSecret } = provider
  const external = externalSignIn({
    ...{ issuer, clientId, clientSecret, name: 'the organisation', redirectUri: CALLBACK, keysCooldown: 0 },
    ...settings,
  })
  const doors = new Elysia()
    .onError(({ error, code, request }) => answerHtml(asHttpError(error, code), request))
    .use(signInPagesWith(external))
  const isDoor = (path: string) => ['/login', '/api/login', '/api/callback'].includes(path)
  return {
    handle: (request) => (isDoor(new URL(request.url).pathname) ? doors.handle(request) : handle(request)),
  }
}

/** Somebody's browser: it keeps the cookies of the product and of the provider, and goes where it is sent. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(readonly door: Door) {}

  /** The cookies that the product has set. */
  get cookies(): Map<string, string> {
    return this.#of(HERE)
  }

  get session(): string | null {
    return this.cookies.get('session') ?? null
  }

  /** One request, its answer's cookies kept, redirects not followed. */
  async ask(
    url: string,
    { form, headers = {} }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    const at = new URL(url, HERE)
    const jar = this.#of(at.origin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(at, {
      method: form ? 'POST' : 'GET',
      headers: { ...headers, ...(cookie && { cookie }) },
      body: form && new URLSearchParams(form),
      redirect: 'manual',
    })
    const response = at.origin === HERE ? await this.door.handle(request) : await fetch(request)
    for (const line of response.headers.getSetCookie()) {
      const { name, value, maxAge, expires } = Bun.Cookie.parse(line)
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() < Date.now())
      if (gone) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects from a URL; stops before one that `until` is true of. Returns where it ended, and the answer there. */
  async go(url: string, until: (url: string) => boolean = () => false) {
    let at = new URL(url, HERE).href
    for (let hops = 0; hops < 15; hops++) {
      const response = await this.ask(at)
      const location = response.headers.get('location')
      if (!location) return { at, response, text: await response.text() }
      const to = new URL(location, at).href
      if (until(to)) return { at: to, response, text: '' }
      at = to
    }
    throw new Error(`It goes round: ${at}`)
  }

  /** From /api/login to the provider and its form, filled in: where the provider then sends people back to. */
  async toCallback(login: string, path = '/api/login'): Promise<string> {
    const isBack = (url: string) => url.startsWith(CALLBACK)
    const form = await this.go(path, isBack)
    if (isBack(form.at)) return form.at
    const answer = await this.ask(form.at, { form: { login } })
    return (await this.go(new URL(answer.headers.get('location') ?? '', form.at).href, isBack)).at
  }

  /** The whole way, and where it ended. */
  async signIn(login: string, path?: string) {
    return this.go(await this.toCallback(login, path))
  }

  #of(origin: string): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    return jar
  }
}
