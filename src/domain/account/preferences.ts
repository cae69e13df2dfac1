/** What a person may switch for themself; each is off until they do. */
export const PREFERENCES = ['plotsFolded'] as const
export type Preference = (typeof PREFERENCES)[number]

/** The keys of administrators' lists, and what each does. */
export const KEYS = {
  j: 'Next row',
  k: 'Row before',
  x: 'Tick the row',
  a: 'Assign the row, or all that are ticked',
  c: 'Chase the row, or all that are ticked',
  '/': 'Search',
  '?': 'These keys',
} as const
export type Key = keyof typeof KEYS
export const KEY_NAMES = Object.keys(KEYS) as Key[]

/** `keysOff` has the letters of the keys that do nothing, such as 'jk'. */
export type Preferences = Partial<Record<Preference, boolean>> & { keysOff?: string }
