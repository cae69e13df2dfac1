import { folders, judgeDeliveries, type Places, settle } from '#tests/whole/faults/judge/delivered.ts'
import { judgeWrites } from '#tests/whole/faults/judge/judge.ts'
import { takeSnapshot } from '#tests/whole/faults/judge/snapshot.ts'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import { type Ledger, outcomeOf, type Write } from '#tests/whole/faults/load/ledger.ts'
import { type Load, startLoad } from '#tests/whole/faults/load/load.ts'
import { type Fettle, type FettleOptions, startFettle } from './fettle.ts'
import type { Finding, Size } from './finding.ts'

/** What a fault does its harm with. */
export type Stage = {
  fettle: Fettle
  cast: Cast
  load: Load
  /** Says that from now on writes should be acknowledged again. */
  recovers(): void
  note(text: string): void
  /** Notes a broken promise. */
  fail(text: string): void
}

export type Scene = {
  fault: string
  how: string
  size: Size
  options?: FettleOptions
  places?: (fettle: Fettle) => Places
  workers?: number
  /** How often Fettle itself may have been started in the end. */
  starts?: number
  /** Whether requests may be cut off without an answer. */
  cuts?: boolean
  /** What may be answered as it was, or not at all. */
  excused?(write: Write): boolean
  /** Which acknowledged write shows that what was away is back; any, when left out. */
  shows?(write: Write): boolean
  /** The longest recovery, and the slowest answer, that are still bearable; in milliseconds. */
  recoversWithin?: number
  answersWithin?: number
  act(stage: Stage): Promise<void>
}

/** Plays a fault against a Fettle of its own under load, waits until all is delivered, and judges what is there then. */
export async function play(scene: Scene): Promise<Finding> {
  const fettle = await startFettle({ supervised: true, ...scene.options })
  try {
    const cast = await gather(fettle)
    const load = startLoad(cast, { workers: scene.workers })
    const since: number[] = []
    const notes: string[] = []
    const failures: string[] = []
    try {
      const recovers = () => void since.push(performance.now())
      const note = (text: string) => void notes.push(text)
      await scene.act({ fettle, cast, load, recovers, note, fail: (text) => void failures.push(text) })
    } finally {
      await load.stop()
    }
    const finding = await judge(scene, fettle, load, since)
    finding.notes.push(...notes)
    finding.wrong.push(...failures)
    const starts = fettle.starts()
    if (starts > (scene.starts ?? 1)) finding.wrong.push(`Fettle was started ${starts} times`)
    const code = await fettle.stop()
    if (code !== 0) finding.wrong.push(`asked to stop it ended with ${code}`)
    finding.wrong.push(...cries(fettle.log()))
    return finding
  } catch (error) {
    const log = fettle
      .log()
      .split('\n')
      .filter((text) => !text.startsWith('{"level":"info"'))
    throw new Error(`${scene.how}: ${error instanceof Error ? error.message : error}\n${log.slice(-20).join('\n')}`)
  } finally {
    await fettle.remove()
  }
}

/** Judges what a load has left with a Fettle, once all is delivered. */
export async function judge(
  scene: Scene,
  fettle: Fettle,
  { ledger, surprises }: Load,
  since: number[],
): Promise<Finding> {
  const sql = databaseOf(fettle.env)
  try {
    const soon = judgeWrites(ledger, await takeSnapshot(sql))
    const ended = performance.now()
    await settle(sql, { hasten: scene.size === 'short' })
    const settled = ((performance.now() - ended) / 1000).toFixed(1)
    const snapshot = await takeSnapshot(sql)
    const late = judgeWrites(ledger, snapshot)
    const { sent, copies } = await judgeDeliveries(late, snapshot, (scene.places ?? atHome)(fettle))
    const both = (of: 'missing' | 'doubled' | 'wrong') => [...new Set([...soon[of], ...late[of]])]
    const recoveries = since.map((from) => ledger.recovery(from, scene.shows))
    return {
      ...{ fault: scene.fault, how: scene.how, found: Math.min(soon.found, late.found) },
      ...{ missing: both('missing'), doubled: both('doubled') },
      wrong: [...both('wrong'), ...surprises, ...answersOf(scene, ledger, recoveries)],
      acknowledged: ledger.acknowledged,
      refused: ledger.count('refused'),
      unknown: ledger.count('unknown'),
      recoveries: recoveries.filter((one) => one !== null),
      slowest: ledger.slowest(),
      ...{ emails: sent, copies, notes: [`all was delivered ${settled} s after the last request`] },
    }
  } finally {
    await sql.close()
  }
}

const atHome = ({ dataDir }: Fettle): Places => folders(dataDir)

/** What was wrong with the answers themselves. */
function answersOf(
  { cuts = false, excused = () => false, recoversWithin = 15_000, answersWithin = 30_000 }: Scene,
  ledger: Ledger,
  recoveries: (number | null)[],
): string[] {
  const wrong: string[] = []
  for (const write of ledger.writes) {
    const { life, step, status, unheard, retryAfter, message } = write
    if (excused(write)) continue
    // 507: the disk has no room for photos, and none but they are refused for it.
    const noRoom = status === 507 && ['promise', 'upload', 'promiseReport', 'uploadReport'].includes(step)
    if (status !== null && status >= 500 && status !== 503 && !noRoom)
      wrong.push(`${life}: ${step} answered ${status}: ${message}`)
    if ((status === 503 || noRoom) && !retryAfter) wrong.push(`${life}: ${step} answered ${status} without Retry-After`)
    if (status === null && !unheard && !cuts) wrong.push(`${life}: ${step} was not answered`)
    if (outcomeOf(write) !== 'unknown' && write.took > answersWithin)
      wrong.push(`${life}: ${step} was answered after ${Math.round(write.took)} ms`)
  }
  for (const [index, one] of recoveries.entries()) {
    if (one === null) wrong.push(`no write was acknowledged after blow ${index + 1}`)
    else if (one > recoversWithin) wrong.push(`after blow ${index + 1} it took ${Math.round(one)} ms to recover`)
  }
  return wrong
}

/** Lines of a log that tell of what must never happen. */
export const cries = (log: string): string[] =>
  log.split('\n').filter((text) => /"unexpected"|unhandled|uncaught|panic|segmentation|"no answer"/i.test(text))
