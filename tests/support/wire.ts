import { connect } from 'node:net'

/** A request as bytes on the wire: what fetch would refuse to send goes too. */
export type WireRequest = {
  method: string
  /** What stands between method and version, as it is. */
  target: string
  headers: [name: string, value: string][]
  body?: Uint8Array
  /** Set where the sender breaks off after its last byte. */
  breaksOff?: boolean
}

export type WireAnswer = { status: number; headers: Headers; text: string }

/** The request in Latin-1, as headers are. */
function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

/** Sends it over a connection of its own. Null when the connection ends without an answer; throws after `patience` ms. */
export function overTheWire(port: number, request: WireRequest, patience = 20_000): Promise<WireAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Uint8Array[] = []
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end after ${patience} ms`))
    }, patience)
    socket.on('connect', () => {
      socket.write(bytesOf(request))
      if (request.breaksOff) socket.end()
    })
    socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
    // Refused halfway, the server may reset the connection after its answer.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parse(Buffer.concat(chunks).toString('latin1')))
    })
  })
}

function parse(raw: string): WireAnswer | null {
  const last = raw.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '')
  const [, status, lines] = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/.exec(last) ?? []
  if (!status) return null
  const headers = new Headers()
  for (const line of lines!.split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(status), headers, text: last.slice(last.indexOf('\r\n\r\n') + 4) }
}
