import { expect, test } from 'bun:test'
import { openSession } from '#src/access/session.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { aCast, aContractor } from '#tests/support/world.ts'
import { Doors } from './doors.ts'
import { Insisting } from './insisting.ts'
import { leftBy, leftInAll } from './left.ts'
import { Life, PLOTS, type Players, type Plot } from './plots.ts'

// A client that repeats itself at random, while requests and answers are lost and processes killed: each operation is done
// once, none is lost, and every repeat gets the first answer. OPERATIONS=1000 for long.

const OPERATIONS = Number(process.env.OPERATIONS ?? 150)
const KILLS = Math.max(2, Math.round(OPERATIONS / 80))
const AT_ONCE = 8

const plots = Object.keys(PLOTS) as Plot[]

async function players(): Promise<Players> {
  const { agent, contractor, admin } = await aCast()
  const playing = async ({ id }: Actor) => ({ id, cookie: await openSession(id, 'test') })
  return {
    agent: await playing(agent),
    contractor: await playing(contractor),
    other: await playing(await aContractor()),
    admin: await playing(admin),
  }
}

test('every operation is done once, however often it is sent, and whatever is lost or killed meanwhile', async () => {
  const began = performance.now()
  const doors = await Doors.open()
  const client = new Insisting(doors)
  const cast = await players()
  const live = (plot: Plot, name: string, calmly: boolean) => {
    const manner = () =>
      calmly
        ? { copies: 1, again: false }
        : { copies: Math.random() < 0.2 ? 2 + Math.floor(Math.random() * 3) : 1, again: Math.random() < 0.2 }
    return PLOTS[plot](new Life(name, cast, client, manner))
  }
  try {
    // What a plot leaves when nothing happens to it.
    const models = new Map<Plot, unknown>()
    for (const plot of plots) {
      await live(plot, `Calm ${plot}`, true)
      models.set(plot, await leftBy(`Calm ${plot}`))
    }

    doors.trouble = 0.25
    let lives = 0
    const named: [Plot, string][] = []
    const work = async () => {
      while (client.done.length < OPERATIONS) {
        const plot = plots[lives % plots.length]!
        const name = `Life ${String(lives++).padStart(4, '0')}`
        named.push([plot, name])
        await live(plot, name, false)
      }
    }
    const kill = async () => {
      for (let count = 1; count <= KILLS; count++) {
        while (client.done.length < (OPERATIONS * count) / (KILLS + 1)) await Bun.sleep(10)
        await doors.kill()
      }
    }
    const working = Promise.all(Array.from({ length: AT_ONCE }, work))
    await Promise.all([working, Promise.race([kill(), working.then(() => Bun.sleep(60_000))])])

    const before = await leftInAll()
    await client.again(client.done, AT_ONCE)
    expect(await leftInAll()).toEqual(before)

    for (const [plot, name] of named) expect([name, await leftBy(name)]).toEqual([name, models.get(plot)])
    const different = client.done.filter(({ key }) => client.heard.get(key)?.size !== 1)
    expect(different.map(({ key, path }) => [key, path, [...client.heard.get(key)!]])).toEqual([])
    const single = client.done.filter(({ many }) => !many)
    // None when the first answer was lost; then every answer was a repeat's.
    expect(single.filter(({ key }) => (client.firsts.get(key) ?? 0) > 1)).toEqual([])
    judgeNumbers(client, before)

    const { sent, unanswered, unavailable, stillAtWork, answered, replayed } = client.counts
    const firstLost = single.filter(({ key }) => !client.firsts.get(key)).length
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `${client.done.length} operations in ${named.length} lives, sent ${sent} times in ${seconds} s: ${answered} answered ` +
        `(${replayed} as repeats), ${unanswered} not answered, ${unavailable} 503, ${stillAtWork} still at work. ` +
        `${doors.kills} processes killed, ${doors.lost} requests or answers lost; the first answer to ${firstLost} never came.`,
    )
    expect([doors.kills, firstLost > OPERATIONS / 100, unanswered > OPERATIONS / 10]).toEqual([KILLS, true, true])
  } finally {
    await doors.close()
  }
}, 1_200_000)

/** References and invoice numbers, and as many keys as operations. */
function judgeNumbers({ done, heard }: Insisting, all: Awaited<ReturnType<typeof leftInAll>>): void {
  const answers = done.map(({ key }) => [...heard.get(key)!][0]!)
  const numbers = answers.flatMap((answer) => /"invoiceNumber":"INV-(\d+)"/.exec(answer)?.[1] ?? []).map(Number)
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: all.counter }, (_, index) => index + 1))
  expect(all.refs).toBe(all.jobs)
  expect(all.photos).toBe(done.filter(({ path }) => path === '/api/objects/upload').length)
  // Of many, one for the request, one for what people see of it and one for each item: three assigned, two cancelled.
  const kept = done.map(({ many, path }) => (many ? (path.endsWith('assign') ? 5 : 4) : 1))
  expect(all.keys).toBe(kept.reduce((sum, count) => sum + count, 0))
}
