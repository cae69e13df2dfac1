import { isWhole } from './load.ts'

export type Reply = { status: number; head: string; body: Buffer; milliseconds: number }

type Waiting = { sent: number; resolve: (reply: Reply) => void; reject: (error: Error) => void }

/** A connection that sends one request after the other, of whatever kind. */
export class Client {
  #socket!: Bun.Socket
  #waiting: Waiting | undefined
  #received: Buffer = Buffer.alloc(0)
  /** What the socket would not take yet. */
  #unsent: Uint8Array = new Uint8Array()
  readonly port: number

  private constructor(port: number) {
    this.port = port
  }

  static async open(port: number): Promise<Client> {
    const client = new Client(port)
    client.#socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: {
        data: (_, chunk) => client.#take(chunk),
        drain: () => client.#write(client.#unsent),
        close: () => client.#waiting?.reject(new Error('The connection was closed')),
        error: (_, error) => client.#waiting?.reject(error),
      },
    })
    return client
  }

  send(request: Uint8Array): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { sent: performance.now(), resolve, reject }
      this.#write(request)
    })
  }

  #write(bytes: Uint8Array): void {
    this.#unsent = bytes.subarray(this.#socket.write(bytes))
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk
    const waiting = this.#waiting
    if (!waiting || !isWhole(this.#received)) return
    const received = this.#received
    this.#received = Buffer.alloc(0)
    this.#waiting = undefined
    const end = received.indexOf('\r\n\r\n')
    waiting.resolve({
      status: Number(received.toString('latin1', 9, 12)),
      head: received.toString('latin1', 0, end + 2),
      body: received.subarray(end + 4),
      milliseconds: performance.now() - waiting.sent,
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.end()
  }
}

type Asked = { method?: string; headers?: Record<string, string>; body?: Uint8Array | string; type?: string }

export function requestTo(path: string, { method = 'GET', headers = {}, body, type }: Asked = {}): Uint8Array {
  const content = typeof body === 'string' ? Buffer.from(body) : body
  const all: Record<string, string> = { host: '127.0.0.1', ...headers }
  if (content) Object.assign(all, { 'content-type': type ?? 'application/json', 'content-length': content.length })
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return content ? Buffer.concat([head, content]) : head
}

export const headerOf = ({ head }: Reply, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: ([^\\r]*)\\r`, 'i').exec(head)?.[1]
