import type { Tx } from '#db/connect/client.ts'
import type { WorkKind } from '#src/domain/queue.ts'
import type { FailureKind } from '#src/runtime/log.ts'
import type { Pace } from './pace.ts'
import type { Next } from './queue.ts'
import type { Rate } from './rate.ts'

/** Repeating would not help. Administrators see the message. */
export class PermanentFailure extends Error {}

/** The server takes none of this work now, so only one piece is tried until it does. */
export class ServerAway extends Error {}

export type Settle = (tx: Tx) => Promise<Next>

export type Handler = {
  /** Runs outside any transaction, and again after a success that could not be recorded. */
  work(subject: string, signal: AbortSignal): Promise<void> | Promise<Settle>
  postponed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** Without this the work is tried for ever. */
  failed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** What it is in the log when the work's server is away. */
  failure?: FailureKind
  rate?: Rate | undefined
  pace?: Partial<Pace>
  /** How many may be in hand for one receiver in each process, so that a slow one delays only its own. */
  places?: { most: number; fewer(): Iterable<[receiver: string, places: number]> }
  /** Queues what has come about, before each look at the queue. True when there may be more. */
  feed?(wake: () => void): Promise<boolean>
  serverIs?(there: boolean): Promise<void>
  close?(): void
}

export type Handlers = Record<WorkKind, Handler>
