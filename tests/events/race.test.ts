import { afterEach, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Actor } from '#src/domain/account/account.ts'
import { type Numbering, startNumbering } from '#src/events/numbering.ts'
import { readEvents } from '#src/events/reading.ts'
import { recordChange } from '#src/events/record.ts'
import { publicTransaction } from '#src/writes/transaction.ts'
import { ROOT } from '#tests/support/root.ts'
import { anAgent } from '#tests/support/world.ts'
import { numberAll } from './reading.ts'

// Whoever waits is woken by what comes, at whatever moment it comes. They look again after three seconds by themselves:
// who looks sooner was woken.

const BY_THEMSELVES = 2990

let numbering: Numbering | undefined
beforeEach(() => {
  numbering = startNumbering()
})
afterEach(() => numbering?.stop())

const change = ({ id }: Actor, sleep = 0) =>
  publicTransaction(async (tx) => {
    await recordChange(tx, 'A writer', { type: 'account.edited', subjectId: id, also: [id] })
    await Bun.sleep(sleep)
  })

async function aWaiter() {
  const agent: Actor = await anAgent()
  const left = new AbortController().signal
  let looks: number[] = []
  const look = async () => {
    looks.push(performance.now())
    return agent
  }
  const read = (after: Parameters<typeof readEvents>[1]['after'], wait: number) =>
    readEvents(look, { after, wait, limit: 100, types: [] }, left)
  let { next } = await read('now', 0)
  return {
    agent,
    /** How long they had waited when they looked and found the change, in milliseconds. */
    async waitsFor(change: () => Promise<unknown>): Promise<number> {
      looks = []
      const answer = read(next, 20)
      await change()
      const { events, next: place } = await answer
      expect(events.map(({ subject }) => subject.id)).toEqual([agent.id])
      next = place
      const [before = 0, found = before] = looks.slice(-2)
      return found - before
    },
  }
}

/** Before, at and after each of the looks of who waits, each commit taking its time or none. */
async function longestOf(rounds: number): Promise<number> {
  const { agent, waitsFor } = await aWaiter()
  let longest = 0
  for (let round = 0; round < rounds; round++) {
    const took = await waitsFor(async () => {
      await Bun.sleep(Math.random() ** 3 * 30)
      return change(agent, Math.random() < 0.3 ? Math.random() * 8 : 0)
    })
    longest = Math.max(longest, took)
    if (longest > BY_THEMSELVES) break
  }
  return longest
}

test('a thousand times, by four who wait, while another process writes and numbers too', async () => {
  const writer = Bun.spawn([process.execPath, join(import.meta.dir, 'writer.ts'), '3', '60'], {
    cwd: ROOT,
    env: process.env,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  try {
    const longest = Math.max(...(await Promise.all([1, 2, 3, 4].map(() => longestOf(250)))))
    expect(longest).toBeLessThan(BY_THEMSELVES)
  } finally {
    writer.kill('SIGKILL')
    await writer.exited
  }
}, 120_000)

test('hundreds of times by one who waits alone, while numbering ends and begins again', async () => {
  let isOver = false
  const restarts = (async () => {
    while (!isOver) {
      await Bun.sleep(Math.random() * 60)
      await numbering?.stop()
      numbering = startNumbering()
    }
  })()
  const longest = await longestOf(300)
  isOver = true
  await restarts
  expect(longest).toBeLessThan(BY_THEMSELVES)
}, 120_000)

test('an event that another process numbers first reaches those who wait here', async () => {
  await numbering?.stop()
  const { agent, waitsFor } = await aWaiter()
  const took = await waitsFor(async () => {
    // By now they have looked.
    await Bun.sleep(300)
    await change(agent)
    await numberAll()
    numbering = startNumbering()
  })
  expect(took).toBeLessThan(BY_THEMSELVES)
}, 30_000)
