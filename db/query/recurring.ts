const MAX_ROWS = 800
const MAX_CHARACTERS = 2_000_000

type Row = Readonly<Record<string, unknown>>
type Known<Item> = { row: Row; item: Item }

const all: RecurringRows<unknown>[] = []
let size = 0
let characters = 0

/** What was read of rows lately. A row that is as it was the last time is the same object again. */
export class RecurringRows<Item> {
  #recent = new Map<unknown, Known<Item>>()
  #earlier = new Map<unknown, Known<Item>>()
  readonly #id: string

  constructor(id: string) {
    this.#id = id
    all.push(this)
  }

  itemOf(row: Row, read: (row: Row) => Item): Item {
    const id = row[this.#id]
    const known = this.#recent.get(id)
    if (known && isSame(known.row, row)) return known.item
    const before = known ?? this.#earlier.get(id)
    const kept = before && isSame(before.row, row) ? before : { row, item: frozen(read(row)) }
    if (!known) size++
    if (kept !== known) characters += lengthOf(row)
    this.#recent.set(id, kept)
    if (size > MAX_ROWS || characters > MAX_CHARACTERS) for (const rows of all) rows.#age()
    return kept.item
  }

  #age(): void {
    this.#earlier = this.#recent
    this.#recent = new Map()
    size = 0
    characters = 0
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return value && typeof value === 'object' ? Object.values(value).reduce((sum, one) => sum + lengthOf(one), 0) : 0
}

function isSame(one: Row, other: Row): boolean {
  for (const name in other) {
    const value = one[name]
    const now = other[name]
    if (value !== now && !isSameValue(value, now)) return false
  }
  return true
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime()
  if (Array.isArray(one) && Array.isArray(other) && !one.length && !other.length) return true
  return typeof one === 'object' && Bun.deepEquals(one, other, true)
}

function frozen<Item>(item: Item): Item {
  if (item === null || typeof item !== 'object' || item instanceof Date) return item
  Object.values(item).forEach(frozen)
  return Object.freeze(item)
}
