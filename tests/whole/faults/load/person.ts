import type { Ledger, Step } from './ledger.ts'

export type Answer = {
  /** Null when the connection ended without one, or nothing came in time. */
  status: number | null
  /** Nobody listened, so that nothing can have come of it. */
  unheard?: boolean
  retryAfter: string | null
  /** The JSON of the answer, or nothing. */
  body: { id?: string; invoiceNumber?: string; message?: string } & Record<string, unknown>
  took: number
}

type Request = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

/** No answer of ours may take longer. */
const PATIENCE = 60_000

/** Somebody signed in, over HTTP. */
export class Person {
  constructor(
    readonly url: string,
    readonly id: string,
    readonly cookie: string,
  ) {}

  /** Sends a request once. Never throws. */
  send(request: Request): Promise<Answer> {
    const headers = { cookie: this.cookie, ...request.headers }
    return ask(this.url, { ...request, headers })
  }

  /** Reads, as often as it takes for an answer: 200, or 404 for what is gone. Throws for anything else. */
  async read<T>(path: string, patience = PATIENCE): Promise<T | null> {
    for (const deadline = Date.now() + patience; ; await Bun.sleep(50)) {
      const { status, body } = await this.send({ method: 'GET', path })
      if (status === 200) return body as T
      if (status === 404) return null
      if (Date.now() > deadline || (status !== null && status !== 503))
        throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    }
  }
}

/** Sends one request on a connection of its own, so that no client repeats it behind our back. */
export async function ask(url: string, { method, path, body, headers }: Request): Promise<Answer> {
  const raw = body instanceof Uint8Array
  const begin = performance.now()
  const took = () => performance.now() - begin
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...(body !== undefined && { 'content-type': raw ? 'image/jpeg' : 'application/json' }), ...headers },
      body: body === undefined ? undefined : raw ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      keepalive: false,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE),
    })
    const text = await response.text()
    const answer = parse(text)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: answer, took: took() }
  } catch (error) {
    const unheard = (error as { code?: string }).code === 'ECONNREFUSED'
    return { status: null, unheard, retryAfter: null, body: {}, took: took() }
  }
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.slice(0, 200) }
  }
}

/** The photo's id in an upload URL. */
const idIn = (url: unknown): string | undefined => /\/upload\/([^?]+)/.exec(String(url))?.[1]

/** A write, told to the ledger. */
export async function write(ledger: Ledger, who: Person, life: string, step: Step, request: Request): Promise<Answer> {
  const sent = performance.now()
  const answer = await who.send(request)
  const { status, unheard, retryAfter, took, body } = answer
  ledger.note({
    life,
    step,
    status,
    unheard,
    retryAfter,
    sent,
    took,
    id: body.id ?? idIn(body.uploadURL),
    invoiceNumber: body.invoiceNumber,
    message: body.message,
  })
  return answer
}
