import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

// A wire between two programs that a test can cut or make silent.

export interface Relay {
  port: number
  /** From now on bytes vanish both ways, of connections that exist and (unless `existing`) of new ones. Nothing is closed. */
  silence(which?: 'all' | 'existing'): void
  /** Of connections that exist what the target says vanishes, and nothing else. */
  muffle(): void
  /** New connections work again; those that were silent stay so, as their bytes are lost. */
  restore(): void
  /** New connections go to that port; those that exist stay where they are. */
  lead(target: number): void
  /** Resets every connection. */
  cut(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Passes what arrives on a free port of 127.0.0.1 on to another port, and back. */
export async function startRelay(first: number): Promise<Relay> {
  const pairs = new Set<{ silent: boolean; muffled: boolean; sockets: Socket[] }>()
  let silent = false
  let target = first
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair = { silent, muffled: false, sockets: [near, far] }
    pairs.add(pair)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => {
        if (!pair.silent && !(pair.muffled && from === far)) to.write(bytes)
      })
      from.on('close', () => {
        // Nobody hears of an end either.
        if (!pair.silent) to.destroy()
        if (pair.sockets.every(({ destroyed }) => destroyed)) pairs.delete(pair)
      })
      from.on('error', () => from.destroy())
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
    pairs.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    silence: (which = 'all') => {
      silent = which === 'all'
      for (const pair of pairs) pair.silent = true
    },
    muffle: () => {
      for (const pair of pairs) pair.muffled = true
    },
    restore: () => {
      silent = false
    },
    lead: (to) => {
      target = to
    },
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
