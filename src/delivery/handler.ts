import type { Tx } from '#db/client.ts'
import type { WorkKind } from './queue.ts'
import type { Rate } from './rate.ts'

/** Thrown by work that no repetition helps. Administrators see the message. */
export class PermanentFailure extends Error {}

/** Thrown when the server takes none of this work now: the rest need not be tried until it takes this. */
export class ServerAway extends Error {}

export type Handler = {
  /** Runs outside any transaction, and again after a success that could not be written down. */
  work(subject: string, signal: AbortSignal): Promise<void>
  /** Writes the success down, in the transaction that takes the row off the outbox. */
  done?(tx: Tx, subject: string): Promise<void>
  postponed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** Writes down that it failed for good. Without this the work is tried for ever. */
  failed?(tx: Tx, subject: string, reason: string): Promise<void>
  rate?: Rate
  /** Called when work pauses because the server is away, and when it is known to be there. */
  serverIs?(there: boolean): Promise<void>
  close?(): void
}

export type Handlers = Record<WorkKind, Handler>
