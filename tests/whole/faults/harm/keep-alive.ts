import { connect, type Socket } from 'node:net'
import type { Person } from '#tests/whole/faults/load/person.ts'

/** A request of a visitor. `status` is null when the connection ended before its answer. Times as in Write. */
export type Visit = { name: string; status: number | null; sent: number; took: number; reads: boolean }

/**
 * Somebody with a browser's lasting connection, who alternately reads and raises a job without a pause. Unlike a browser
 * they repeat nothing: what is lost is told. A connection that is closed between two requests is made anew.
 */
export function startVisitor(who: Person, name: string): { visits: Visit[]; stop(): Promise<Visit[]> } {
  const visits: Visit[] = []
  let ended = false
  let line: Line | undefined
  const all = (async () => {
    for (let n = 0; !ended; n++) {
      const reads = n % 2 === 0
      const raised = `${name} ${n}`
      if (!line?.isOpen()) line = new Line(new URL(who.url))
      const sent = performance.now()
      const status = await line.ask(reads ? recent(who) : raise(who, raised))
      visits.push({ name: raised, status, sent, took: performance.now() - sent, reads })
      await Bun.sleep(10)
    }
    line?.end()
  })()
  const stop = async () => {
    ended = true
    await all
    return visits
  }
  return { visits, stop }
}

const recent = ({ url, cookie }: Person) =>
  `GET /api/jobs/recent HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n\r\n`

function raise({ url, cookie }: Person, propertyName: string): string {
  const body = JSON.stringify({
    ...{ estateAgentName: 'Olivia Hart', estateAgency: 'Rightway Lettings', propertyName },
    ...{ propertyAddress: '12 Mill Lane', issueDescription: 'The boiler loses pressure every night.' },
  })
  const head = `POST /api/jobs HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** One connection, one request at a time. */
class Line {
  readonly #socket: Socket
  #answer = ''
  #open = true
  #settle: ((status: number | null) => void) | undefined

  constructor({ hostname, port }: URL) {
    this.#socket = connect(Number(port), hostname)
    this.#socket.on('data', (bytes) => this.#take(bytes.toString('latin1')))
    this.#socket.on('error', () => this.#socket.destroy())
    this.#socket.on('close', () => {
      this.#open = false
      this.#settle?.(null)
    })
  }

  isOpen = () => this.#open
  end = () => this.#socket.destroy()

  ask(request: string): Promise<number | null> {
    this.#answer = ''
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#socket.write(request)
    })
  }

  #take(text: string): void {
    this.#answer += text
    const end = this.#answer.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#answer.slice(0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const body = this.#answer.slice(end + 4)
    const whole = length !== undefined ? body.length >= Number(length) : body.endsWith('0\r\n\r\n')
    if (!whole) return
    if (/\r\nconnection: *close/i.test(head)) {
      this.#open = false
      this.#socket.destroy()
    }
    const settle = this.#settle
    this.#settle = undefined
    settle?.(Number(head.split(' ')[1]))
  }
}
