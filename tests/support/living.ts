import { heapStats } from 'bun:jsc'

/** Bytes that live in this process, without the garbage that waits to be collected: how much of that there is is chance. */
export function living(): number {
  Bun.gc(true)
  return heapStats().heapSize
}
