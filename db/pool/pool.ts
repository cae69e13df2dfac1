import type { SQL, TransactionSQL } from 'bun'
import { Turns } from '#src/turns.ts'
import { DatabaseOverdue, isOverdue, isReadOnly, isUnreachable } from './failure.ts'
import { Pending } from './pending.ts'
import { type Condition, Servers } from './servers.ts'

// The driver replaces connections that die, but waits for ever on one that has gone silent, and stays with one server.
// Here its pool is watched, and another takes its place when it is no longer what it should be.

export interface PoolOptions {
  /** How many servers there are to choose from. */
  servers: number
  /** The driver's pool for the server of that place. Connects when it is first used. */
  open(server: number): SQL
  /** Asks a server on a connection of its own. Never throws, and takes a few seconds at most. */
  ask(server: number): Promise<Condition>
  /** Called when new connections, to the server of that place, are used from now on. */
  turned?(server: number): void
  /** Transactions at a time. */
  transactions: number
  /** Longest that a statement may run, in seconds: the server ends it then, and says so. */
  statementSeconds: number
}

/** Silence after which the server is asked whether it works at all, in milliseconds. */
const SILENCE = 3000
/** What the way to the server and back may take on top of the statement. */
const WAY = 3000
/** How long a transaction waits for its turn. */
const TURN = 5000
/** What still runs when its pool is replaced may take this long to end. */
const LAST_WORDS = 1000
const TICK = 500
/** How often it is looked whether another of several servers has been promoted: the old primary does not know. */
const LOOK = 5000

interface Generation {
  server: number
  sql: SQL
  pending: Pending
}

/**
 * A pool of connections to whichever of the servers takes writes, or else to one that answers. Every statement ends
 * within `statementSeconds` and three seconds, with an error if need be, and a server that has gone silent is given up
 * after some five seconds.
 */
export class Pool {
  #current: Generation
  readonly #turns: Turns
  readonly #servers: Servers
  /** A write met a server that cannot write, or a server could not be reached: another may be the right one now. */
  #doubt: 'read-only' | 'unreachable' | undefined
  #timer: Timer | undefined
  #asking = false
  #looked = 0
  #closed = false

  constructor(readonly options: PoolOptions) {
    this.#current = this.#open(0)
    this.#turns = new Turns({ places: options.transactions, patience: TURN })
    this.#servers = new Servers(options.servers, options.ask)
  }

  /** Place of the server that is used. */
  get server(): number {
    return this.#current.server
  }

  /** Statements without an answer, the age of the oldest in milliseconds, transactions that wait for their turn. */
  get load(): { pending: number; oldest: number; waiting: number } {
    const { pending } = this.#current
    return { pending: pending.size, oldest: pending.oldest(), waiting: this.#turns.waiting }
  }

  /** What drizzle asks of the driver. As with the driver, a statement is sent when its answer is waited for. */
  unsafe = (text: string, values?: unknown[]): SQL.Query<unknown> =>
    this.#watch(this.#current, this.#current.sql.unsafe(text, values))

  tagged = (strings: TemplateStringsArray, ...values: unknown[]): SQL.Query<unknown> =>
    this.#watch(this.#current, this.#current.sql(strings, ...values))

  /** A transaction, as the driver's own. Throws DatabaseOverdue when it does not get its turn, or no answer. */
  begin = <T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> =>
    this.#turns.run(
      'everybody',
      () => this.#begin(work),
      () => new DatabaseOverdue('Too many changes at once.'),
    )

  #begin<T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> {
    const generation = this.#current
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let givenUp: Error | undefined
    const giveUp = (error: Error) => {
      givenUp = error
      reject(error)
    }
    // The driver is waited for before the work, which may take its time, and after it.
    let answered = this.#enter(generation, giveUp)
    let ended = false
    generation.sql
      .begin(async (transaction) => {
        answered()
        if (givenUp) throw givenUp
        try {
          return await work(this.#within(generation, transaction))
        } catch (error) {
          // Its connection is silent: so would be the answer to a rollback.
          if (isOverdue(error)) reject(error)
          throw error
        } finally {
          // When its connection dies the driver ends it at once, the work later: then nothing is waited for any more.
          if (!ended) answered = this.#enter(generation, giveUp)
        }
      })
      .then(
        (result) => resolve(result as T),
        (error: unknown) => {
          this.#notice(error)
          reject(error)
        },
      )
      .finally(() => {
        ended = true
        answered()
      })
    return promise
  }

  /** Waits up to `timeout` seconds for what runs, then closes every connection, for good. */
  close = async ({ timeout }: { timeout: number }): Promise<void> => {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#current.sql.close({ timeout })
  }

  /** Asks every server how it is and turns to the best. Returns what they said. */
  async choose(): Promise<Condition[]> {
    const asked = this.#current
    const before = this.#servers.newest
    this.#looked = performance.now()
    const conditions = await this.#servers.conditions()
    if (asked !== this.#current || this.#closed) return conditions
    const primary = this.#primary(conditions)
    const here = conditions[asked.server]
    const silent = asked.pending.oldest() > SILENCE
    const gone = here !== undefined && 'error' in here && isUnreachable(here.error)
    const other = conditions.findIndex((condition) => !('error' in condition) && !this.#servers.isDeposed(condition))
    // A server that is merely slow to say how it is goes on being used.
    const lost = gone && (silent || this.#doubt !== undefined || before === 0)
    const best = primary >= 0 ? primary : lost && other >= 0 ? other : asked.server
    // Nothing was answered for a while, and the server either is not there or works on nothing of ours.
    const idle = here !== undefined && !('error' in here) && here.busy === 0
    const dead = (gone || idle) && silent
    const demoted = this.#doubt === 'read-only' && primary >= 0
    if (primary >= 0) this.#doubt = undefined
    // A server that is gone answers nothing more; what a deposed one would still confirm is lost.
    const isOver = (gone && silent) || (here !== undefined && this.#servers.isDeposed(here))
    if (dead || demoted || best !== asked.server) this.#replace(best, isOver ? 0 : LAST_WORDS)
    return conditions
  }

  /** Place of the server that takes writes: on the newest timeline, and of several there the one that is used; else -1. */
  #primary(conditions: Condition[]): number {
    const writable = conditions.map(
      (condition) => !('error' in condition) && !condition.readOnly && !this.#servers.isDeposed(condition),
    )
    return writable[this.server] ? this.server : writable.indexOf(true)
  }

  #open(server: number): Generation {
    return { server, sql: this.options.open(server), pending: new Pending() }
  }

  #replace(server: number, patience: number): void {
    const { sql, pending } = this.#current
    this.#current = this.#open(server)
    this.options.turned?.(server)
    sql.close({ timeout: patience / 1000 }).catch(() => {})
    // Whatever the driver makes of connections on which nothing comes any more.
    setTimeout(() => pending.expire(0), patience + TICK)
  }

  #within(generation: Generation, transaction: TransactionSQL): TransactionSQL {
    const within = {
      unsafe: (text: string, values?: unknown[]) => this.#watch(generation, transaction.unsafe(text, values)),
      savepoint: <T>(work: (inner: TransactionSQL) => Promise<T>) =>
        transaction.savepoint((inner) => work(this.#within(generation, inner))),
    }
    // What drizzle uses of it.
    return within as unknown as TransactionSQL
  }

  /** The same statement, whose answer is waited for within bounds. Hot: it costs a microsecond for each statement. */
  #watch<Q extends SQL.Query<unknown>>(generation: Generation, query: Q): Q {
    const send = query.then
    let answer: Promise<unknown> | undefined
    // biome-ignore lint/suspicious/noThenProperty: a query has one, which sends it
    query.then = ((done, failed) => {
      answer ??= this.#answerOf(generation, query, send)
      return answer.then(done as never, failed)
    }) as Q['then']
    return query
  }

  #answerOf({ pending }: Generation, query: SQL.Query<unknown>, send: SQL.Query<unknown>['then']): Promise<unknown> {
    this.#wake()
    return new Promise((resolve, reject) => {
      const entry = pending.enter(reject)
      send.call(
        query,
        (rows) => {
          pending.leave(entry)
          resolve(rows)
        },
        (error) => {
          pending.leave(entry)
          this.#notice(error)
          reject(error)
        },
      )
    })
  }

  #enter({ pending }: Generation, giveUp: (error: Error) => void): () => void {
    this.#wake()
    const entry = pending.enter(giveUp)
    return () => pending.leave(entry)
  }

  #notice(error: unknown): void {
    if (isReadOnly(error)) this.#doubt = 'read-only'
    else if (this.options.servers > 1 && isUnreachable(error)) this.#doubt ??= 'unreachable'
    if (this.#doubt) this.#wake()
  }

  #wake(): void {
    if (this.#closed) return
    this.#timer ??= setInterval(this.#tick, TICK).unref()
  }

  #tick = (): void => {
    const { pending } = this.#current
    pending.expire(this.options.statementSeconds * 1000 + WAY)
    const isTime = this.options.servers > 1 && performance.now() - this.#looked > LOOK
    if (!this.#asking && (this.#doubt || isTime || pending.oldest() > SILENCE)) {
      this.#asking = true
      this.choose().finally(() => {
        this.#asking = false
      })
    } else if (!this.#doubt && pending.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }
}
