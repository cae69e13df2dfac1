import type { Actor } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { today } from '#src/domain/dates.ts'
import { CONTRACTOR_TYPES, type ContractorType } from '#src/domain/job/contractor-type.ts'
import type { Ranked, Ranking } from '#src/domain/job/figures/figures.ts'
import { before, monthOf, type Period, untilToday, yearBefore } from '#src/domain/job/figures/period.ts'
import type { FigureScope } from './input.ts'
import { figuresOf, firstRanked } from './queries.ts'

function comparedPeriods(asked: Period, now = new Date()): [Period, Period, Period] {
  const period = untilToday(asked, today(now))
  return [period, before(period), yearBefore(period)]
}

export const comparedFigures = (user: Actor, scope: FigureScope, asked: Period) =>
  Promise.all(
    comparedPeriods(asked).map(async (period) => ({ period, figures: await figuresOf({ user, scope, period }) })),
  )

const tradesNamed = (rows: readonly Ranked[]): Ranked[] =>
  rows.map((row) => ({ ...row, name: CONTRACTOR_TYPES[row.name as ContractorType] ?? row.name }))

export async function mostOf(user: Actor, scope: FigureScope, asked: Period): Promise<Ranking[]> {
  const [period] = comparedPeriods(asked)
  const all = { user, scope, period }
  const [[trades = [], homes = []], [agencies = [], contractors = [], invoicedHomes = []]] = await Promise.all([
    firstRanked('mostRaised', all),
    firstRanked('mostInvoiced', all),
  ])
  return [
    { title: 'Most raised, by trade', by: 'contractorType', counts: 'jobs', rows: tradesNamed(trades) },
    { title: 'Most raised, by property', by: 'property', counts: 'jobs', rows: homes },
    { title: 'Invoiced, by agency', by: 'agency', counts: 'pounds', rows: agencies },
    {
      title: 'Invoiced, by contractor',
      by: 'contractor',
      counts: 'pounds',
      rows: isContractor(user) ? [] : contractors,
    },
    { title: 'Invoiced, by property', by: 'property', counts: 'pounds', rows: invoicedHomes },
  ]
}

const nextMonth = (month: string, by: 1 | -1): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

export function monthsBeside(asked: Period, now = new Date()) {
  const month = asked.from.slice(0, 7)
  const after = nextMonth(month, 1)
  return { monthBefore: nextMonth(month, -1), monthAfter: monthOf(after).from <= today(now) ? after : null }
}
