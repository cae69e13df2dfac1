export const HAZARD_KINDS = {
  damp: 'Damp and mould',
  heating: 'No heating or hot water',
  electrics: 'Electrics',
  gas: 'Gas',
  fire: 'Fire',
  falls: 'Falls',
  structure: 'Structure',
  hygiene: 'Hygiene',
  other: 'Something else',
} as const
export type HazardKind = keyof typeof HAZARD_KINDS
export const HAZARD_KIND_NAMES = Object.keys(HAZARD_KINDS) as HazardKind[]

export const HAZARD_LEVELS = ['significant', 'emergency'] as const
export type HazardLevel = (typeof HAZARD_LEVELS)[number]
export const HAZARD_LABELS: Record<HazardLevel, string> = {
  significant: 'Significant hazard',
  emergency: 'Emergency hazard',
}

export const HAZARD_ENDINGS = {
  not_found: 'No hazard found',
  housed_elsewhere: 'Occupants housed elsewhere',
  refused: 'Consent or access refused',
} as const
export type HazardEnding = keyof typeof HAZARD_ENDINGS

export const HAZARD_TIMES = {
  awareAt: 'Known of',
  investigatedAt: 'Looked at inside',
  summarySentAt: 'Summary sent',
  safeAt: 'Made safe',
  workBegunAt: 'Preventive work begun',
} as const
export type HazardTime = keyof typeof HAZARD_TIMES
export const HAZARD_TIME_NAMES = Object.keys(HAZARD_TIMES) as HazardTime[]

export const ATTEMPT_WAYS = {
  visit: 'Visit',
  phone: 'Phone',
  text: 'Text message',
  email: 'E-mail',
  letter: 'Letter',
} as const
export type AttemptWay = keyof typeof ATTEMPT_WAYS
/** `on` is 'YYYY-MM-DD'. */
export type AccessAttempt = { on: string; way: AttemptWay }
export const MAX_ATTEMPTS = 100

export type HazardTimes = { awareAt: Date } & Record<Exclude<HazardTime, 'awareAt'>, Date | null>
export type HazardState = HazardTimes & { level: HazardLevel; ending: HazardEnding | null }
export type Hazard = HazardState & {
  kinds: HazardKind[]
  attempts: AccessAttempt[]
  targets: HazardTargets
  due: Date | null
  /** Those that were sent, oldest first. */
  summaries: { id: string; sentAt: string }[]
}
/** As a job's row has it: times are texts of ISO 8601. */
export type KeptHazard = Pick<Hazard, 'level' | 'kinds' | 'ending' | 'attempts' | 'summaries'> &
  Record<HazardTime, string | null>
export type HazardTargets = Partial<Record<HazardTime, Date>>

export const WORDING = 'Awaab’s Law targets (social housing; good practice elsewhere)'
export const GAS_EMERGENCY = '0800 111 999'

export const attemptsText = (attempts: readonly AccessAttempt[]): string => {
  const ways = new Set(attempts.map(({ way }) => way)).size
  const there = attempts.length === 1 ? 'there is 1' : `there are ${attempts.length}`
  return `Three by different ways are expected: ${there}${
    attempts.length > ways ? `, by ${ways} ${ways === 1 ? 'way' : 'ways'}` : ''
  }.`
}
