import { describe, expect, test } from 'bun:test'
import { covers, suggested } from '#src/domain/job/suggestion.ts'

describe('an area', () => {
  test.each([
    ['GU', 'GU1 3XY', true],
    ['GU', 'GU12 3XY', true],
    ['GU1', 'GU1 3XY', true],
    ['GU1', 'GU12 3XY', false],
    ['GU12', 'GU1 2AB', false],
    ['G', 'GU1 3XY', false],
    ['G', 'G1 3XY', true],
    ['SW1', 'SW1A 1AA', true],
    ['SW1A', 'SW1A 1AA', true],
    ['SW1A', 'SW1 1AA', false],
    ['SW1A', 'SW1P 1AA', false],
    ['BS', 'GU1 3XY', false],
  ])('%s covers %s: %p', (area, postcode, covered) => {
    expect(covers([area], postcode)).toBe(covered)
    expect(covers(['ZE', area], postcode)).toBe(covered)
  })

  test('nothing covers a job without a postcode, and who names no area covers nothing', () => {
    expect([covers(['GU'], null), covers([], 'GU1 3XY')]).toEqual([false, false])
  })
})

describe('the order of contractors', () => {
  const one = (name: string, contractorTypes: string, areas: string, openJobs = 0, lateJobs = 0) => ({
    ...{ name, openJobs, lateJobs },
    ...{ contractorTypes: contractorTypes.split(' ').filter(Boolean), areas: areas.split(' ').filter(Boolean) },
  })
  const all = [
    one('idle', '', ''),
    one('near', 'roofing', 'GU'),
    one('far plumber', 'plumbing', 'BS'),
    one('busy near plumber', 'plumbing', 'GU1', 9),
    one('near plumber', 'roofing plumbing', 'BS GU1', 2, 1),
    one('punctual near plumber', 'plumbing', 'GU', 2),
    one('handyman', 'general', 'GU1'),
  ]
  const names = (job: { contractorType: string | null; postcode: string | null }) =>
    suggested(all, [job]).map(({ name }) => name)

  test('is trade and area, trade, area, none; then fewest open jobs, fewest late ones, as given', () => {
    expect(names({ contractorType: 'plumbing', postcode: 'GU1 3XY' })).toEqual([
      ...['punctual near plumber', 'near plumber', 'busy near plumber'],
      ...['far plumber', 'near', 'handyman', 'idle'],
    ])
  })

  test('takes a general contractor for general repairs, and nobody for a job without a trade', () => {
    expect(names({ contractorType: 'general', postcode: null })[0]).toBe('handyman')
    expect(suggested(all, [{ contractorType: null, postcode: null }]).some(({ hasTrade }) => hasTrade)).toBe(false)
    expect(names({ contractorType: null, postcode: null })).toEqual([
      ...['idle', 'near', 'far plumber', 'handyman'],
      ...['punctual near plumber', 'near plumber', 'busy near plumber'],
    ])
  })

  test('says of each what it was ordered by', () => {
    expect(suggested(all, [{ contractorType: 'plumbing', postcode: 'BS1 1AA' }])[0]).toMatchObject({
      ...{ name: 'far plumber', hasTrade: true, coversArea: true },
    })
  })

  test('for several jobs takes who suits most of them', () => {
    const jobs = [
      { contractorType: 'roofing', postcode: 'GU1 3XY' },
      { contractorType: 'roofing', postcode: 'GU4 1AA' },
      { contractorType: 'plumbing', postcode: 'GU1 3XY' },
    ]
    expect(suggested(all, jobs).map(({ name }) => name)[0]).toBe('near plumber')
    const [first, ...others] = suggested(all, jobs.slice(0, 2))
    expect(first).toMatchObject({ name: 'near', hasTrade: true, coversArea: true })
    expect(others[0]).toMatchObject({ name: 'near plumber', hasTrade: true, coversArea: false })
  })
})
