import type { Doors } from './doors.ts'

export type Operation = {
  key: string
  cookie: string
  method: string
  path: string
  body?: unknown
  ifMatch?: string
  /** Of many items: it is answered from the results that are kept of each, and does not say that it is a repeat. */
  many?: true
  /** What of its answers is always the same, where not all is. */
  same?: (answer: Record<string, unknown>) => unknown
}

type Heard = { status: number; text: string; etag: string | null; replayed: boolean }

const PATIENCE = 20_000
const TRIES = 400

/** Sends each operation under a key of its own until it is answered, through whichever door, and often more than once. */
export class Insisting {
  /** What was answered to each operation, once for each different answer. */
  readonly heard = new Map<string, Set<string>>()
  /** How many answers to each operation were not those of a repeat. */
  readonly firsts = new Map<string, number>()
  readonly done: Operation[] = []
  readonly counts = { sent: 0, unanswered: 0, unavailable: 0, stillAtWork: 0, answered: 0, replayed: 0 }

  constructor(readonly doors: Doors) {}

  /** Throws for what there was no reason to refuse. */
  async do(operation: Operation, copies = 1): Promise<{ body: Record<string, unknown>; etag: string | null }> {
    const answer = await this.#insist(operation, copies)
    this.done.push(operation)
    return { body: JSON.parse(answer.text), etag: answer.etag }
  }

  /** Everything once more, in another order: nothing may come of it. */
  async again(operations: readonly Operation[], atOnce: number): Promise<void> {
    const left = [...operations].sort(() => Math.random() - 0.5)
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await this.#insist(next, 1)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }

  async read<T>(cookie: string, path: string): Promise<{ body: T; etag: string }> {
    const { text, etag } = await this.#until(() => this.#send({ key: '', cookie, method: 'GET', path }), path)
    return { body: JSON.parse(text), etag: etag ?? '' }
  }

  /** To the address that it was given, through whichever door; what has arrived is refused a second time. */
  async photo(uploadURL: string, photo: Uint8Array<ArrayBuffer>): Promise<void> {
    const { pathname, search } = new URL(uploadURL)
    for (let tries = 0; tries < TRIES; tries++) {
      const url = this.doors.any()
      const headers = { 'content-type': 'image/jpeg' }
      const request = { method: 'PUT', headers, body: photo, keepalive: false, signal: AbortSignal.timeout(PATIENCE) }
      const answer = url ? await fetch(url + pathname + search, request).catch(() => null) : null
      const text = await answer?.text().catch(() => null)
      if (answer && (answer.ok || text?.includes('already_uploaded'))) return
      if (answer && text && answer.status !== 503) throw new Error(`A photo was refused: ${text}`)
      await Bun.sleep(50 + Math.random() * 150)
    }
    throw new Error('A photo was never taken')
  }

  async #insist(operation: Operation, copies: number): Promise<Heard> {
    const sendAll = async () => {
      const answers = await Promise.all(Array.from({ length: copies }, () => this.#send(operation)))
      for (const answer of answers) if (answer && answer.status < 300) this.#note(operation, answer)
      return answers.find((answer) => answer && answer.status < 300) ?? answers.find((answer) => answer) ?? null
    }
    return this.#until(sendAll, `${operation.key}: ${operation.method} ${operation.path}`)
  }

  async #until(send: () => Promise<Heard | null>, what: string): Promise<Heard> {
    for (let tries = 0; tries < TRIES; tries++) {
      const answer = await send()
      if (answer && answer.status < 300) return answer
      if (answer && !this.#mayComeAgain(answer))
        throw new Error(`${what} was refused with ${answer.status}: ${answer.text}`)
      await Bun.sleep(50 + Math.random() * 150)
    }
    throw new Error(`${what} was never answered`)
  }

  #mayComeAgain({ status, text }: Heard): boolean {
    if (status === 503) this.counts.unavailable++
    const isStillAtWork = status === 409 && text.includes('still_at_work')
    if (isStillAtWork) this.counts.stillAtWork++
    return status === 503 || isStillAtWork
  }

  #note({ key, same }: Operation, { status, text, etag, replayed }: Heard): void {
    this.counts.answered++
    if (replayed) this.counts.replayed++
    else this.firsts.set(key, (this.firsts.get(key) ?? 0) + 1)
    const told = same ? JSON.stringify(same(JSON.parse(text))) : text
    this.heard.getOrInsertComputed(key, () => new Set()).add(`${status} ${etag} ${told}`)
  }

  /** Null when the connection ended without a whole answer. */
  async #send({ key, cookie, method, path, body, ifMatch }: Operation): Promise<Heard | null> {
    const url = this.doors.any()
    if (!url) return null
    this.counts.sent++
    try {
      const answer = await fetch(url + path, {
        method,
        headers: {
          cookie: `session=${cookie}`,
          ...(key && { 'idempotency-key': key }),
          ...(ifMatch && { 'if-match': ifMatch }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        // No client may send again behind our back.
        keepalive: false,
        signal: AbortSignal.timeout(PATIENCE),
      })
      const { status, headers } = answer
      const text = await answer.text()
      return { status, text, etag: headers.get('etag'), replayed: headers.has('idempotency-replayed') }
    } catch {
      this.counts.unanswered++
      return null
    }
  }
}
