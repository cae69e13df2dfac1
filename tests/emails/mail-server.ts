import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An answer of a mail server, such as 450 or 550. */
export const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

type Behaviour = {
  /** Called at each message's recipient; throws a refusal. `tries` counts from 1. */
  recipient?: (tries: number) => void
  /** Breaks the connection off in the middle of this try's message. */
  dropDuring?: number
  options?: SMTPServerOptions
}

/** A real SMTP server in this process. `accepted` are the messages it answered for with 250. */
export class MailServer {
  readonly accepted: Buffer[] = []
  readonly passwords: string[] = []
  tries = 0
  port = 0
  #server: SMTPServer | undefined

  constructor(readonly behaviour: Behaviour = {}) {}

  get url() {
    return `smtp://127.0.0.1:${this.port}`
  }

  async start(port = 0): Promise<this> {
    const { recipient, dropDuring, options } = this.behaviour
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 10,
      onAuth: (auth, _session, callback) => {
        this.passwords.push(auth.password ?? '')
        callback(null, { user: auth.username })
      },
      onRcptTo: (_address, _session, callback) => {
        this.tries++
        try {
          recipient?.(this.tries)
          callback()
        } catch (error) {
          callback(error as Error)
        }
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => {
          if (this.tries === dropDuring) this.#drop(session.id)
          else chunks.push(chunk)
        })
        stream.on('end', () => {
          if (this.tries === dropDuring) return
          this.accepted.push(Buffer.concat(chunks))
          callback()
        })
      },
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
    this.#server = server
    this.port = (server.server.address() as AddressInfo).port
    return this
  }

  #drop(sessionId: string) {
    for (const connection of this.#server!.connections) {
      const { id, _socket } = connection as unknown as { id: string; _socket: { destroy(): void } }
      if (id === sessionId) _socket.destroy()
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server?.close(resolve) ?? resolve())
  }

  /** What was accepted, parsed by a reader that is not ours. */
  read(): Promise<Email[]> {
    return Promise.all(this.accepted.map((bytes) => PostalMime.parse(bytes)))
  }
}
