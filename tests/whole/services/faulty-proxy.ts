import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** What becomes of a request. */
export type Trouble =
  /** It is taken, and never answered. */
  | 'silent'
  /** The connection is reset as soon as the request has come. */
  | 'reset'
  /** It is answered with this status by the proxy itself; `xml` stands beside S3's code. */
  | { status: number; code?: string; xml?: string }
  /** The connection is reset after so many bytes of the answer, or of the request. */
  | { cutAnswerAt: number }
  | { cutRequestAt: number }
  /** So many bytes of the answer come, and then no more. */
  | { stallAnswerAt: number }
  /** So many bytes a second go each way. */
  | { bytesPerSecond: number }

export type FaultyProxy = {
  /** 'http://127.0.0.1:port' */
  endpoint: string
  /** Requests that came, whatever became of them: 'PUT /bucket/key'. */
  requests: string[]
  /** Connections that are open now. */
  open(): number
  /** What becomes of every request from now on; null: nothing bad. */
  trouble: Trouble | null
  /** What becomes of the next requests, one each, before `trouble` applies. */
  next: Trouble[]
  /** Breaks every connection off. */
  hangUp(): void
  stop(): void
}

/**
 * An HTTP proxy that misbehaves when it is told to. Between it and `target` there is a connection for every request, so that
 * each request has its own fate; what is sent goes through byte by byte, so that signatures stay right.
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    keep(client)
    readRequest(client, (request) => {
      proxy.requests.push(request.line)
      meet(client, request, proxy.next.shift() ?? proxy.trouble)
    })
  })
  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }

  function meet(client: Socket, request: Request, trouble: Trouble | null): void {
    if (trouble === 'silent') return void client.resume()
    if (trouble === 'reset') return void client.resetAndDestroy()
    if (trouble !== null && 'status' in trouble) {
      refuse(client, request, trouble)
      return
    }
    const upstream = keep(connect(Number(port), hostname))
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    const cut = () => {
      client.resetAndDestroy()
      upstream.destroy()
    }
    client.on('close', end)
    upstream.on('error', cut)
    const [to, from] = ways(trouble, cut)
    to.pipe(upstream)
    to.write(request.head)
    to.write(request.rest)
    client.pipe(to)
    upstream.pipe(from).pipe(client)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests: [],
    open: () => sockets.size,
    trouble: null,
    next: [],
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
    stop: () => {
      server.close()
      proxy.hangUp()
    },
  }
  return proxy
}

type Request = { line: string; length: number; head: Buffer; rest: Buffer }

/** Waits for the head of a connection's only request. The server behind is asked to close after it, so the client is too. */
function readRequest(client: Socket, then: (request: Request) => void): void {
  let seen = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    seen = Buffer.concat([seen, chunk])
    const end = seen.indexOf('\r\n\r\n')
    if (end === -1) return
    client.off('data', read)
    client.pause()
    const [first, ...headers] = seen.toString('latin1', 0, end).split('\r\n')
    const kept = headers.filter((header) => !/^(connection|keep-alive):/i.test(header))
    const head = [first, ...kept, 'Connection: close', '', ''].join('\r\n')
    const length = Number(headers.map((header) => /^content-length: *(\d+)/i.exec(header)?.[1]).find(Boolean) ?? 0)
    const [method, path] = first!.split(' ')
    const line = `${method} ${path?.split('?')[0]}`
    then({ line, length, head: Buffer.from(head, 'latin1'), rest: seen.subarray(end + 4) })
  }
  client.on('data', read)
}

type Refusal = Extract<Trouble, { status: number }>

/** Takes the whole body before it answers: who answers earlier may be cut off before the answer is read. */
function refuse(client: Socket, { length, rest }: Request, { status, code = 'Trouble', xml = '' }: Refusal) {
  let missing = length - rest.length
  const answer = () => {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code>${xml}</Error>`
    const head = `HTTP/1.1 ${status} Trouble\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}`
    client.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
  }
  if (missing <= 0) answer()
  client.on('data', (chunk: Buffer) => {
    missing -= chunk.length
    if (missing <= 0) answer()
  })
  client.resume()
}

/** What the request and the answer go through. */
function ways(trouble: Exclude<Trouble, string | Refusal> | null, cut: () => void): [Transform, Transform] {
  const free = () => new Transform({ transform: (chunk, _, done) => done(null, chunk) })
  if (trouble === null) return [free(), free()]
  if ('bytesPerSecond' in trouble) return [slow(trouble.bytesPerSecond), slow(trouble.bytesPerSecond)]
  if ('cutRequestAt' in trouble) return [upTo(trouble.cutRequestAt, cut), free()]
  if ('cutAnswerAt' in trouble) return [free(), upTo(trouble.cutAnswerAt, cut)]
  return [free(), upTo(trouble.stallAnswerAt, () => {})]
}

function upTo(bytes: number, then: () => void): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (left <= 0) return // never done: the rest waits behind it
      const part = chunk.subarray(0, left)
      left -= part.length
      this.push(part)
      if (left > 0) return done()
      // What was let through is on its way first.
      setTimeout(then, 20)
    },
  })
}

function slow(bytesPerSecond: number): Transform {
  const step = Math.max(1, Math.floor(bytesPerSecond / 20))
  return new Transform({
    async transform(chunk: Buffer, _, done) {
      for (let at = 0; at < chunk.length; at += step) {
        const part = chunk.subarray(at, at + step)
        await Bun.sleep((part.length / bytesPerSecond) * 1000)
        this.push(part)
      }
      done()
    },
  })
}
