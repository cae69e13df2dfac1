import { describe, expect, test } from 'bun:test'
import type { HazardState } from '#src/domain/property/hazard/hazard.ts'
import { hazardDue, hazardTargets, wrongHazardTimes } from '#src/domain/property/hazard/targets.ts'
import { env, parseEnv } from '#src/runtime/env.ts'
import { endOfWorkingDay } from '#src/runtime/working-days.ts'

const at = (text: string) => new Date(text)
const hazard = (level: HazardState['level'], awareAt: string, investigatedAt?: string): HazardState => ({
  ...{ level, awareAt: at(awareAt), investigatedAt: investigatedAt ? at(investigatedAt) : null },
  ...{ summarySentAt: null, safeAt: null, workBegunAt: null, ending: null },
})
const targets = (of: HazardState) =>
  JSON.parse(JSON.stringify(hazardTargets(of, env.HAZARD_TARGETS, endOfWorkingDay))) as object

const LOOKED = '2027-03-22T11:00:00Z'

describe('the targets of a hazard', () => {
  test.each([
    [
      'ten working days to look at it',
      hazard('significant', '2027-02-01T09:00:00Z'),
      { investigatedAt: '2027-02-15T23:59:59.999Z' },
    ],
    [
      'ten from a Good Friday, over Easter Monday',
      hazard('significant', '2027-03-26T09:00:00Z'),
      { investigatedAt: '2027-04-12T22:59:59.999Z' },
    ],
    [
      'ten over Christmas and New Year',
      hazard('significant', '2026-12-18T16:30:00Z'),
      { investigatedAt: '2027-01-06T23:59:59.999Z' },
    ],
    [
      'ten from a Sunday as from the Friday before',
      hazard('significant', '2027-02-07T09:00:00Z'),
      { investigatedAt: '2027-02-19T23:59:59.999Z' },
    ],
    [
      'from the day it was known of, also before the job was raised',
      hazard('significant', '2026-11-02T00:30:00Z'),
      { investigatedAt: '2026-11-16T23:59:59.999Z' },
    ],
    [
      'three for the summary, five to make it safe over Easter, twelve weeks for the rest, once it was looked at',
      hazard('significant', '2027-03-15T09:00:00Z', LOOKED),
      {
        investigatedAt: '2027-03-31T22:59:59.999Z',
        summarySentAt: '2027-03-25T23:59:59.999Z',
        safeAt: '2027-03-31T22:59:59.999Z',
        workBegunAt: '2027-06-14T22:59:59.999Z',
      },
    ],
    [
      '24 hours of an emergency',
      hazard('emergency', '2027-03-26T09:15:00Z'),
      { investigatedAt: '2027-03-27T09:15:00.000Z', safeAt: '2027-03-27T09:15:00.000Z' },
    ],
    [
      '24 hours when the clock goes forward: an hour later on it',
      hazard('emergency', '2027-03-27T12:00:00Z'),
      { investigatedAt: '2027-03-28T12:00:00.000Z', safeAt: '2027-03-28T12:00:00.000Z' },
    ],
    [
      '24 hours when the clock goes back: an hour earlier on it',
      hazard('emergency', '2026-10-24T11:00:00Z'),
      { investigatedAt: '2026-10-25T11:00:00.000Z', safeAt: '2026-10-25T11:00:00.000Z' },
    ],
  ])('%s', (_, of, expected) => expect(targets(of)).toEqual(expected))
})

describe('what is due is the strictest open target', () => {
  const looked = hazard('significant', '2027-03-15T09:00:00Z', LOOKED)
  const due = (change: Partial<HazardState>, of = looked) =>
    hazardDue({ ...of, ...change }, hazardTargets(of, env.HAZARD_TARGETS, endOfWorkingDay))?.toISOString() ?? null

  test.each<[string, Partial<HazardState>, string | null]>([
    ['the summary first', {}, '2027-03-25T23:59:59.999Z'],
    ['then to make it safe', { summarySentAt: at('2027-03-24T12:00:00Z') }, '2027-03-31T22:59:59.999Z'],
    [
      'no summary where it is safe before that was due',
      { safeAt: at('2027-03-23T12:00:00Z') },
      '2027-06-14T22:59:59.999Z',
    ],
    [
      'the summary also of what was made safe after it',
      { safeAt: at('2027-03-26T12:00:00Z') },
      '2027-03-25T23:59:59.999Z',
    ],
    ['nothing when it has ended', { ending: 'housed_elsewhere' }, null],
  ])('%s', (_, change, expected) => expect(due(change)).toBe(expected))
})

describe('times are refused', () => {
  const now = at('2027-04-01T12:00:00Z')
  test('when it was looked at before it was known of', () => {
    expect(wrongHazardTimes(hazard('significant', LOOKED, '2027-03-22T10:59:59Z'), now)).toEqual({
      investigatedAt: 'It was looked at before it was known of',
    })
  })
  test('in the future', () => {
    expect(wrongHazardTimes(hazard('significant', '2027-04-02T09:00:00Z'), now)).toEqual({
      awareAt: 'This must not be in the future',
    })
  })
  test('not when it was looked at in the same moment', () => {
    expect(wrongHazardTimes(hazard('emergency', LOOKED, LOOKED), now)).toEqual({})
  })
})

describe('the setting HAZARD_TARGETS', () => {
  test('gives each period hours, working days or weeks', () => {
    const { HAZARD_TARGETS } = parseEnv({
      HAZARD_TARGETS: 'investigate:5d,summary:24h,safe:2d,prevent:4w,emergency:4h',
    })
    expect(HAZARD_TARGETS.prevent).toEqual({ count: 4, unit: 'w' })
  })
  test.each(['investigate:10d', 'investigate:10d,summary:3d,safe:5d,prevent:12w,emergency:0h'])('refuses %s', (text) =>
    expect(() => parseEnv({ HAZARD_TARGETS: text })).toThrow('HAZARD_TARGETS must give each period'),
  )
})
