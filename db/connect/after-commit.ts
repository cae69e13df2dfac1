import type { Tx } from './client.ts'

const waiting = new WeakMap<Tx, Set<() => void>>()

/** Runs `work`, which must not throw, when the transaction has committed; once, however often it was given. */
export function afterCommit(tx: Tx, work: () => void): void {
  const works = waiting.get(tx) ?? new Set()
  waiting.set(tx, works.add(work))
}

export function hasCommitted(tx: Tx): void {
  for (const work of waiting.get(tx) ?? []) work()
  waiting.delete(tx)
}
