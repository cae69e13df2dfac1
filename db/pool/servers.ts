import { withTimeLimit } from '#db/connect/time-limit.ts'
import { DatabaseOverdue } from './failure.ts'

/** The timeline is 0 on a standby. */
export type Condition = { readOnly: boolean; busy: number; version: number; timeline: number } | { error: unknown }

/** In milliseconds, for a server that was silent the last time, and for all once one was promoted. */
const PROMPT = 500

interface Server {
  condition: Condition
  question: Promise<void> | undefined
  silent: boolean
}

export class Servers {
  readonly #servers: Server[]
  #newest = 0

  constructor(
    count: number,
    readonly ask: (server: number) => Promise<Condition>,
  ) {
    this.#servers = Array.from({ length: count }, () => ({ condition: NO_ANSWER, question: undefined, silent: false }))
  }

  get newest(): number {
    return this.#newest
  }

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
    return this.#servers.map(({ condition, question }) => (question ? NO_ANSWER : condition))
  }

  /** A promotion raises the timeline; writes to an older one are lost. A single address may lead to any server. */
  isDeposed(condition: Condition): boolean {
    return (
      this.#servers.length > 1 && !('error' in condition) && condition.timeline > 0 && condition.timeline < this.#newest
    )
  }

  #answer(server: Server, place: number): Promise<void> {
    server.question ??= (async () => {
      const asked = performance.now()
      server.condition = await this.ask(place)
      server.question = undefined
      server.silent = 'error' in server.condition && performance.now() - asked > PROMPT
      if (!('error' in server.condition)) this.#newest = Math.max(this.#newest, server.condition.timeline)
    })()
    return server.question
  }
}

const NO_ANSWER: Condition = { error: new DatabaseOverdue('No answer.') }
