import { expect, test } from 'bun:test'
import { load } from './load.ts'

/** Answers so many requests, and closes the connection at the next. */
function serving(most: number) {
  let answered = 0
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket) {
        if (answered++ < most) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
        else socket.end()
      },
    },
  })
  return { port: server.port, [Symbol.dispose]: () => server.stop(true) }
}

test('requests are counted until the time is over', async () => {
  using server = serving(Number.POSITIVE_INFINITY)
  const { count, times } = await load({ port: server.port, path: '/', connections: 2, seconds: 0.05 })
  expect(count).toBeGreaterThanOrEqual(2)
  expect(times).toHaveLength(count)
})

test.each([0, 3])(
  'a connection that is closed after %i answers, instead of one more, ends a load with an error',
  async (most) => {
    using server = serving(most)
    const closed = load({ port: server.port, path: '/list', connections: 1, seconds: 5 })
    await expect(closed).rejects.toThrow('GET /list got no answer: its connection was closed')
  },
)

test('an answer with another status ends a load with that answer', async () => {
  using server = serving(3)
  const refused = load({ port: server.port, path: '/list', connections: 1, status: 304 })
  await expect(refused).rejects.toThrow('GET /list answered 200:')
})
