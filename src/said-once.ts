type Kept<Said> = { said: Said; from: number; until: number }

/** What tests forget. */
const all: { kept: WeakMap<object, Kept<unknown>> }[] = []

/**
 * What is said of an object that does not change is said once, and again only when time has made it another. `say` reads
 * nothing but the objects, which it is given together, and the time: London's day, and moments that are in the object.
 */
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
      kept.set(missing[at]!, { said, from: now, until: saidUntil(missing[at]!, now) })
    return some.map((one) => kept.get(one)!.said)
  }
}

const HOUR = 3_600_000

/** Days change with an hour, as London's clock is whole hours from UTC. */
const saidUntil = (one: object, now: number): number =>
  Math.min((Math.floor(now / HOUR) + 1) * HOUR, ...momentsIn(one).filter((at) => at >= now))

const momentsIn = (value: unknown): number[] => {
  if (value instanceof Date) return [value.getTime()]
  return value && typeof value === 'object' ? Object.values(value).flatMap(momentsIn) : []
}

export function forgetSaid(): void {
  for (const memory of all) memory.kept = new WeakMap()
}
