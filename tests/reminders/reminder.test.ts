import { describe, expect, test } from 'bun:test'
import type { Role } from '#src/domain/account/account.ts'
import { londonTime } from '#src/domain/dates.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { waitingIn } from '#src/domain/job/whose-move.ts'
import { inOrder, itemOf, lateFirst, type RemindedItem, type RemindedJob, toInvoice } from '#src/reminders/reminder.ts'
import { roundOf } from './world.ts'

/** Thursday: two working days before is Tuesday. */
const round = roundOf('2027-03-11')
const at = (day: string, time = '08:00') => londonTime(`2027-03-${day}`, time)

const job = (values: Partial<RemindedJob>): RemindedJob => {
  const status = values.status ?? 'assigned'
  return {
    ...{ id: 'a', jobRef: 'JOB-000123', urgency: 'medium', waitingSince: at('09'), visitBy: null, firstVisitAt: null },
    ...{
      noAccessVisits: 0,
      appointmentEndsAt: null,
      propertyName: 'Rose Cottage',
      propertyAddress: '12 Mill Lane\nGuildford',
    },
    ...{
      estateAgency: 'Rightway Lettings',
      amount: null,
      validUntil: null,
      contractor: { firstName: 'Carl', lastName: 'Mason' },
      status,
    },
    ...waitingIn({ status, jobType: 'visit', appointmentStartsAt: values.appointmentEndsAt ?? null }),
    ...values,
  }
}
const need = (role: Role, values: Partial<RemindedJob>) => itemOf(role, job(values), round)?.need ?? null

describe('who is reminded of what', () => {
  test('each state, when it has waited long enough and is late besides', () => {
    const told = JOB_STATUSES.map((status) => {
      const values = { status, visitBy: at('10') }
      return [status, need('contractor', values), need('estate_agent', values), need('admin', values)]
    })
    expect(told).toEqual([
      ['pending', null, null, 'assign'],
      ['assigned', 'book', null, 'late'],
      ['in_progress', 'finish', null, 'late'],
      ['quote_pending', null, 'decide', 'late'],
      // Its quote work is told of by itself.
      ['quote_approved', null, null, 'late'],
      ['completed', null, null, null],
      ['invoiced', null, null, null],
      ['cancelled', null, null, null],
    ])
  })

  test('nobody of what has waited for less than two working days', () => {
    for (const status of JOB_STATUSES) {
      const values = { status, waitingSince: at('09', '08:01') }
      for (const role of ['contractor', 'estate_agent', 'admin'] as const) expect(need(role, values)).toBeNull()
    }
    expect(need('contractor', { waitingSince: at('09', '08:00') })).toBe('book')
  })

  test('of a late job its contractor and administrators, however short it has waited on them', () => {
    const late = { waitingSince: at('10', '17:00'), visitBy: at('11', '07:59') }
    expect([need('contractor', late), need('admin', late)]).toEqual(['book', 'late'])
    expect(need('admin', { ...late, status: 'pending' })).toBe('assign')
    const visited = { ...late, firstVisitAt: at('11', '07:00') }
    expect([need('contractor', visited), need('admin', visited)]).toEqual([null, null])
    const due = { ...late, visitBy: at('11', '08:01') }
    expect([need('contractor', due), need('admin', due)]).toEqual([null, null])
  })

  test('no contractor before the booked visit, nor two working days after it', () => {
    const booked = (day: string, values = {}) =>
      need('contractor', { appointmentEndsAt: at(day, '12:00'), waitingSince: at('01'), ...values })
    expect(['12', '11', '10', '09', '08'].map((day) => booked(day))).toEqual([null, null, null, null, 'visit'])
    // Late, but about to be visited: the contractor has done their part.
    expect([booked('12', { visitBy: at('10') }), booked('10', { visitBy: at('10') })]).toEqual([null, 'visit'])
  })

  test('nobody of a job that an earlier version wrote and nothing has filled in', () => {
    const unfilled = { waitingOn: null, waitingFor: null, waitingSince: null }
    for (const role of ['contractor', 'estate_agent', 'admin'] as const) expect(need(role, unfilled)).toBeNull()
  })
})

describe('what is said', () => {
  const text = (role: Role, values: Partial<RemindedJob>) => itemOf(role, job(values), round)!.text

  test('where, since when, and what more there is to know', () => {
    expect(itemOf('contractor', job({ urgency: 'high', visitBy: at('10', '23:59') }), round)).toMatchObject({
      title: 'Rose Cottage, 12 Mill Lane, Guildford',
      text: 'JOB-000123, Rightway Lettings. Urgent. Waiting since Tue 9 March.',
      late: 'Late: the first visit was due by Wed 10 March.',
      path: '/jobs/a',
    })
    expect(text('contractor', { appointmentEndsAt: at('08', '12:00'), waitingSince: at('01') })).toContain(
      'The visit was booked for Mon 8 March.',
    )
    expect(text('admin', { visitBy: at('10'), appointmentEndsAt: at('15', '12:00') })).toBe(
      'JOB-000123, Rightway Lettings. With Carl Mason. Waiting since Tue 9 March. A visit is booked for Mon 15 March.',
    )
    expect(text('admin', { status: 'pending', waitingSince: londonTime('2026-12-23', '09:00') })).toContain(
      'Waiting since Wed 23 December 2026.',
    )
    expect(itemOf('admin', job({ status: 'pending' }), round)?.path).toBe('/admin/jobs/a')
  })

  test('an expired quote says so, on the day after its last', () => {
    const words = 'The quote has expired'
    expect(text('estate_agent', { status: 'quote_pending', validUntil: '2027-03-11' })).not.toContain(words)
    expect(text('estate_agent', { status: 'quote_pending', validUntil: '2027-03-10' })).toContain(words)
  })

  test('a quote has its amount and whose it is', () => {
    const quoted = { status: 'quote_pending', amount: 48_000 } as const
    expect(text('estate_agent', quoted)).toContain('£480.00 from Carl Mason. Waiting')
    expect(text('estate_agent', { ...quoted, contractor: null })).toContain('£480.00. Waiting')
  })

  test('a name that the address begins with is not said twice', () => {
    const title = (values: Partial<RemindedJob>) => itemOf('contractor', job(values), round)!.title
    const address = '7 Redland Park\nBristol'
    expect(title({ propertyName: '7 Redland Park', propertyAddress: address })).toBe('7 Redland Park, Bristol')
    expect(title({ propertyName: 'Flat 2', propertyAddress: address })).toBe('Flat 2, 7 Redland Park, Bristol')
  })

  test('invoices are one line', () => {
    const oldest = { jobId: 'a', since: at('01') }
    expect(toInvoice(1234, oldest, round)).toMatchObject({
      title: '1,234 completed jobs',
      text: 'Waiting since Mon 1 March, the oldest.',
    })
    expect(toInvoice(1, oldest, round)).toMatchObject({
      title: 'One completed job',
      text: 'Waiting since Mon 1 March.',
    })
  })
})

test('late ones come first, then the longest wait; shown by what is to be done', () => {
  const thing = (jobId: string, need: RemindedItem['need'], day: string, late = ''): RemindedItem => ({
    ...{ jobId, need, late, since: at(day), title: '', text: '', path: '' },
  })
  const things = [
    thing('a', 'finish', '03'),
    thing('b', 'book', '02'),
    thing('c', 'finish', '05', 'Late'),
    thing('d', 'book', '01'),
  ]
  expect(lateFirst(things).map(({ jobId }) => jobId)).toEqual(['c', 'd', 'b', 'a'])
  expect(inOrder(things).map(({ jobId }) => jobId)).toEqual(['d', 'b', 'c', 'a'])
})
