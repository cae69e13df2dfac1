import type { Tx } from '#db/client.ts'
import type { WorkKind } from './queue.ts'
import type { Rate } from './rate.ts'

/** Thrown by work that no repetition helps. The message is shown to administrators. */
export class PermanentFailure extends Error {}

/** Thrown by work when whoever does it does none of it now: the rest need not be tried until this has been tried again. */
export class ServerAway extends Error {}

/** How one kind of outbox row is worked off. */
export type Handler = {
  /**
   * Does it, outside any transaction. Throws PermanentFailure, ServerAway, or anything else to be called again later.
   * It may be called again after it succeeded, when the process died before that was written down.
   */
  work(subject: string, signal: AbortSignal): Promise<void>
  /** Writes down that it is done, in the transaction that takes the row off the outbox. */
  done?(tx: Tx, subject: string): Promise<void>
  /** Writes down why it was not done this time; it will be tried again. */
  postponed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** Writes down that it never will be. Without this the work is tried for ever. */
  failed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** How often it may be done, all processes together. */
  rate?: Rate
  /** Told when work is paused because the server is away, and when it is known to be there. */
  serverIs?(there: boolean): Promise<void>
  /** Called once, after the last work. */
  close?(): void
}

export type Handlers = Record<WorkKind, Handler>
