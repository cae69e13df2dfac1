import { createServer, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type WeakLine = {
  /** The server behind it, as a browser asks it: 'http://localhost:41234' */
  url: string
  /** Every connection is closed, and no new one is taken until `mend`. */
  cut(): void
  mend(): void
  /** From now on each answer waits so long, and comes at so many bytes a millisecond, one after the other. */
  delay(milliseconds: number, pace?: number): void
  /** Answers in the server's stead; null leaves it to the server. */
  answer(instead: ((path: string, response: ServerResponse, method?: string) => boolean) | null): void
  /** What is asked of the path is passed on once it is let go, by calling what this returns. */
  hold(path: string): () => void
  /** The server answers the next of these at once, and the answer is passed on once it is let go. */
  holdAnswer(path: string): () => void
  /** The server has done what is asked, and its answer never comes; null for none. */
  lose(which: ((path: string, method?: string) => boolean) | null): void
  readonly asked: string[]
  close(): Promise<void>
}

/** Between a browser and the server, which no route of Playwright is for what a service worker asks. */
export async function weakLine(server: string): Promise<WeakLine> {
  const target = new URL(server)
  const sockets = new Set<Socket>()
  const asked: string[] = []
  let [isCut, wait, rate, free] = [false, 0, Number.POSITIVE_INFINITY, 0]
  let instead: ((path: string, response: ServerResponse, method?: string) => boolean) | null = null
  const held = new Map<string, Promise<void>>()
  const answersHeld = new Map<string, Promise<void>>()
  let isLost: ((path: string, method?: string) => boolean) | null = null
  const proxy = createServer(async (incoming, response) => {
    const { method, url: path = '/', headers } = incoming
    asked.push(`${method} ${path}`)
    if (instead?.(path, response, method)) return
    await held.get(path)
    const answerHeld = answersHeld.get(path)
    answersHeld.delete(path)
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, async (answer) => {
      const asked = Date.now()
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      await answerHeld
      if (isLost?.(path, method)) return response.destroy()
      const body = Buffer.concat(parts)
      const start = Math.max(asked + wait, free)
      free = start + body.length / rate
      setTimeout(() => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders).flushHeaders()
        setTimeout(() => response.end(body), body.length / rate)
      }, start - asked)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  proxy.on('connection', (socket: Socket) => {
    if (isCut) return socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await new Promise<number>((resolve) =>
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )
  return {
    url: `http://localhost:${port}`,
    asked,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
    delay(milliseconds, pace = Number.POSITIVE_INFINITY) {
      wait = milliseconds
      rate = pace
      free = 0
    },
    answer(other) {
      instead = other
    },
    hold(path) {
      let letGo = () => {}
      held.set(path, new Promise((resolve) => (letGo = resolve)))
      return letGo
    },
    holdAnswer(path) {
      let letGo = () => {}
      answersHeld.set(path, new Promise((resolve) => (letGo = resolve)))
      return letGo
    },
    lose(which) {
      isLost = which
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => proxy.close(() => resolve()))
    },
  }
}

export async function lineTo(server: string, use: (line: WeakLine) => Promise<void>): Promise<void> {
  const line = await weakLine(server)
  await use(line)
  await line.close()
}
