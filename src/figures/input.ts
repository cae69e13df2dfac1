import { sql } from 'drizzle-orm'
import { isDay, today, YEARS } from '#src/domain/dates.ts'
import { NARROWINGS, type Narrowing } from '#src/domain/job/figures/figures.ts'
import { monthOf, type Period } from '#src/domain/job/figures/period.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { parameter } from '#src/http/parameters.ts'
import { onlyText, type Query } from '#src/http/query.ts'
import { DAY, field, JOB_PARAMETERS, type JobFilter, ruleOf } from '#src/jobs/search/filters.ts'

export type FigureScope = Pick<JobFilter, Narrowing>

const from = field('From', DAY, () => sql`true`)
const to = field('To', DAY, () => sql`true`)

export const FIGURE_PARAMETERS = {
  from: parameter('From this day in London; without it, the first of this month.', from.parameter.schema),
  to: parameter('Up to this day; without it, the end of the month of `from`.', to.parameter.schema),
  agency: JOB_PARAMETERS.agency,
  contractor: JOB_PARAMETERS.contractor,
  contractorType: JOB_PARAMETERS.contractorType,
  property: JOB_PARAMETERS.property,
}

export function scopeOf(query: Query): FigureScope {
  const scope: FigureScope = {}
  for (const name of NARROWINGS) {
    const text = ruleOf(name).read(name, query[name])
    if (text) scope[name] = text
  }
  return scope
}

const MAX_YEARS = 10

/** A month (`month=2026-11`), or days. Throws WrongQuery. */
export function periodOf(query: Query, now = new Date()): Period {
  const month = onlyText('month', query.month)
  if (month) {
    if (!isDay(`${month}-01`)) throw new WrongQuery({ month: `"${month}" is no month, such as 2026-11, ${YEARS}.` })
    return monthOf(month)
  }
  const first = from.read('from', query.from) || `${today(now).slice(0, 7)}-01`
  const last = to.read('to', query.to) || monthOf(first.slice(0, 7)).to
  if (last < first) throw new WrongQuery({ to: 'to must not be before from.' })
  if (Number(last.slice(0, 4)) - Number(first.slice(0, 4)) > MAX_YEARS)
    throw new WrongQuery({ to: `At most ${MAX_YEARS} years are counted at once.` })
  return { from: first, to: last }
}
