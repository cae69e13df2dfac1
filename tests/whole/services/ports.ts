/** A TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort(): number {
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  taken.stop(true)
  return taken.port
}

/** Waits until something accepts connections on a port of 127.0.0.1. Throws after ten seconds. */
export async function untilListening(port: number, seconds = 10): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; ; ) {
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await Bun.sleep(20)
    }
  }
}
