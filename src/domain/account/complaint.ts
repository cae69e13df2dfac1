import { today } from '../dates.ts'

/** Within so many days a complaint about data is answered. */
export const COMPLAINT_DAYS = 30
const DAY = 24 * 60 * 60 * 1000

export const COMPLAINT_STATES = ['open', 'answered', 'closed'] as const
type ComplaintState = (typeof COMPLAINT_STATES)[number]
export const COMPLAINT_LABELS: Record<ComplaintState, string> = {
  open: 'To answer',
  answered: 'Answered',
  closed: 'Closed',
}

export type Complaint = {
  id: string
  number: number
  name: string
  email: string
  text: string
  answer: string | null
  answeredAt: Date | null
  closedAt: Date | null
  closeReason: string | null
  createdAt: Date
}

type Dated = Pick<Complaint, 'createdAt'>
type Marks = Pick<Complaint, 'answeredAt' | 'closedAt'>

export const complaintRef = ({ number }: Pick<Complaint, 'number'>): string => `DC-${number}`
export const stateOfComplaint = ({ answeredAt, closedAt }: Marks): ComplaintState =>
  closedAt ? 'closed' : answeredAt ? 'answered' : 'open'
export const isToAnswer = (complaint: Marks): boolean => stateOfComplaint(complaint) === 'open'
export const isClosed = ({ closedAt }: Pick<Complaint, 'closedAt'>): boolean => closedAt !== null

export const answerBy = ({ createdAt }: Dated): Date => new Date(createdAt.getTime() + COMPLAINT_DAYS * DAY)

export function daysLeft(complaint: Dated, now = new Date()): number {
  return Math.round((Date.parse(today(answerBy(complaint))) - Date.parse(today(now))) / DAY)
}

export function daysLeftInWords(complaint: Dated, now = new Date()): string {
  const days = daysLeft(complaint, now)
  const counted = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  if (days < 0) return `${counted} late`
  return days === 0 ? 'due today' : `${counted} left`
}
