import { expect, test } from 'bun:test'
import type { CertificateKind } from '#src/domain/property/certificate/certificate.ts'
import { certificateEnd, monthsBefore, remedyDay, wrongCertificate } from '#src/domain/property/certificate/renewal.ts'

test.each<[string, string, string | null, string]>([
  ['in the last two months', '2027-03-10', '2027-05-01', '2028-05-01'],
  ['before the last two months', '2027-02-28', '2027-05-01', '2028-02-28'],
  ['on the first day of the two months', '2027-03-02', '2027-05-01', '2028-05-01'],
  ['on the day before they begin', '2027-03-01', '2027-05-01', '2028-03-01'],
  ['on the day of the end', '2027-05-01', '2027-05-01', '2028-05-01'],
  ['a day late', '2027-05-02', '2027-05-01', '2028-05-02'],
  ['with none before', '2027-05-02', null, '2028-05-02'],
  ['on 29 February', '2028-02-29', null, '2029-02-28'],
  ['for an end on 29 February', '2028-01-10', '2028-02-29', '2029-02-28'],
  ['two months before 29 February', '2027-12-30', '2028-02-29', '2029-02-28'],
  ['on the day before those', '2027-12-29', '2028-02-29', '2028-12-29'],
  ['before an end on 28 February of a year after a leap year', '2028-12-29', '2029-02-28', '2030-02-28'],
  ['for an end on 30 April, whose months begin on 1 March', '2027-03-01', '2027-04-30', '2028-04-30'],
  ['on 28 February for an end on 30 April', '2027-02-28', '2027-04-30', '2028-02-28'],
])('a gas check %s: done %s for %s, ends %s', (_, doneOn, previous, ends) => {
  expect(certificateEnd({ kind: 'gas_safety', doneOn }, previous)).toBe(ends)
})

test.each<[CertificateKind, number | null, string]>([
  ['epc', null, '2037-03-10'],
  ['alarms', null, '2028-03-10'],
  ['legionella', null, '2029-03-10'],
  ['legionella', 12, '2028-03-10'],
  ['appliances', null, '2028-03-10'],
  ['other', 6, '2027-09-10'],
])('%s with months %p, done on 10 March 2027, ends %s whatever was before', (kind, months, ends) => {
  for (const previous of [null, '2027-05-01'])
    expect(certificateEnd({ kind, doneOn: '2027-03-10', months }, previous)).toBe(ends)
})

test('an electrical report says its own day, at most five years on', () => {
  const report = { kind: 'electrical', doneOn: '2026-05-01' } as const
  expect(certificateEnd({ ...report, endsOn: '2029-05-01' }, null)).toBe('2029-05-01')
  const wrong = (endsOn?: string) => wrongCertificate({ ...report, endsOn }, '2026-11-26').endsOn
  expect(wrong()).toBe('Please enter the day that the report has')
  expect(wrong('2031-05-01')).toBeUndefined()
  expect(wrong('2031-05-02')).toBe('Must be at the latest 01/05/2031')
})

test('what cannot be is refused by its field', () => {
  const gas = { kind: 'gas_safety', doneOn: '2026-05-01' } as const
  const wrong = (sent: object) => Object.keys(wrongCertificate({ ...gas, ...sent }, '2026-11-26'))
  expect(wrong({})).toEqual([])
  expect(wrong({ doneOn: '2026-11-27' })).toEqual(['doneOn'])
  expect(wrong({ doneOn: '2026-02-29' })).toEqual(['doneOn'])
  expect(wrong({ endsOn: '2026-05-01' })).toEqual(['endsOn'])
  expect(wrong({ endsOn: '2027-07-02' })).toEqual(['endsOn'])
  expect(wrong({ kind: 'other' })).toEqual(['name', 'months'])
  expect(wrong({ kind: 'other', name: 'Lift', months: 6 })).toEqual([])
  expect(wrong({ unsatisfactory: true })).toEqual(['unsatisfactory'])
  expect(wrong({ remedyBy: '2026-04-30' })).toEqual(['remedyBy'])
})

test('what an unsatisfactory report found is put right within 28 days, or by its own day', () => {
  expect(remedyDay({ doneOn: '2028-02-10', remedyBy: null })).toBe('2028-03-09')
  expect(remedyDay({ doneOn: '2028-02-10', remedyBy: '2028-02-20' })).toBe('2028-02-20')
})

test.each([
  ['2027-05-01', 2, '2027-03-02'],
  ['2028-02-29', 2, '2027-12-30'],
  ['2027-04-30', 2, '2027-03-01'],
  ['2027-05-01', 1, '2027-04-02'],
])('of the end %s the last %p months begin on %s', (end, months, begin) => {
  expect(monthsBefore(end, months)).toBe(begin)
})
