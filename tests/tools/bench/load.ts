export type Load = {
  port: number
  path: string
  headers?: Record<string, string>
  method?: string
  body?: string
  /** Each has one request at a time. */
  connections?: number
  seconds?: number
  /** Milliseconds between an answer and the next request. */
  pause?: number
  status?: number
}

export type Measured = {
  /** A second. */
  rate: number
  count: number
  /** Milliseconds, ascending. */
  times: number[]
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * Sends one request again and again, or what `next` makes. Throws when an answer has another `status`, or does not come.
 * A plain HTTP/1.1 client: fetch costs more than the answers that are measured.
 */
export async function load(
  { port, path, headers = {}, method = 'GET', body = '', connections = 8, seconds = 1, pause = 0, status = 200 }: Load,
  next?: () => { path?: string; body?: string },
): Promise<Measured> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const fixed = next ? null : requestOf(path, body)
  const times: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000

  function requestOf(to: string, content: string): Buffer {
    const length = content ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n` : ''
    return Buffer.from(`${method} ${to} HTTP/1.1\r\n${lines.join('')}${length}\r\n${content}`)
  }
  const request = () => {
    if (fixed) return fixed
    const made = next?.() ?? {}
    return requestOf(made.path ?? path, made.body ?? body)
  }

  const one = () =>
    new Promise<void>((resolve, reject) => {
      let sent = 0
      let received: Buffer = Buffer.alloc(0)
      const send = (socket: Bun.Socket) => {
        sent = performance.now()
        socket.write(request())
      }
      Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: {
          open: send,
          data(socket, chunk) {
            received = received.length ? Buffer.concat([received, chunk]) : chunk
            if (!isWhole(received)) return
            const now = performance.now()
            const got = received.toString('latin1', 9, 12)
            if (got !== String(status)) {
              reject(new Error(`${method} ${path} answered ${got}:\n${received.toString().slice(0, 1000)}`))
              socket.end()
              return
            }
            times.push(now - sent)
            received = Buffer.alloc(0)
            if (now + pause < end) {
              if (pause) setTimeout(send, pause, socket)
              else send(socket)
              return
            }
            resolve()
            socket.end()
          },
          // Ours are settled by then. A load that nobody answered would have figures of nothing.
          close: () => reject(new Error(`${method} ${path} got no answer: its connection was closed`)),
          error: (_, error) => reject(error),
          connectError: (_, error) => reject(error),
        },
      }).catch(reject)
    })
  await Promise.all(Array.from({ length: connections }, one))
  const took = (performance.now() - begin) / 1000
  return { rate: times.length / took, count: times.length, times: times.sort((a, b) => a - b) }
}

export function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(END_OF_HEAD)
  if (headEnd < 0) return false
  const head = received.toString('latin1', 0, headEnd)
  if (/^HTTP\/1\.1 (304|204)/.test(head)) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length) return received.length >= headEnd + 4 + Number(length)
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}

export const quantile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
