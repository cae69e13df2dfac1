import type { Cast } from './cast.ts'
import { Ledger } from './ledger.ts'
import { Ended, Life } from './life.ts'
import { PLOTS } from './plots.ts'

export type Load = {
  ledger: Ledger
  /** What people were refused without a reason. Empty when all is well. */
  surprises: string[]
  /** Waits until so many steps in all are acknowledged. Throws when none was for a minute and a half. */
  until(acknowledged: number): Promise<void>
  /** Ends it: requests under way are waited for, nothing new is begun. */
  stop(): Promise<Ledger>
}

/** Jobs lived by a cast, so many at a time, until stopped. Each worker begins a new life when one is over. */
export function startLoad(cast: Cast, { workers = 8, ledger = new Ledger() } = {}): Load {
  const run = crypto.randomUUID().slice(0, 8)
  const surprises: string[] = []
  let ended = false
  let lives = 0

  async function live(): Promise<void> {
    while (!ended) {
      const n = lives++
      const pick = <T>(from: T[], ahead = 0): T => from[(n + ahead) % from.length]!
      const players = {
        ...{ agent: pick(cast.agents), contractor: pick(cast.contractors), other: pick(cast.contractors, 1) },
        ...{ admin: pick(cast.admins), deputy: pick(cast.admins, 1) },
      }
      const life = new Life(`Life ${run} ${String(n).padStart(4, '0')}`, players, ledger, () => ended)
      try {
        await pick(PLOTS)(life)
      } catch (error) {
        if (!(error instanceof Ended)) surprises.push(error instanceof Error ? error.message : String(error))
        await Bun.sleep(100)
      }
    }
  }
  const all = Promise.all(Array.from({ length: workers }, live))
  const acknowledged = () => ledger.acknowledged

  return {
    ledger,
    surprises,
    async until(count) {
      let before = -1
      for (let patience = Date.now() + 90_000; ; await Bun.sleep(5)) {
        const now = acknowledged()
        if (now >= count) return
        if (now > before) patience = Date.now() + 90_000
        before = now
        if (Date.now() > patience)
          throw new Error(`No write was acknowledged for a minute and a half (${now} so far). ${surprises[0] ?? ''}`)
      }
    },
    async stop() {
      ended = true
      await all
      return ledger
    },
  }
}
