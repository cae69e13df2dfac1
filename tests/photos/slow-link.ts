import { connect, createServer } from 'node:net'

/** A phone's poor line: `delay` milliseconds each way, so many bytes a second downwards, shared by all connections. */
export class SlowLink {
  /** Bytes that came down since they were last counted. */
  bytes = 0
  connections = 0
  #free = 0

  constructor(
    readonly delay: number,
    readonly bytesPerSecond: number,
  ) {}

  /** Opens a way over this line to a port; returns the phone's end of it. */
  async to(port: number): Promise<number> {
    const server = createServer((phone) => {
      this.connections++
      const far = connect(port, '127.0.0.1')
      // Connecting takes one round trip before the first byte may go.
      const ready = performance.now() + 2 * this.delay
      phone.on('data', (bytes) => {
        const at = Math.max(ready, performance.now()) + this.delay
        setTimeout(() => far.write(bytes), at - performance.now())
      })
      far.on('data', (bytes: Buffer) => {
        for (let from = 0; from < bytes.length; from += 1400) {
          const packet = bytes.subarray(from, from + 1400)
          this.bytes += packet.length
          this.#free = Math.max(this.#free, performance.now()) + (packet.length / this.bytesPerSecond) * 1000
          setTimeout(() => phone.write(packet), this.#free + this.delay - performance.now())
        }
      })
      const end = () => {
        setTimeout(() => phone.destroy(), Math.max(0, this.#free + this.delay - performance.now()) + 5)
        far.destroy()
      }
      for (const socket of [phone, far]) socket.on('error', end).on('close', end)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    server.unref()
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
}
