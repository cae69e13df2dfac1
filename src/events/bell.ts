import { Bell } from '#src/delivery/bell.ts'

const callbacks = new Set<() => void>()

/** Called in every process when events have got their place. `callback` must neither throw nor take long. */
export function onEvents(callback: () => void): () => void {
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
  }
}

export const isHeard = (): boolean => callbacks.size > 0

export function tellOfEvents(): void {
  for (const callback of callbacks) callback()
}

/** Rung when something may have to be numbered. */
export const numberingBell = new Bell()
