export type Draft<Values> = {
  values: Values
  key: string
}

export const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

/** public/js/kept.js removes drafts by it. */
const PREFIX = 'draft:'

export const draftName = (userId: string, form: string): string => `${userId}:${form}`

/** A private window or a full device keeps nothing. */
export function keepDraft<Values>(name: string, draft: Draft<Values>): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ ...draft, at: Date.now() }))
  } catch {}
}

export function forgetDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {}
}

/** Also removes drafts older than KEPT_FOR. */
export function keptDraft<Values>(name: string): Draft<Values> | null {
  try {
    for (const one of Object.keys(localStorage)) {
      if (one.startsWith(PREFIX) && !(read(one)?.at > Date.now() - KEPT_FOR)) localStorage.removeItem(one)
    }
    return read(PREFIX + name)
  } catch {
    return null
  }
}

const read = (name: string) => JSON.parse(localStorage.getItem(name) ?? 'null')
