import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import { Pool } from '#db/pool/failover-pool.ts'
import { DatabaseOverdue } from '#db/pool/failure.ts'
import type { Condition } from '#db/pool/servers.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'

// Which of several servers the pool turns to, by what they say of themselves.

const primary = (timeline: number): Condition => ({ readOnly: false, busy: 0, version: 150000, timeline })
const standby: Condition = { readOnly: true, busy: 0, version: 150000, timeline: 0 }
const refused: Condition = {
  error: new SQL.PostgresError('Connection closed', { code: 'ERR_POSTGRES_CONNECTION_CLOSED' } as never),
}
/** As db/connect/client.ts asks a server that accepts a connection and says nothing. */
const silent = async (): Promise<Condition> => {
  await Bun.sleep(2000)
  return { error: new DatabaseOverdue('No answer.') }
}

type Answer = Condition | (() => Promise<Condition>)

/** A pool whose servers answer as they are told. */
function aPool(...answers: Answer[]) {
  const pool = new Pool({
    ...{ servers: answers.length, transactions: 1, statementSeconds: 15 },
    open: () => new SQL('postgres://nobody@127.0.0.1:1/nothing', { max: 1 }),
    ask: async (server) => {
      const answer = answers[server]!
      return typeof answer === 'function' ? answer() : answer
    },
  })
  /** Where it turns to when they answer so, and after how many milliseconds: by the clock, and that it could run. */
  const choose = async (...next: Answer[]) => {
    answers = next
    const began = moment()
    await pool.choose()
    return { server: pool.server, took: performance.now() - began, spent: spent(began) }
  }
  return { pool, choose }
}

const servers = async (rounds: Answer[][]) => {
  const { choose } = aPool(...rounds[0]!)
  const turned: number[] = []
  for (const round of rounds) turned.push((await choose(...round)).server)
  return turned
}

test('of two that take writes it is the one on the newest timeline, wherever it stands', async () => {
  expect(await servers([[primary(1), primary(2)]])).toEqual([1])
  expect(await servers([[primary(3), primary(2)]])).toEqual([0])
  // As numbers: 10 is newer than 9.
  expect(await servers([[primary(9), primary(10), primary(2)]])).toEqual([1])
})

test('of two on the same timeline, as behind two proxies, it is the one in use', async () => {
  expect(
    await servers([
      [refused, primary(2)],
      [primary(2), primary(2)],
      [primary(2), refused],
    ]),
  ).toEqual([1, 1, 0])
})

test('an old primary is not turned to while the new one is away, not even to read', async () => {
  expect(
    await servers([
      [primary(1), standby],
      [refused, primary(2)],
      [primary(1), refused],
      [primary(1), silent],
      [{ ...primary(1), readOnly: true } as Condition, refused],
      [primary(1), primary(2)],
      [primary(3), primary(2)],
    ]),
  ).toEqual([0, 1, 1, 1, 1, 1, 0])
}, 10_000)

test('a single address may lead to any server: what it says last counts', async () => {
  const { pool, choose } = aPool(primary(2))
  await choose(primary(2))
  const old = await choose(primary(1))
  expect(old.server).toBe(0)
  expect(pool.server).toBe(0)
})

test('a silent server is waited for once, and holds up nobody after that', async () => {
  const { choose } = aPool(silent, standby)
  const first = await choose(silent, standby)
  expect(first.took).toBeGreaterThan(1900)
  for (const _ of [1, 2, 3]) expect((await choose(silent, standby)).spent).toBeLessThan(900)
  const found = await choose(silent, primary(2))
  expect(found.server).toBe(1)
  expect(found.spent).toBeLessThan(900)
}, 10_000)

test('a server that takes its time is waited for: it may be the new primary', async () => {
  const slow = async () => {
    await Bun.sleep(1200)
    return primary(2)
  }
  const { choose } = aPool(primary(1), slow)
  expect((await choose(primary(1), slow)).server).toBe(1)
})

test('a silent one that answers promptly again is heard, however old its silence', async () => {
  const { choose } = aPool(primary(1), silent)
  await choose(primary(1), silent)
  const again = async () => {
    await Bun.sleep(200)
    return primary(2)
  }
  expect((await choose(primary(1), again)).server).toBe(1)
}, 10_000)

test('when one was promoted the one that fell silent is not waited for', async () => {
  const { choose } = aPool(primary(1), standby)
  await choose(primary(1), standby)
  const { server, spent } = await choose(silent, primary(2))
  expect(server).toBe(1)
  expect(spent).toBeLessThan(900)
})
