import { afterEach } from 'bun:test'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createServer as createRaw } from 'node:net'
import { asc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { webhookDeliveries } from '#db/schema.ts'
import { startDelivery } from '#src/background/loop.ts'
import type { Delivery } from '#src/domain/webhook/webhook.ts'
import { networksOf } from '#src/runtime/network.ts'
import { createWebhook } from '#src/webhooks/actions.ts'
import { webhookHandler } from '#src/webhooks/handler.ts'
import { deliveryById } from '#src/webhooks/queries.ts'
import { anAdmin } from '#tests/support/world.ts'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string; at: number }
type Ending = () => Promise<unknown>

const endings: Ending[] = []

/** Each file that uses these calls it once: a hook belongs to the file that registers it. */
export const endThemAfterEachTest = () =>
  afterEach(async () => {
    await Promise.all(endings.splice(0).map((end) => end()))
  })

export const LOOPBACK = networksOf('127.0.0.0/8')!

/** A real server on this machine; `answer` has the number of the request, from 1. */
export async function aReceiver(answer: (reply: ServerResponse, count: number) => void = (reply) => reply.end()) {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '', at: performance.now() })
      answer(reply, received.length)
    })
    request.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, port, received }
}

/** A server that says whatever bytes it likes once something was asked. */
export async function aRawReceiver(say: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const closed: number[] = []
  const server = createRaw((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      closed.push(performance.now())
    })
    socket.once('data', () => say(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, sockets, closed }
}

/** Sends, with short delays, to this machine too. */
export function sending({ poll = 20, ...changes }: { poll?: number } & Parameters<typeof webhookHandler>[0] = {}) {
  const quick = { retryAfter: (tries: number) => (tries < 4 ? 30 : null), timeout: 15_000 }
  const webhook = webhookHandler({ ...quick, allowed: LOOPBACK, ...changes })
  const delivery = startDelivery({ webhook }, { pace: { poll }, tasks: [] })
  endings.unshift(() => delivery.stop())
  return delivery
}

export async function aWebhook(url: string, types: string[] = []) {
  return createWebhook(await anAdmin(), { name: 'Accounting', url, types })
}

/** Its deliveries, the oldest first, with their attempts. */
export async function logOf(webhookId: string): Promise<Delivery[]> {
  const rows = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(asc(webhookDeliveries.createdAt), asc(webhookDeliveries.id))
  return Promise.all(rows.map(({ id }) => deliveryById(webhookId, id)))
}

export async function until(isSo: () => boolean | Promise<boolean>, what = 'what was waited for'): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`It did not happen: ${what}`)
    await Bun.sleep(10)
  }
}

/** When nothing waits any more. */
export const settled = (webhookId: string): Promise<void> =>
  until(async () => {
    const log = await logOf(webhookId)
    return log.length > 0 && log.every(({ status }) => status !== 'waiting')
  }, 'that all is sent or given up')
