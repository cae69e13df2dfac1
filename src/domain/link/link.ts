type Purpose = {
  path: `/${string}`
  about: 'account' | 'job' | 'quote' | 'statement' | 'property'
  /** To an account's address, which another address ends; to an address of whoever has no account; or only shown. */
  told: 'account' | 'address' | 'shown'
  days: number | null
  once: boolean
}

export const LINKS = {
  set_password: { path: '/set-password', about: 'account', told: 'account', days: 1, once: true },
  decide_quote: { path: '/decide-quote', about: 'quote', told: 'account', days: 7, once: true },
  answer_job: { path: '/answer-job', about: 'job', told: 'account', days: 7, once: true },
  landlord: { path: '/landlord', about: 'quote', told: 'address', days: 30, once: true },
  follow_job: { path: '/follow', about: 'job', told: 'address', days: 90, once: false },
  calendar: { path: '/calendar', about: 'account', told: 'shown', days: null, once: false },
  unsubscribe: { path: '/unsubscribe', about: 'account', told: 'account', days: null, once: false },
  statement: { path: '/statement', about: 'statement', told: 'address', days: 30, once: false },
  hazard_summary: { path: '/hazard-summary', about: 'job', told: 'address', days: 90, once: false },
  certificates: { path: '/certificate', about: 'property', told: 'address', days: 30, once: false },
} as const satisfies Record<string, Purpose>

export type LinkPurpose = keyof typeof LINKS
export const LINK_PURPOSES = Object.keys(LINKS) as [LinkPurpose, ...LinkPurpose[]]

export const TOLD_TO_ACCOUNT = LINK_PURPOSES.filter((purpose) => LINKS[purpose].told === 'account')

export const LONGEST_LINK_DAYS = Math.max(...LINK_PURPOSES.map((purpose) => LINKS[purpose].days ?? 0)) + 1

export const LINK_PATHS = LINK_PURPOSES.map((purpose) => LINKS[purpose].path)

export const countedLinkDays = (purpose: LinkPurpose): string => {
  const { days } = LINKS[purpose]
  return days === 1 ? '24 hours' : `${days} days`
}
