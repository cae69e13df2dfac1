import type { CountedView } from '#src/domain/list-view/list-view.ts'

/** The views of each administrator as they were last read, for pages that do not wait for them. */
const known = new Map<string, { views: readonly CountedView[]; at: number }>()

const MAX_KNOWN = 1000
const FRESH_MILLISECONDS = 5000

export function keepViews(userId: string, views: readonly CountedView[]): void {
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(userId, { views, at: Date.now() })
}

export type KnownViews = { views: readonly CountedView[]; isFresh: boolean }

export function knownViews(userId: string): KnownViews {
  const found = known.get(userId)
  return { views: found?.views ?? [], isFresh: found !== undefined && Date.now() - found.at < FRESH_MILLISECONDS }
}

export const forgetViews = (userId: string): void => void known.delete(userId)
