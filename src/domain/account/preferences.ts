/** What a person may switch for themself; each is off until they do. */
export const PREFERENCES = ['plotsFolded', 'keysOff'] as const
export type Preference = (typeof PREFERENCES)[number]

export type Preferences = Partial<Record<Preference, boolean>>
