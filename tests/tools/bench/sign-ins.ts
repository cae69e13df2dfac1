import { availableParallelism } from 'node:os'
import { hashPassword, isPassword } from '#src/accounts/password/hash.ts'
import { tokenOf, WORLD_PASSWORD } from '#tests/tools/bench/world/people.ts'
import type { Pace } from './compare.ts'
import { type Load, load, median } from './load.ts'
import { type Child, processorSeconds } from './server.ts'
import { number, type Row } from './table.ts'

/** Verifications a second of nothing else, with one under way for each processor: what this machine could do at best. */
async function pureRate(hash: string, seconds: number): Promise<number> {
  const begin = performance.now()
  const end = begin + seconds * 1000
  let count = 0
  const one = async () => {
    for (; performance.now() < end; count++) await isPassword(WORLD_PASSWORD, hash)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return (count * 1000) / (performance.now() - begin)
}

/** Milliseconds. */
const PAUSE = 10

/** Milliseconds of a processor, while nothing else is asked for. */
async function costs(app: Child, signIns: Load, signIn: () => { body: string }) {
  const before = processorSeconds(app.pid)
  const { count } = await load(signIns, signIn)
  const after = processorSeconds(app.pid)
  return {
    app: ((after.app - before.app) / count) * 1000,
    database: ((after.database - before.database) / count) * 1000,
  }
}

async function costOfHash(hash: string): Promise<number> {
  const times = 20
  const before = process.cpuUsage()
  for (let count = 0; count < times; count++) await isPassword(WORLD_PASSWORD, hash)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times / 1000
}

/** Sign-ins a second, and how long other requests take meanwhile. */
export async function measureSignIns(app: Child, agents: number, { rounds, seconds }: Pace): Promise<Row[]> {
  const headers = { cookie: `session=${tokenOf('agent')}` }
  const other: Load = { port: app.port, path: '/api/jobs/recent', headers, connections: 1, seconds }
  const signIns: Load = { port: app.port, path: '/api/local/login', method: 'POST', connections: 4, seconds }
  let agent = 0
  const signIn = () => ({
    body: JSON.stringify({ identifier: `agent${1 + (agent++ % agents)}`, password: WORLD_PASSWORD }),
  })
  const hash = await hashPassword(WORLD_PASSWORD)
  const pure: number[] = []
  const alone: number[] = []
  // Requests without a pause take a third of two processors for themselves; those that pause only tell how long they take.
  const without = { rates: [] as number[], behind: [] as number[] }
  const paused = { rates: [] as number[], behind: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    pure.push(await pureRate(hash, seconds))
    alone.push((await load(other)).times.at(-1) ?? 0)
    for (const [kept, pause] of [[without, 0] as const, [paused, PAUSE] as const]) {
      const [measured, meanwhile] = await Promise.all([load(signIns, signIn), load({ ...other, pause })])
      kept.rates.push(measured.rate)
      kept.behind.push(meanwhile.times.at(-1) ?? 0)
    }
  }
  const cost = await costs(app, signIns, signIn)
  const hashing = await costOfHash(hash)
  const share = (rates: number[]) => `${number(100 * median(rates.map((rate, round) => rate / (pure[round] ?? 0))))} %`
  const [rate, slowest] = [median(without.rates), median(without.behind)]
  return [
    ['hashes alone, one on each processor', `${number(median(pure))}/s`, ''],
    [
      'sign-ins, beside requests without a pause',
      `${number(rate)}/s, ${share(without.rates)} of it`,
      '≥ 40/s',
      rate >= 40,
    ],
    ['slowest request meanwhile', `${number(slowest)} ms, alone ${number(median(alone))} ms`, '≤ 50 ms', slowest <= 50],
    [
      `sign-ins, beside a request every ${PAUSE} ms`,
      `${number(median(paused.rates))}/s, ${share(paused.rates)} of it, slowest request ${number(median(paused.behind))} ms`,
      '',
    ],
    [
      "a sign-in's processor",
      `${number(cost.app)} ms app, of which the hash ${number(hashing)}, ${number(cost.database)} ms database`,
      '',
    ],
  ]
}
