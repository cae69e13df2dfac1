import { AsyncLocalStorage } from 'node:async_hooks'
import type { SQL, TransactionSQL } from 'bun'
import { withTimeLimit } from '#db/connect/time-limit.ts'
import { isOfDatabase } from './failure.ts'
import type { Pool } from './pool.ts'

type Standing = { userId: string; mark: string | null; position: string; at: string }

type Part = Pick<Pool, 'unsafe' | 'begin'>
type ReplicaOptions = { primary: Part; replica: Part; used?(isUsed: boolean, reason?: unknown): void }

/** In milliseconds: how long a replica may take to say how far it is, to answer a read, and how long it then rests. */
const PROMPT = 500
const PATIENCE = 3000
const REST = 1000

/** What a replica shows may be this old, unless it has all that the primary had. In seconds, by the primary's clock. */
const OLDEST = 5

const STANDING = `select (select mark::text from last_writes where user_id = $1) as mark,
  pg_current_wal_lsn()::text as position, clock_timestamp()::text as at`

/** A mark is new with each write: a replica that shows the same one has that write, whatever its clock or timeline. */
const PROGRESS = `select pg_is_in_recovery() and (pg_last_wal_replay_lsn() >= $1::pg_lsn
    or pg_last_xact_replay_timestamp() > $2::timestamptz - interval '${OLDEST} s') as fresh,
  (select mark::text from last_writes where user_id = $3) as mark`

const NOBODY = '00000000-0000-0000-0000-000000000000'

interface Progress {
  fresh: boolean
  mark: string | null
}
const LATE: Progress = { fresh: false, mark: null }

/** Sends reads to a replica that has all that the reader has written; else, and whenever it fails, to the primary. */
export class Replica {
  /** The replica's transaction in which a read is; null where it was sent to the primary. */
  static readonly #reading = new AsyncLocalStorage<TransactionSQL | null>()
  #usable = false
  #told: boolean | undefined
  #trying = false
  #restsUntil = 0
  readonly reads = { replica: 0, primary: 0 }

  constructor(readonly options: ReplicaOptions) {}

  static get isReading(): boolean {
    return Boolean(Replica.#reading.getStore())
  }

  unsafe = (text: string, values?: unknown[]): SQL.Query<unknown> =>
    (Replica.#reading.getStore() ?? this.options.primary).unsafe(text, values)

  readsOf(userId: string): <T>(work: () => Promise<T>) => Promise<T> {
    let asked: Promise<Standing> | undefined
    const standing = () => {
      asked ??= this.#standing(userId)
      return asked
    }
    return (work) => this.#read(standing, work)
  }

  async #standing(userId: string): Promise<Standing> {
    const rows: unknown = await this.options.primary.unsafe(STANDING, [userId])
    const [found] = rows as [Omit<Standing, 'userId'>]
    return { userId, ...found }
  }

  /** `work` only reads, and may be begun again. */
  async #read<T>(asked: () => Promise<Standing>, work: () => Promise<T>): Promise<T> {
    if (Replica.#reading.getStore() !== undefined) return work()
    if (!this.#usable) void this.#tryAgain()
    const standing = this.#usable ? await asked().catch(() => null) : null
    const found = standing && (await this.#attempt(standing, work))
    this.reads[found ? 'replica' : 'primary']++
    return found ? found.result : Replica.#reading.run(null, work)
  }

  async #attempt<T>(standing: Standing, work: () => Promise<T>): Promise<{ result: T } | null> {
    const { userId, mark, position, at } = standing
    const progress = Promise.withResolvers<Progress>()
    let isLate = false
    // One connection for all of it: behind a proxy another may lead to a replica that is less far.
    const reading = this.options.replica.begin(async (transaction) => {
      const [found]: [Progress] = await transaction.unsafe(PROGRESS, [position, at, userId])
      progress.resolve(found)
      if (isLate || !found.fresh || found.mark !== mark) return null
      return { result: await Replica.#reading.run(transaction, work) }
    })
    reading.catch(progress.reject)
    try {
      const { fresh } = await withTimeLimit(PROMPT, progress.promise, LATE)
      if (fresh) return await withTimeLimit(PATIENCE, reading, null)
      isLate = true
      this.#rest('It is behind, or does not answer.')
    } catch (error) {
      if (!isOfDatabase(error)) throw error
      this.#rest(error)
    }
    return null
  }

  async #tryAgain(): Promise<void> {
    if (this.#trying || performance.now() < this.#restsUntil) return
    this.#trying = true
    const standing = await this.#standing(NOBODY).catch(() => null)
    if (standing && (await this.#attempt(standing, async () => true))) {
      this.#usable = true
      this.#tell(true)
    }
    this.#trying = false
  }

  #rest(reason: unknown): void {
    this.#usable = false
    this.#restsUntil = performance.now() + REST
    this.#tell(false, reason)
  }

  #tell(isUsed: boolean, reason?: unknown): void {
    if (this.#told !== isUsed) this.options.used?.(isUsed, reason)
    this.#told = isUsed
  }
}
