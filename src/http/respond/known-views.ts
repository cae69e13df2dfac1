import type { CountedView } from '#src/domain/list-view/list-view.ts'

/** The views of each administrator, and how many conversations have something new, as they were last read, for pages that do not wait for them. */
const known = new Map<string, { views: readonly CountedView[]; unread: number; at: number }>()

const MAX_KNOWN = 1000
const FRESH_MILLISECONDS = 5000

export function keepViews(userId: string, views: readonly CountedView[], unread: number): void {
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(userId, { views, unread, at: performance.now() })
}

type KnownViews = { views: readonly CountedView[]; unread: number | null; isFresh: boolean }

export function knownViews(userId: string): KnownViews {
  const found = known.get(userId)
  return {
    views: found?.views ?? [],
    unread: found?.unread ?? null,
    isFresh: found !== undefined && performance.now() - found.at < FRESH_MILLISECONDS,
  }
}
