const callbacks = new Set<() => void>()

/** Called in this process when something was queued here. Returns what ends it. */
export function onQueued(callback: () => void): () => void {
  callbacks.add(callback)
  return () => {
    callbacks.delete(callback)
  }
}

export function tellOfQueued(): void {
  for (const callback of callbacks) callback()
}
