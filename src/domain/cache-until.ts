import { endOfDay, today } from './dates.ts'

type Cached<Value> = { value: Value; from: number; until: number }

const all: { cached: WeakMap<object, Cached<unknown>> }[] = []

/** `compute` may read only the objects, and the time: London's day, and moments that are in the objects. */
export function cacheUntilChange<Of extends object, Value>(
  compute: (some: readonly Of[]) => readonly Value[],
): (some: readonly Of[]) => Value[] {
  const memory = { cached: new WeakMap<object, Cached<Value>>() }
  all.push(memory)
  return (some) => {
    const { cached } = memory
    const now = Date.now()
    const isStill = (one?: Cached<Value>): boolean => one !== undefined && one.from <= now && now < one.until
    const found = some.map((one) => cached.get(one))
    const missing = some.filter((_, at) => !isStill(found[at]))
    if (missing.length === 0) return found.map((one) => one!.value)
    for (const [at, value] of compute(missing).entries())
      cached.set(missing[at]!, { value, from: now, until: nextChange(missing[at]!, now, endOfHour(now)) })
    return some.map((one) => cached.get(one)!.value)
  }
}

const HOUR = 3_600_000

const endOfHour = (now: number): number => (Math.floor(now / HOUR) + 1) * HOUR

const nextChange = (of: unknown, now: number, end: number): number =>
  Math.min(end, ...momentsIn(of).filter((at) => at >= now))

export function freshUntil(of: unknown, now: number = Date.now()): number {
  return nextChange(of, now, endOfDay(today(new Date(now))).getTime() + 1)
}

const ofFrozen = new WeakMap<object, number[]>()

function momentsIn(value: unknown): number[] {
  if (value instanceof Date) return [value.getTime()]
  if (!value || typeof value !== 'object') return []
  const known = ofFrozen.get(value)
  if (known) return known
  const moments = Object.values(value).flatMap(momentsIn)
  if (Object.isFrozen(value)) ofFrozen.set(value, moments)
  return moments
}

export function clearCaches(): void {
  for (const memory of all) memory.cached = new WeakMap()
}

/** What was used lately, up to `most` in size, and as much again: maps in turns cost less than an order of use. */
export class RecentlyUsed<Key, Value> {
  #recent = new Map<Key, Value>()
  #earlier = new Map<Key, Value>()
  #size = 0

  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value, key: Key) => number,
  ) {}

  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const earlier = this.#earlier.get(key)
    return earlier === undefined ? undefined : this.set(key, earlier)
  }

  set(key: Key, value: Value): Value {
    if (this.#size > this.most) {
      this.#earlier = this.#recent
      this.#recent = new Map()
      this.#size = 0
    }
    this.#recent.set(key, value)
    this.#size += this.sizeOf(value, key)
    return value
  }

  get count(): number {
    return this.#recent.size + this.#earlier.size
  }

  clear(): void {
    this.#recent.clear()
    this.#earlier.clear()
    this.#size = 0
  }
}
