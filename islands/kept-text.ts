import type { CompletionDraft } from '#src/visits/visit.ts'
import { KEPT_FOR } from './kept-photos.ts'

const PREFIX = 'completion:'

/** The name under which a user's unfinished form for a job is kept. */
export const draftKey = (userId: string, jobId: string): string => `${userId}:${jobId}`

/** Keeps what was typed. A browser that refuses (private window, no room) keeps nothing. */
export function keepText(draft: string, values: CompletionDraft): void {
  try {
    localStorage.setItem(PREFIX + draft, JSON.stringify({ values, at: Date.now() }))
  } catch {}
}

export function forgetText(draft: string): void {
  try {
    localStorage.removeItem(PREFIX + draft)
  } catch {}
}

/** What was kept, or null. Forms that nobody finished are forgotten on the way. */
export function keptText(draft: string): Partial<CompletionDraft> | null {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !(readAt(key) > Date.now() - KEPT_FOR)) localStorage.removeItem(key)
    }
    return JSON.parse(localStorage.getItem(PREFIX + draft) ?? 'null')?.values ?? null
  } catch {
    return null
  }
}

const readAt = (key: string): number => JSON.parse(localStorage.getItem(key) ?? 'null')?.at

/**
 * What a form starts with: what was typed before the script came wins over what was kept, and that over what the
 * server knows. A box that is ticked anywhere is ticked.
 */
export function mergedDraft(
  given: CompletionDraft,
  kept: Partial<CompletionDraft> | null,
  typed: Partial<CompletionDraft>,
): CompletionDraft {
  const merged: Record<string, string | boolean> = {}
  for (const [name, value] of Object.entries(given)) {
    const key = name as keyof CompletionDraft
    merged[name] = typed[key] || kept?.[key] || value
  }
  return merged as CompletionDraft
}
