import { tokenOf } from '#tests/tools/bench/world/people.ts'
import { Client, headerOf, requestTo } from './client.ts'
import { quantile } from './load.ts'
import { type Child, processorSeconds } from './server.ts'
import { number, type Row } from './table.ts'

const POLL_SECONDS = 5
const GOAL = 100_000
const PATIENCE = 25
export const AGENTS = 200

/** The dashboards of one agent: each asks with the tag of the last answer that any of them had. */
class Poll {
  readonly #headers: Record<string, string>
  #request: Uint8Array

  constructor(agent: number) {
    this.#headers = {
      cookie: `session=${tokenOf('agent', agent)}`,
      'hx-request': 'true',
      'hx-request-type': 'partial',
      'accept-encoding': 'gzip, deflate, br, zstd',
    }
    this.#request = requestTo('/', { headers: this.#headers })
  }

  async send(client: Client): Promise<{ milliseconds: number; isChanged: boolean }> {
    const reply = await client.send(this.#request)
    if (reply.status !== 200 && reply.status !== 304) throw new Error(`A poll answered ${reply.status}: ${reply.body}`)
    const isChanged = reply.status === 200
    if (isChanged)
      this.#request = requestTo('/', { headers: { ...this.#headers, 'hx-ptag': headerOf(reply, 'hx-ptag') ?? '' } })
    return { milliseconds: reply.milliseconds, isChanged }
  }
}

const polls = Array.from({ length: AGENTS }, (_, index) => new Poll(index + 1))
export const pollOf = (agent: number): Poll => polls[agent % AGENTS]!

export const newJob = (agent: number, number: number, images?: string[]): Uint8Array =>
  requestTo('/api/jobs', {
    method: 'POST',
    headers: { cookie: `session=${tokenOf('agent', 1 + (agent % AGENTS))}` },
    body: JSON.stringify({
      estateAgentName: 'Olivia Hart',
      estateAgency: 'Agency 1',
      propertyName: `Rose Cottage ${number}`,
      propertyAddress: `${1 + (number % 240)} Mill Lane, Guildford GU1`,
      issueDescription: 'The boiler loses pressure every night and the radiators stay cold.',
      urgency: 'medium',
      images,
    }),
  })

/** Polls as fast as `connections` allow, while once a second a job is raised. */
async function pollFor(app: Child, connections: number, seconds: number) {
  const times: number[] = []
  let changed = 0
  const end = performance.now() + seconds * 1000
  const writer = await Client.open(app.port)
  let raised = 0
  const raise = async () => {
    const { status, body } = await writer.send(newJob(raised, raised++))
    if (status !== 201) throw new Error(`A job could not be raised: ${status} ${body}`)
  }
  let raising = raise()
  const clock = setInterval(() => {
    raising = raising.then(raise)
  }, 1000)
  const [before, client] = [processorSeconds(app.pid), process.cpuUsage()]
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const one = await Client.open(app.port)
      for (let turn = index; performance.now() < end; turn += connections) {
        const { milliseconds, isChanged } = await pollOf(turn).send(one)
        times.push(milliseconds)
        if (isChanged) changed++
      }
      one.close()
    }),
  )
  clearInterval(clock)
  await raising
  writer.close()
  const took = (performance.now() - begin) / 1000
  const [after, spent] = [processorSeconds(app.pid), process.cpuUsage(client)]
  const sorted = times.sort((a, b) => a - b)
  return {
    connections,
    rate: times.length / took,
    p99: quantile(sorted, 0.99),
    changed,
    app: ((after.app - before.app) / times.length) * 1e6,
    database: ((after.database - before.database) / times.length) * 1e6,
    client: (spent.user + spent.system) / times.length,
  }
}

/** How many dashboards that poll every five seconds one process and its PostgreSQL hold. */
export async function measureDashboards(app: Child, seconds: number): Promise<Row[]> {
  // Every dashboard has been drawn once before it polls.
  const first = await Client.open(app.port)
  for (const poll of polls) await poll.send(first)
  first.close()
  await pollFor(app, 16, seconds)
  const steps: Awaited<ReturnType<typeof pollFor>>[] = []
  for (const connections of [8, 16, 32, 64, 128]) steps.push(await pollFor(app, connections, seconds))
  const rows = steps.map((step): Row => {
    const figures = `${number(step.rate)}/s  p99 ${number(step.p99)} ms  ${number(step.app)} µs app`
    const rest = `${number(step.database)} µs database  ${number(step.client)} µs of who measures`
    return [`${step.connections} connections, ${step.changed} changed`, `${figures}  ${rest}`, '']
  })
  const byRate = [...steps].sort((a, b) => b.rate - a.rate)
  const held = byRate.find(({ p99 }) => p99 < PATIENCE)
  const dashboards = (held?.rate ?? 0) * POLL_SECONDS
  const cost = held ?? byRate[0]!
  const cores = (GOAL / POLL_SECONDS) * ((cost.app + cost.database) / 1e6)
  return [
    ...rows,
    [
      `dashboards held with p99 under ${PATIENCE} ms`,
      number(Math.round(dashboards)),
      `≥ ${number(GOAL)}`,
      dashboards >= GOAL,
    ],
    [
      `processors for ${number(GOAL)} dashboards`,
      `${number(cores)}, of which ${number((cores * cost.database) / (cost.app + cost.database))} PostgreSQL`,
      '',
    ],
    [
      'processes of the app for it, one processor each',
      String(Math.ceil((GOAL / POLL_SECONDS) * (cost.app / 1e6))),
      '',
    ],
  ]
}
