import { type Postmaster, shutDown } from './postmaster.ts'

export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  onDeath: (sentence: string, error?: unknown) => void,
): () => Promise<void> {
  let server = first
  let stopping = false
  const watch = async () => {
    while (true) {
      await server.exited
      if (stopping) return
      onDeath('PostgreSQL ended unexpectedly. Starting it again.')
      for (let pause = 50; !stopping; pause = Math.min(pause * 2, 5000)) {
        try {
          server = await start()
          break
        } catch (error) {
          onDeath('PostgreSQL could not be started.', error)
          await Bun.sleep(pause)
        }
      }
      if (stopping) return
    }
  }
  const watching = watch()
  return async () => {
    stopping = true
    await shutDown(server)
    await watching
    // The server may have been restarted meanwhile.
    await shutDown(server)
  }
}
