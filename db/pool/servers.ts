import { withTimeLimit } from '#db/time-limit.ts'
import { DatabaseOverdue } from './failure.ts'

/** What a server says of itself on a new connection, or why it says nothing. The timeline is 0 on a standby. */
export type Condition = { readOnly: boolean; busy: number; version: number; timeline: number } | { error: unknown }

/** How long is waited for a server that gave no answer the last time, and for any once another was promoted. Milliseconds. */
const PROMPT = 500

interface Server {
  said: Condition
  question: Promise<void> | undefined
  silent: boolean
}

/**
 * A primary and its standbys. A promotion begins a timeline with a higher number: of two servers that both take writes
 * the one on the newer is the primary, and what the other is told will be lost.
 */
export class Servers {
  readonly #servers: Server[]
  #newest = 0

  /** `ask` asks the server of that place. It never throws, and takes a few seconds at most. */
  constructor(
    count: number,
    readonly ask: (server: number) => Promise<Condition>,
  ) {
    this.#servers = Array.from({ length: count }, () => ({ said: NO_ANSWER, question: undefined, silent: false }))
  }

  /** The newest timeline that any server has been on since the start; 0 when none has taken writes. */
  get newest(): number {
    return this.#newest
  }

  /** How each server is. Those that were silent before are not waited for long, nor is anybody once one was promoted. */
  async conditions(): Promise<Condition[]> {
    const before = this.#newest
    const promotion = Promise.withResolvers<void>()
    const silent = this.#servers.map((server) => server.silent)
    const answers = this.#servers.map(async (server, place) => {
      await this.#answer(server, place)
      if (before > 0 && this.#newest > before) promotion.resolve()
    })
    const soon = () => withTimeLimit(PROMPT, Promise.all(answers), null)
    const enough = Promise.all([soon(), ...answers.filter((_, place) => !silent[place])])
    await Promise.race([enough, promotion.promise.then(soon)])
    return this.#servers.map(({ said, question }) => (question ? NO_ANSWER : said))
  }

  /** Whether another has been promoted since this one was. A single address may lead anywhere: what it says counts. */
  isDeposed(condition: Condition): boolean {
    return (
      this.#servers.length > 1 && !('error' in condition) && condition.timeline > 0 && condition.timeline < this.#newest
    )
  }

  #answer(server: Server, place: number): Promise<void> {
    server.question ??= (async () => {
      const asked = performance.now()
      server.said = await this.ask(place)
      server.question = undefined
      server.silent = 'error' in server.said && performance.now() - asked > PROMPT
      if (!('error' in server.said)) this.#newest = Math.max(this.#newest, server.said.timeline)
    })()
    return server.question
  }
}

const NO_ANSWER: Condition = { error: new DatabaseOverdue('No answer.') }
