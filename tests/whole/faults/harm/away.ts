import type { Size } from '#tests/whole/faults/finding.ts'
import type { Write } from '#tests/whole/faults/load/ledger.ts'
import { play, type Scene, type Stage } from '#tests/whole/faults/scene.ts'

/** How long a part is away, in milliseconds. */
export const absence = (size: Size): number => (size === 'long' ? 60_000 : 2000)

type Away = Omit<Scene, 'act' | 'how'> & {
  how: string
  leave(stage: Stage): Promise<void> | void
  comeBack(stage: Stage): Promise<void> | void
  /** Called in the last second of the absence. */
  meanwhile?(stage: Stage): Promise<void>
}

/** A part goes away under load for a minute (some seconds in short), and comes back. */
export const playAbsence = ({ leave, comeBack, meanwhile, ...scene }: Away) =>
  play({
    ...scene,
    how: `${scene.how}, ${absence(scene.size) / 1000} s`,
    async act(stage) {
      const { load, recovers, note } = stage
      const some = scene.size === 'long' ? 200 : 40
      const more = () => load.until(load.ledger.acknowledged + some)
      await more()
      const before = load.ledger.writes.length
      const begin = performance.now()
      await leave(stage)
      await Bun.sleep(Math.max(0, begin + absence(scene.size) - 1000 - performance.now()))
      await meanwhile?.(stage)
      await Bun.sleep(Math.max(0, begin + absence(scene.size) - performance.now()))
      const during = load.ledger.writes.slice(before)
      note(`while it was away: ${summary(during)}`)
      await comeBack(stage)
      const back = performance.now()
      recovers()
      await more()
      // The judge says so when it does not.
      for (const end = back + 60_000; performance.now() < end; await Bun.sleep(50))
        if (load.ledger.recovery(back, scene.shows) !== null) break
    },
  })

/** '27 × 200, 9 × 503 (upload)': what is not an acknowledgement with the steps that had it. */
function summary(writes: Write[]): string {
  const groups = [...Map.groupBy(writes, ({ status }) => status)].sort(([a], [b]) => (a ?? 0) - (b ?? 0))
  const words = groups.map(([status, all]) => {
    const steps = status !== null && status < 300 ? '' : ` (${[...new Set(all.map(({ step }) => step))].join(', ')})`
    return `${all.length} × ${status ?? 'cut off'}${steps}`
  })
  return words.join(', ') || 'no answer'
}
