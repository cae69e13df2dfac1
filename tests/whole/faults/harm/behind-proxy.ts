import type { Finding, Size } from '#tests/whole/faults/finding.ts'
import { arrivedAt, type Places, photosIn } from '#tests/whole/faults/judge/delivered.ts'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import type { Write } from '#tests/whole/faults/load/ledger.ts'
import { type Load, startLoad } from '#tests/whole/faults/load/load.ts'
import { cries, judge } from '#tests/whole/faults/scene.ts'
import { bucketEnv, type Several, startSeveral, whyNotSeveral } from '#tests/whole/processes/several.ts'
import { startExim, whyNoExim } from '#tests/whole/services/exim.ts'
import { startRadosgw } from '#tests/whole/services/radosgw.ts'
import { startVisitor, type Visit } from './keep-alive.ts'

/** What is done to several processes behind a proxy, and with what. */
export type Stand = {
  several: Several
  load: Load
  /** Those with lasting connections. */
  visits(): Visit[]
  recovers(): void
  note(text: string): void
  fail(text: string): void
  /** From one moment to another (performance.now()) a process dies: requests on their way then may be lost. */
  dies(from: number, to: number): void
}

type Act = (stand: Stand) => Promise<void>
type Scene = {
  fault: string
  how: string
  size: Size
  acts: Act[]
  env?: Record<string, string>
  starts: number
  /** Where their empty database is, which may refuse for a while; a PostgreSQL of their own when left out. */
  database?: { url: string }
  /** The longest recovery that is bearable, in milliseconds. */
  recoversWithin?: number
}

/** Why this cannot be played here, or null. */
export const whyNotBehindProxy = async () => (await whyNotSeveral('radosgw')) ?? (await whyNoExim())

/** A request that was lost: no answer, or one of the proxy's own. */
const isLost = ({ status }: { status: number | null }) => status === null || (status >= 500 && status !== 503)

/** The load sends some photos twice at once, and one of the two is asked to come back. */
const isTwin = ({ step, message }: Write) => step.startsWith('upload') && /just being uploaded/.test(message ?? '')

/** What of all requests failed, and how slow the slowest was. */
export function account(writes: Write[], visits: Visit[]): { requests: number; failed: number; slowest: number } {
  const failed = writes.filter((one) => (one.status === null || one.status >= 500) && !isTwin(one)).length
  const lost = visits.filter(({ status }) => status === null || status >= 300).length
  const slowest = Math.max(0, ...writes.map(({ took }) => took), ...visits.map(({ took }) => took))
  return { requests: writes.length + visits.length, failed: failed + lost, slowest }
}

/**
 * Plays acts against three processes behind HAProxy, on one PostgreSQL, one bucket and one mail server, under load: by
 * people who send each request on a connection of its own, and by visitors with lasting ones. Then judges what is there.
 */
export async function playBehindProxy(scene: Scene): Promise<Finding> {
  const { size, acts, env, starts, database: cluster } = scene
  await using parts = new AsyncDisposableStack()
  const [exim, s3] = await Promise.all([startExim(), startRadosgw()])
  parts.defer(() => exim.stop())
  parts.defer(() => s3.stop())
  const bucket = await bucketEnv(s3)
  const mail = { SMTP_URL: exim.url, SMTP_CA: exim.ca, SMTP_RATE: '0' }
  const several = parts.use(
    await startSeveral({ supervised: true, env: { ...bucket, ...mail, ...env }, database: cluster }),
  )
  const places: Places = {
    mails: arrivedAt(exim),
    photos: photosIn(s3.client(bucket.S3_BUCKET!)),
    copiesAllowed: true,
  }
  const deaths: [from: number, to: number][] = []
  const dying = ({ sent, took }: { sent: number; took: number }) =>
    deaths.some(([from, to]) => sent <= to && sent + took >= from)
  const since: number[] = []
  const notes: string[] = []
  const failures: string[] = []

  const cast: Cast = await gather(several.fettles[0]!, { url: several.url })
  const load = startLoad(cast, { workers: size === 'long' ? 8 : 4 })
  const visitors = cast.agents.slice(0, 2).map((agent, n) => startVisitor(agent, `Visitor ${n}`))
  const visits = () => visitors.flatMap((visitor) => visitor.visits)
  try {
    for (const act of acts)
      await act({
        ...{ several, load, visits },
        recovers: () => void since.push(performance.now()),
        note: (text) => void notes.push(text),
        fail: (text) => void failures.push(text),
        dies: (from, to) => void deaths.push([from, to]),
      })
  } finally {
    await Promise.all([load.stop(), ...visitors.map((visitor) => visitor.stop())])
  }
  const excused = (write: Write) => isLost(write) && dying(write)
  const judged = { ...scene, cuts: false, places: () => places, excused, act: async () => {} }
  const finding = await judge(judged, several.fettles[0]!, load, since)
  finding.notes.push(...notes)
  finding.wrong.push(...failures)
  for (const { name, status, ...when } of visits())
    if (status === null || status >= 300) {
      if (isLost({ status }) && dying(when)) continue
      if (status === 503 && cluster) continue
      finding.wrong.push(`${name} was answered ${status ?? 'nothing'}`)
    }
  await judgeVisits(finding, several, visits())
  for (const fettle of several.fettles) finding.wrong.push(...cries(fettle.log()))
  const started = several.fettles.reduce((sum, fettle) => sum + fettle.starts(), 0)
  if (started !== starts) finding.wrong.push(`processes were started ${started} times instead of ${starts}`)
  return finding
}

/** A job that a visitor was told is raised is there once, any other at most once. */
async function judgeVisits(into: Finding, several: Several, visits: Visit[]): Promise<void> {
  const sql = databaseOf(several.fettles[0]!.env)
  const rows: { name: string; count: number }[] = await sql`select property_name as name, count(*)::int as count
    from jobs where property_name like 'Visitor %' group by 1`
  await sql.close()
  const there = new Map(rows.map(({ name, count }) => [name, count]))
  for (const { name, status, reads } of visits) {
    if (reads) continue
    const count = there.get(name) ?? 0
    if (status === 201) into.acknowledged++
    if (status === 201 && count > 0) into.found++
    if (status === 201 && count === 0) into.missing.push(name)
    if (count > 1) into.doubled.push(`${name} ${count} times`)
  }
}
