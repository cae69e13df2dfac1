/** What was typed into a form and not yet taken by the server, as this device keeps it for one person. */
export type Draft<Values> = {
  values: Values
  /** The form's own key: sent again from here, it is still the same form. */
  key: string
}

/** How long an unfinished form is kept, in milliseconds. */
export const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

/** public/js/kept.js removes by it what somebody leaves behind. */
const PREFIX = 'draft:'

/** The name under which a user's unfinished form is kept: of a job's completion by the job's id. */
export const draftName = (userId: string, form: string): string => `${userId}:${form}`

/** Keeps a draft. A browser that refuses (private window, no room) keeps nothing. */
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

/** What was kept, or null. Forms that nobody finished are forgotten on the way. */
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
