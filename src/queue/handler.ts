import type { Tx } from '#db/connect/client.ts'
import type { WorkKind } from './queue.ts'
import type { Rate } from './rate.ts'

/** Repeating would not help. Administrators see the message. */
export class PermanentFailure extends Error {}

/** The server takes none of this work now, so only one piece is tried until it does. */
export class ServerAway extends Error {}

export type Handler = {
  /** Runs outside any transaction, and again after a success that could not be recorded. */
  work(subject: string, signal: AbortSignal): Promise<void>
  done?(tx: Tx, subject: string): Promise<void>
  postponed?(tx: Tx, subject: string, reason: string): Promise<void>
  /** Without this the work is tried for ever. */
  failed?(tx: Tx, subject: string, reason: string): Promise<void>
  rate?: Rate
  serverIs?(there: boolean): Promise<void>
  close?(): void
}

export type Handlers = Record<WorkKind, Handler>
