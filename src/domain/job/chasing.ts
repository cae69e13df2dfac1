import { type Appointment, appointmentOf, isPast } from '../appointment/appointment.ts'
import { dayInWords, daysFrom, isAheadOf } from '../dates.ts'
import type { Job } from './job.ts'
import { isBeingCarriedOut, waitsFor, waitsOn } from './state.ts'
import { waitOf } from './whose-move.ts'

export type Chased = Partial<Pick<Job, 'chasedAt' | 'waitingSince'>>

const WEEK = 7

/** 'Chased on Monday'; '' where nobody was chased for what the job waits for now. */
export function chasedText({ chasedAt, waitingSince }: Chased, now = new Date()): string {
  if (!chasedAt || !waitingSince || chasedAt < waitingSince || isAheadOf(chasedAt, now)) return ''
  const days = daysFrom(chasedAt, now)
  if (days <= 0) return 'Chased today'
  const [weekday, ...day] = dayInWords(chasedAt, 'long').split(' ')
  return `Chased on ${days < WEEK ? weekday : day.join(' ')}`
}

/** Filled in, and edited before it is sent. */
export const chasingText = (areRepliesRead: boolean): string =>
  areRepliesRead
    ? 'Please see to these, or tell us what stands in the way. Answer this e-mail or write on the job.'
    : 'Please see to these, or write on the job what stands in the way.'

type Waits = Parameters<typeof waitOf>[0] & Parameters<typeof appointmentOf>[0]

/** The visit that it waits for, where that is booked for later. */
export function bookedAhead(job: Waits, now = new Date()): Appointment | null {
  const booked = waitsFor(waitOf(job), 'visit') ? appointmentOf(job) : null
  return booked && !isPast(booked, now) ? booked : null
}

/** Whether it waits on somebody who gets an e-mail about it: neither on administrators nor on nobody. */
export function mayChase(job: Pick<Job, 'status'> & Waits): boolean {
  const wait = waitOf(job)
  const isTheirs = waitsOn(wait, 'contractor') || waitsOn(wait, 'agent')
  return isTheirs && !isBeingCarriedOut(job) && !bookedAhead(job)
}
