import { DatabaseOverdue } from './failure.ts'

interface PendingEntry {
  since: number
  giveUp(error: Error): void
}

export class Pending {
  readonly #entries = new Set<PendingEntry>()

  get size(): number {
    return this.#entries.size
  }

  enter(giveUp: (error: Error) => void): PendingEntry {
    const entry = { since: performance.now(), giveUp }
    this.#entries.add(entry)
    return entry
  }

  leave(entry: PendingEntry): void {
    this.#entries.delete(entry)
  }

  oldest(): number {
    for (const { since } of this.#entries) return performance.now() - since
    return 0
  }

  expire(limit: number): void {
    for (const entry of this.#entries) {
      const waited = performance.now() - entry.since
      if (waited < limit) return
      this.#entries.delete(entry)
      entry.giveUp(new DatabaseOverdue(`The database gave no answer within ${Math.round(waited / 1000)} s.`))
    }
  }
}
