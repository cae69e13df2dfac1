import { describe, expect, test } from 'bun:test'
import { covers, NO_PAST, type Past, suggested, suggestedForEach } from '#src/domain/job/suggestion.ts'

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

describe('what was done before', () => {
  const JOB = { contractorType: 'plumbing', postcode: 'GU1 3XY' }
  const DAY = '2026-12-01'
  type Told = Partial<Past> & { awayUntil?: string; openJobs?: number; lateJobs?: number; contractorTypes?: string[] }
  const order = (people: Record<string, Told>, jobs = [JOB]) =>
    suggested(
      Object.entries(people).map(([name, { openJobs = 0, lateJobs = 0, awayUntil = null, contractorTypes }]) => ({
        ...{ name, openJobs, lateJobs, awayUntil, areas: ['GU'], contractorTypes: contractorTypes ?? ['plumbing'] },
      })),
      jobs,
      ({ name }) => ({ ...NO_PAST, ...people[name] }),
      DAY,
    )

  test.each<[why: string, first: Told, then: Told]>([
    ['in time before one who never was', { visits: 1, openJobs: 9 }, {}],
    ['often in time before once', { visits: 3, openJobs: 9 }, { visits: 1 }],
    ['one late in five is in time still', { visits: 5, late: 1, openJobs: 9 }, { visits: 2 }],
    ['often as often, the less busy first', { visits: 3 }, { visits: 300, openJobs: 1 }],
    ['new before mostly late', { openJobs: 9 }, { visits: 3, late: 2 }],
    ['new before once and late', {}, { visits: 1, late: 1 }],
    ['who knows the property', { hasBeenThere: true, openJobs: 9 }, {}],
    ['who is free that day', { openJobs: 9 }, { isBookedThatDay: true }],
    ['fewer late', { openJobs: 2 }, { openJobs: 2, lateJobs: 1 }],
    ['the trade before what was done', {}, { visits: 9, contractorTypes: ['roofing'] }],
    ['whoever is here', { contractorTypes: [], openJobs: 9 }, { visits: 9, awayUntil: '2026-12-02' }],
    ['who is back today', { visits: 1, awayUntil: DAY }, {}],
  ])('puts first: %s', (_, first, then) => {
    expect(order({ then, first }).map(({ name }) => name)).toEqual(['first', 'then'])
  })

  test.each<[Told, string[]]>([
    [{}, ['+plumbing', '+GU1', '0 open']],
    [{ visits: 11, late: 1 }, ['+plumbing', '+GU1', '+plumbing in GU1 11 times, once late', '0 open']],
    [{ visits: 3, late: 2 }, ['+plumbing', '+GU1', '-plumbing in GU1 3 times, twice late', '0 open']],
    [{ hasBeenThere: true, openJobs: 2 }, ['+plumbing', '+GU1', '+been here before', '2 open']],
    [
      { isBookedThatDay: true, lateJobs: 1, openJobs: 1 },
      ['+plumbing', '+GU1', 'booked that day', '1 open', '-1 late'],
    ],
    [{ awayUntil: '2026-12-04' }, ['-Away until Friday', '+plumbing', '+GU1', '0 open']],
    [{ awayUntil: '2027-01-04' }, ['-Away until Monday 4 January', '+plumbing', '+GU1', '0 open']],
    [{ contractorTypes: [] }, ['-not plumbing', '+GU1', '0 open']],
  ])('%j is told as %j', (told, reasons) => {
    expect(
      order({ told })[0]!.reasons.map(({ label, good }) => `${good === null ? '' : good ? '+' : '-'}${label}`),
    ).toEqual(reasons)
  })

  test('adds up over several jobs, each trade and district once', () => {
    const roof = { contractorType: 'roofing', postcode: 'GU2 4AA' }
    const told = { visits: 2, hasBeenThere: true }
    expect(order({ told }, [JOB, JOB, roof])[0]!.reasons.map(({ label }) => label)).toEqual([
      ...['not every trade', 'every area', 'such work there 4 times', 'been at 3 of these 3 before', '0 open'],
    ])
    expect(order({ told }, [{ contractorType: 'plumbing', postcode: null as never }])[0]!.reasons[0]!.label).toBe(
      'plumbing',
    )
  })
})

describe('many jobs at once', () => {
  const who = (id: string, areas: string, openJobs = 0) => ({
    ...{ id, contractorTypes: ['plumbing'], areas: [areas], openJobs, lateJobs: 0 },
  })
  const taps = (count: number) => Array(count).fill({ contractorType: 'plumbing', postcode: 'GU1 3XY' })
  const sharesOf = (contractors: ReturnType<typeof who>[], count: number) =>
    Object.fromEntries(
      Map.groupBy(
        suggestedForEach(contractors, taps(count)).map(([best]) => best!.id),
        (id) => id,
      )
        .entries()
        .map(([id, jobs]) => [id, jobs.length]),
    )

  test('are shared among those who suit alike, counting what each is given as open', () => {
    expect(sharesOf([who('ann', 'GU'), who('bob', 'GU'), who('cay', 'BS')], 6)).toEqual({ ann: 3, bob: 3 })
    expect(sharesOf([who('ann', 'GU'), who('bob', 'GU', 2)], 6)).toEqual({ ann: 4, bob: 2 })
  })

  test('nobody gets more than three more than another who suits as well, however proven', () => {
    const proven = { visits: 9, late: 0, hasBeenThere: true, isBookedThatDay: false }
    const order = suggestedForEach([who('ann', 'GU'), who('bob', 'GU')], taps(9), ({ id }) =>
      id === 'ann' ? proven : NO_PAST,
    ).map(([best]) => best!.id)
    expect(order.filter((id) => id === 'ann')).toHaveLength(6)
  })

  test('leave out who has the job already', () => {
    const [order] = suggestedForEach([who('ann', 'GU'), who('bob', 'GU')], [{ ...taps(1)[0], contractorId: 'ann' }])
    expect(order!.map(({ id }) => id)).toEqual(['bob'])
  })
})
