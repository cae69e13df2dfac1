import { openSocket } from '#tests/tools/bench/world/world.ts'

const WATCHED = ['jobs', 'job_visits', 'quotes', 'invoices', 'job_events', 'email_notifications', 'users']
const KEYS = 500
/** In milliseconds. */
const PAUSE = 5

type Longest = { seconds: number; table: string }
export type Waits = { read: Longest; write: Longest }
export type Migrated = { what: string; seconds: number; waits: Waits }

/** Reads and writes rows of every large table, one after the other, and notes the longest that any of it took. */
export class WaitWatch {
  readonly #sql
  #rows: [table: string, id: string][] = []
  #longest: Waits = noWaits()
  #turns = { read: 0, write: 0 }
  #stopped = false
  #ended: Promise<unknown> = Promise.resolve()

  constructor(socketFolder: string) {
    this.#sql = openSocket(socketFolder, { max: 2 })
  }

  async begin(): Promise<void> {
    const lists = await Promise.all(
      WATCHED.map(async (table) => {
        const rows: { id: string }[] = await this.#sql.unsafe(`select id::text as id from ${table} limit ${KEYS}`)
        return rows.map(({ id }): [string, string] => [table, id])
      }),
    )
    // The tables in turn, and another row each time.
    for (let at = 0; at < KEYS; at++) this.#rows.push(...lists.flatMap((rows) => rows.slice(at, at + 1)))
    this.#ended = Promise.all([
      this.#watch('read', (table, id) => `select from ${table} where id = '${id}'`),
      this.#watch('write', (table, id) => `update ${table} set created_at = created_at where id = '${id}'`),
    ])
  }

  /** The longest since it was last asked, of what has begun by now. */
  async take(): Promise<Waits> {
    const { read, write } = this.#turns
    while (this.#turns.read === read || this.#turns.write === write) await Bun.sleep(PAUSE)
    const longest = this.#longest
    this.#longest = noWaits()
    return longest
  }

  async end(): Promise<void> {
    this.#stopped = true
    await this.#ended
    await this.#sql.close()
  }

  async #watch(kind: keyof Waits, statement: (table: string, id: string) => string): Promise<void> {
    for (let at = 0; !this.#stopped; at = (at + 1) % this.#rows.length) {
      const [table, id] = this.#rows[at]!
      const begin = performance.now()
      await this.#sql.unsafe(statement(table, id))
      const seconds = (performance.now() - begin) / 1000
      if (seconds > this.#longest[kind].seconds) this.#longest[kind] = { seconds, table }
      this.#turns[kind]++
      await Bun.sleep(PAUSE)
    }
  }
}

const noWaits = (): Waits => ({ read: { seconds: 0, table: '' }, write: { seconds: 0, table: '' } })
