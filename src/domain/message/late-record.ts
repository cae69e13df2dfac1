import { dayAndTime } from '../dates.ts'

/** What a contractor had recorded when the job no longer took it; administrators read it as a message. */
const LABELS = {
  done: 'Visit completed',
  no_access: 'No access',
  return: 'Return needed',
  hand_back: 'Handed back',
  start: 'Work started',
  booking: 'Visit booked',
  message: 'Message',
} as const

type LateOutcome = keyof typeof LABELS
export const LATE_OUTCOMES = Object.keys(LABELS) as LateOutcome[]

export const MAX_LATE_RECORD = 10_000
export const MAX_LATE_RECORDS = 20

export const lateRecordText = (text: string, outcome: LateOutcome = 'message', at?: Date): string =>
  `Came too late to be recorded: ${LABELS[outcome]}${at ? `, ${dayAndTime(at)}` : ''}.\n\n${text}`
