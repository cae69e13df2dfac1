/** Each test process begins elsewhere and goes on one by one: what it has named and nobody listens on yet no other names. */
let next = process.pid * 211

/** A TCP port of 127.0.0.1 that is free, below those that the system gives to connections: one of them might take it. */
export function freePort(): number {
  while (true) {
    const port = 20_000 + (next++ % 10_000)
    try {
      Bun.listen({ hostname: '127.0.0.1', port, socket: { data() {} } }).stop(true)
      return port
    } catch {
      // Somebody has it.
    }
  }
}

/** Waits until a program answers at `address` with 2xx. False when the program ends before, by itself or by a signal. */
export async function untilAnswering(program: Bun.Subprocess, address: string): Promise<boolean> {
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (program.exitCode !== null || program.signalCode !== null) return false
    await Bun.sleep(20)
  }
  return true
}

/** Waits until something accepts connections on a port of 127.0.0.1. Throws after a minute. */
export async function untilListening(port: number, seconds = 60): Promise<void> {
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
