import type { SQL } from 'bun'
import { moment, spent } from '#tests/support/spent/spent.ts'
import type { Fettle } from '#tests/whole/faults/fettle.ts'
import { type Cast, gather } from '#tests/whole/faults/load/cast.ts'

export interface Answer {
  kind: 'write' | 'read' | 'page' | 'poll'
  status: number
  retryAfter: string | null
  /** When it was asked and how long the answer took, in milliseconds. */
  at: number
  took: number
  /** As long as it took, without what this process stood still meanwhile. */
  spent: number
  text: string
}

export interface Load {
  answers: Answer[]
  /** Names of the jobs whose creation was acknowledged. */
  acknowledged: string[]
  /** The slowest answer so far: what a bound needs besides on a machine that is this slow when nothing is wrong. */
  usual(): number
  /** Milliseconds from `since` until every kind of request has succeeded, of those asked after it. Throws after `limit`. */
  recovery(since: number, limit?: number): Promise<number>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const WORKERS = { write: 6, read: 3, page: 2, poll: 3 } as const

/** People who raise jobs, scripts that read them, pages that are opened and polled, all at once, until stopped. */
export async function startLoad(fettle: Pick<Fettle, 'url' | 'env'>, people?: Cast): Promise<Load> {
  const cast = people ?? (await gather(fettle, { agents: 6, contractors: 1, admins: 1 }))
  const run = crypto.randomUUID().slice(0, 8)
  const answers: Answer[] = []
  const acknowledged: string[] = []
  let ended = false
  let made = 0

  const ask = async (kind: Answer['kind'], path: string, init: RequestInit = {}) => {
    const at = moment()
    const say = (status: number, text: string, retryAfter: string | null = null) => {
      answers.push({ kind, status, retryAfter, at, took: performance.now() - at, spent: spent(at), text })
      return status
    }
    try {
      const answer = await fetch(fettle.url + path, { redirect: 'manual', ...init })
      return say(answer.status, (await answer.text()).slice(0, 300), answer.headers.get('retry-after'))
    } catch (error) {
      return say(0, String(error))
    }
  }
  const work = async (kind: Answer['kind'], n: number) => {
    const { cookie } = cast.agents[n % cast.agents.length]!
    while (!ended) {
      if (kind === 'write') {
        const propertyName = `Cottage ${run} ${made++}`
        const body = JSON.stringify({ ...JOB, propertyName })
        const headers = { cookie, 'content-type': 'application/json' }
        if ((await ask(kind, '/api/jobs', { method: 'POST', headers, body })) === 201) acknowledged.push(propertyName)
      } else if (kind === 'read') await ask(kind, '/api/jobs/recent', { headers: { cookie } })
      else if (kind === 'page') await ask(kind, '/jobs', { headers: { cookie } })
      else await ask(kind, '/', { headers: { cookie, 'hx-request': 'true', 'hx-request-type': 'partial' } })
      await Bun.sleep(10)
    }
  }
  const kinds = Object.entries(WORKERS) as [Answer['kind'], number][]
  const all = Promise.all(kinds.flatMap(([kind, count]) => Array.from({ length: count }, (_, n) => work(kind, n))))
  const stop = async () => {
    ended = true
    await all
  }
  return {
    answers,
    acknowledged,
    usual: () => slowest(answers),
    recovery: async (since, limit = 60_000) => {
      for (;;) {
        const good = answers.filter(({ at, status }) => at >= since && isSuccess(status))
        const first = kinds.map(([kind]) => good.find((answer) => answer.kind === kind))
        if (first.every((answer) => answer !== undefined)) {
          return Math.max(...first.map(({ at, took }) => at + took - since))
        }
        if (performance.now() - since > limit) throw new Error(`No recovery within ${limit} ms: ${summary(answers)}`)
        await Bun.sleep(10)
      }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

const JOB = {
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyAddress: '12 Mill Lane, Guildford GU1 3XY',
  issueDescription: 'The boiler loses pressure every night.',
  urgency: 'medium',
}

export const slowest = (answers: Answer[]): number => Math.max(0, ...answers.map(({ spent }) => spent))

export const isSuccess = (status: number): boolean => status >= 200 && status < 400

/** How many answers of which kind and status, and the slowest. */
export function summary(answers: Answer[]): string {
  const groups = Object.entries(Object.groupBy(answers, ({ kind, status }) => `${kind} ${status}`))
  return groups
    .map(([name, all = []]) => `${all.length} × ${name} (${Math.round(Math.max(...all.map(({ took }) => took)))} ms)`)
    .join(', ')
}

/** What is wrong with the answers: anything but success and 503 with Retry-After, and what took longer than `bound`. */
export function faultsOf(answers: Answer[], bound: number): Answer[] {
  const right = ({ status, retryAfter }: Answer) => isSuccess(status) || (status === 503 && Number(retryAfter) > 0)
  return answers.filter((answer) => !right(answer) || answer.spent > bound)
}

/** Acknowledged jobs that the database does not have. */
export async function lost(acknowledged: string[], database: SQL): Promise<string[]> {
  const rows: { property_name: string }[] = await database`select property_name from jobs`
  const stored = new Set(rows.map((row) => row.property_name))
  return acknowledged.filter((name) => !stored.has(name))
}

/** Lines of the log that tell of what nobody foresaw. */
export const surprises = (fettle: Fettle): string[] =>
  fettle
    .log()
    .split('\n')
    .filter((line) => /failure\.unexpected|Nobody waited|uncaught|^\s+at /i.test(line))
