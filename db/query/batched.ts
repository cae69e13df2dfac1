import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseDown } from '#db/pool/failure.ts'

type Waiting<Found> = { key: string; resolve(found: Found | null): void; reject(error: unknown): void }

/** In milliseconds: a statement that takes longer no longer keeps others waiting. */
const PATIENCE = 50
/** What piled up while the database was away must not become one huge statement. */
const MAX_BATCH = 500

type Reading<Found> = { read(keys: string[]): Promise<readonly Found[]>; keyOf(found: Found): string }

/** Readers who come while a statement is under way share the next one, never that one: it began before they asked. */
export function batched<Found>({ read, keyOf }: Reading<Found>): (key: string) => Promise<Found | null> {
  const waiting: Waiting<Found>[] = []
  let underWay: readonly Waiting<Found>[] | null = null
  // A shared statement is part of nobody's request.
  const outside = AsyncLocalStorage.snapshot()

  function send(): void {
    const batch = waiting.splice(0, MAX_BATCH)
    const goOn = () => {
      clearTimeout(timer)
      if (underWay !== batch) return
      underWay = null
      if (waiting.length) send()
    }
    const timer = setTimeout(goOn, PATIENCE)
    underWay = batch
    void answer(batch, goOn)
  }

  async function answer(batch: readonly Waiting<Found>[], goOn?: () => void): Promise<void> {
    try {
      const rows = await read([...new Set(batch.map(({ key }) => key))]).finally(goOn)
      const found = new Map(rows.map((row) => [keyOf(row), row]))
      for (const { key, resolve } of batch) resolve(found.get(key) ?? null)
    } catch (error) {
      if (batch.length > 1 && !isDatabaseDown(error)) for (const one of batch) void answer([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!underWay) outside(send)
    })
}
