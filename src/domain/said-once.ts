import { endOfDay, today } from './dates.ts'

type Kept<Said> = { said: Said; from: number; until: number }

const all: { kept: WeakMap<object, Kept<unknown>> }[] = []

/** `say` may read only the objects, and the time: London's day, and moments that are in the objects. */
export function saidOnce<Of extends object, Said>(
  say: (some: readonly Of[]) => readonly Said[],
): (some: readonly Of[]) => Said[] {
  const memory = { kept: new WeakMap<object, Kept<Said>>() }
  all.push(memory)
  return (some) => {
    const { kept } = memory
    const now = Date.now()
    const isStill = (one?: Kept<Said>): boolean => one !== undefined && one.from <= now && now < one.until
    const found = some.map((one) => kept.get(one))
    const missing = some.filter((_, at) => !isStill(found[at]))
    if (missing.length === 0) return found.map((one) => one!.said)
    for (const [at, said] of say(missing).entries())
      kept.set(missing[at]!, { said, from: now, until: nextChange(missing[at]!, now, endOfHour(now)) })
    return some.map((one) => kept.get(one)!.said)
  }
}

const HOUR = 3_600_000

const endOfHour = (now: number): number => (Math.floor(now / HOUR) + 1) * HOUR

const nextChange = (of: unknown, now: number, end: number): number =>
  Math.min(end, ...momentsIn(of).filter((at) => at >= now))

export function saidUntil(of: unknown, now: number = Date.now()): number {
  return nextChange(of, now, endOfDay(today(new Date(now))).getTime() + 1)
}

const momentsIn = (value: unknown): number[] => {
  if (value instanceof Date) return [value.getTime()]
  return value && typeof value === 'object' ? Object.values(value).flatMap(momentsIn) : []
}

export function forgetSaid(): void {
  for (const memory of all) memory.kept = new WeakMap()
}
