export type Draft<Values> = {
  values: Values
  key: string
  sent?: string
}

export const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

/** public/js/kept.js removes drafts by it. */
const PREFIX = 'draft:'

export const draftName = (userId: string, form: string): string => `${userId}:${form}`

/** False where a full device or a private window keeps nothing. */
export function keepDraft<Values>(name: string, draft: Draft<Values>): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ ...draft, at: Date.now() }))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {}
}

export function savedDraft<Values>(name: string): Draft<Values> | null | undefined {
  try {
    for (const one of Object.keys(localStorage)) {
      if (one.startsWith(PREFIX) && !(Math.abs(Date.now() - read(one)?.at) < KEPT_FOR)) localStorage.removeItem(one)
    }
    return read(PREFIX + name)
  } catch {}
}

export const draftKey = (name: string): string => PREFIX + name

// Of nothing it makes null, as it is read as text.
const read = (name: string) => JSON.parse(localStorage.getItem(name)!)
