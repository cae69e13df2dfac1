import { describe, expect, test } from 'bun:test'
import { chasedText, mayChase } from '#src/domain/job/chasing.ts'
import { firstVisit, firstVisitDue, isLate } from '#src/domain/job/first-visit.ts'
import type { Job } from '#src/domain/job/job.ts'
import { howLong, waitingShort, waitingText, whoseMove } from '#src/domain/job/waiting-words.ts'

const NOW = new Date('2026-11-23T10:00:00Z')
const daysBefore = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const daysAfter = (days: number) => daysBefore(-days)

const carl = { id: 'carl', firstName: 'Carl', lastName: 'Mason' } as Job['contractor']

const base = {
  status: 'assigned',
  jobType: 'visit',
  waitingOn: null,
  waitingFor: null,
  waitingSince: daysBefore(3),
  updatedAt: daysBefore(1),
  appointmentStartsAt: null,
  appointmentEndsAt: null,
  contractor: carl,
  contractorId: 'carl',
  estateAgentName: 'Olivia Hart',
  visitBy: null,
  firstVisitAt: null,
  noAccessVisits: 0,
} satisfies Partial<Job>

type Given = Partial<Job>
const job = (values: Given = {}) => ({ ...base, ...values }) as typeof base & Job

const words = (values: Given, role: 'admin' | 'contractor' | 'estate_agent' = 'admin', id = 'somebody') => {
  const move = whoseMove(job(values), { role, id }, NOW)
  return move && `${waitingText(move)}, ${move.toDo}`
}

test('who was chased for what a job waits for now is told by the day', () => {
  const chased = (days: number, since = 30) => {
    return chasedText({ chasedAt: daysBefore(days), waitingSince: daysBefore(since) }, NOW)
  }
  const said = [0, 1, 6, 7].map((days) => chased(days))
  expect(said).toEqual(['Chased today', 'Chased on Sunday', 'Chased on Tuesday', 'Chased on 16 November'])
  expect([chased(3, 2), chasedText({ chasedAt: null, waitingSince: NOW }, NOW)]).toEqual(['', ''])
})

test('a job that waits on somebody may be chased, not one that waits on administrators or for a booked visit', () => {
  const toVisit = { status: 'assigned', waitingOn: 'contractor', waitingFor: 'visit' } as const
  const booked = (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000)
    return mayChase(job({ ...toVisit, appointmentStartsAt: at, appointmentEndsAt: at }))
  }
  expect([booked(-1), booked(1)]).toEqual([true, false])
  const others = [
    { status: 'pending' },
    { status: 'assigned' },
    { status: 'quote_pending' },
    { status: 'quote_approved' },
  ]
  expect(others.map((values) => mayChase(job(values as Given)))).toEqual([false, true, true, false])
})

describe('whose move it is, in words', () => {
  test.each<[Given, string | null]>([
    [{ status: 'pending' }, 'Waiting for you for 3 days, to assign a contractor'],
    [{ status: 'assigned' }, 'With Carl Mason for 3 days, to book a visit'],
    [{ status: 'in_progress' }, 'With Carl Mason for 3 days, to finish the work'],
    [{ status: 'quote_pending' }, 'With Olivia Hart for 3 days, to decide on the quote'],
    [{ status: 'quote_approved' }, 'With the contractor for 3 days, to book a visit'],
    [
      { status: 'quote_approved', waitingOn: 'admin', waitingFor: 'assign' },
      'Waiting for you for 3 days, to assign a contractor',
    ],
    [{ status: 'completed' }, 'Waiting for you for 3 days, to invoice'],
    [{ status: 'completed', jobType: 'quote_work' }, null],
    [{ status: 'completed', waitingOn: 'nobody' }, null],
    [{ status: 'invoiced' }, null],
    [{ status: 'cancelled' }, null],
    [{ contractor: null, contractorId: null }, 'With the contractor for 3 days, to book a visit'],
  ])('%o', (values, expected) => {
    expect(words(values)).toBe(expected)
  })

  test('its reader is you, and nobody else is', () => {
    expect(words({}, 'contractor', 'carl')).toBe('Waiting for you for 3 days, to book a visit')
    expect(words({}, 'contractor', 'other')).toBe('With Carl Mason for 3 days, to book a visit')
    expect(words({ status: 'quote_approved' }, 'contractor', 'carl')).toStartWith('With the contractor')
    expect(words({ status: 'quote_pending' }, 'estate_agent')).toStartWith('Waiting for you')
    expect(words({ status: 'quote_pending' }, 'contractor', 'carl')).toStartWith('With Olivia Hart')
    expect(words({ status: 'pending' }, 'estate_agent')).toStartWith('With the administrator')
  })

  test('a booked visit waits from its end', () => {
    const booked = (from: Date, to: Date) => ({ appointmentStartsAt: from, appointmentEndsAt: to })
    expect(words(booked(daysAfter(1), daysAfter(1.1)))).toBe('With Carl Mason, to visit as booked')
    expect(words(booked(daysBefore(1.1), daysBefore(1)))).toBe('With Carl Mason since yesterday, to visit')
    const started = { ...booked(daysAfter(1), daysAfter(1.1)), status: 'in_progress' } as const
    expect(words(started)).toBe('With Carl Mason for 3 days, to finish the work')
  })

  test('a row says it shorter', () => {
    const short = (values: Given) => waitingShort(whoseMove(job(values), { role: 'admin', id: 'ada' }, NOW)!)
    expect(short({})).toBe('For 3 days: Carl Mason')
    expect(short({ status: 'pending' })).toBe('For 3 days: you')
    expect(short({ appointmentStartsAt: daysAfter(1), appointmentEndsAt: daysAfter(1.1) })).toBe(
      'As booked: Carl Mason',
    )
  })

  test('a job of an earlier version waits from its last change', () => {
    expect(words({ waitingSince: null })).toBe('With Carl Mason since yesterday, to book a visit')
  })

  test('days are London’s', () => {
    const late = new Date('2026-06-10T23:30:00Z')
    expect(howLong(new Date('2026-06-10T22:30:00Z'), late)).toBe('since yesterday')
    expect(howLong(new Date('2026-06-10T23:10:00Z'), late)).toBe('since today')
    expect(howLong(new Date('2026-06-11T23:10:00Z'), late)).toBe('since today')
    // A day of 25 hours lies between.
    expect(howLong(new Date('2026-10-24T12:00:00Z'), new Date('2026-10-26T12:00:00Z'))).toBe('for 2 days')
  })
})

describe('the first visit', () => {
  const friday = new Date('2026-11-27T23:59:59.999Z')
  const past = new Date('2026-11-20T23:59:59.999Z')

  test.each<[Given, string, boolean]>([
    [{ visitBy: friday }, 'First visit due by Friday 27 November', false],
    [{ visitBy: past }, 'First visit late since Friday 20 November', true],
    [{ visitBy: new Date('2026-11-23T09:30:00Z') }, 'First visit late since Monday 23 November, 09:30', true],
    [{ visitBy: friday, noAccessVisits: 1 }, 'First visit due by Friday 27 November. Tried once, nobody in', false],
    [{ visitBy: past, noAccessVisits: 3 }, 'First visit late since Friday 20 November. Tried 3 times, nobody in', true],
    [{ visitBy: past, noAccessVisits: 2, status: 'cancelled' }, '', false],
    [{ visitBy: past, status: 'cancelled' }, '', false],
    [{ visitBy: past, firstVisitAt: daysBefore(5) }, '', false],
    [{ visitBy: past, firstVisitAt: daysBefore(1) }, '', false],
    [{}, '', false],
  ])('%o', (values, expected, late) => {
    expect(firstVisitDue(job(values), NOW)).toBe(expected)
    expect(isLate(job(values), NOW)).toBe(late)
  })

  test('that was made is told of on the job’s page', () => {
    expect(firstVisit(job({ visitBy: past, firstVisitAt: daysBefore(5) }), NOW)).toBe('First visit made in time')
    expect(firstVisit(job({ visitBy: past, firstVisitAt: daysBefore(1) }), NOW)).toBe(
      'First visit made late, after Friday 20 November',
    )
    expect(firstVisit(job({ visitBy: friday }), NOW)).toBe('First visit due by Friday 27 November')
  })
})
