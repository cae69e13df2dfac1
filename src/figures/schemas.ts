import { Type } from '@sinclair/typebox'
import { COUNT, DAY_SCHEMA, objectSchema, orNull, TOTAL, withDescription } from '#src/http/schemas.ts'

const ByUrgency = objectSchema('CountByUrgency', 'How many jobs, in all and of each urgency.', {
  total: COUNT,
  low: COUNT,
  medium: COUNT,
  high: COUNT,
})

const HOURS = orNull(Type.Number(), { description: 'Null where nothing was counted.' })
const Spread = objectSchema('Spread', 'Hours, of as many as were counted.', {
  count: COUNT,
  median: HOURS,
  nineOfTen: HOURS,
})

export const FiguresSchema = objectSchema(
  'Figures',
  'What happened in some days of what one may read. Quote work counts with the job that it came from.',
  {
    from: DAY_SCHEMA,
    to: withDescription(DAY_SCHEMA, 'Today, where the days asked for have not ended.', '2026-11-30'),
    headline: Type.String({
      examples: ['41 of 48 first visits in time. 60 jobs raised, 55 finished, 34 open at the end.'],
    }),
    jobs: objectSchema('FiguresOfJobs', 'Raised and finished in these days, and open at their end.', {
      raised: ByUrgency,
      finished: ByUrgency,
      open: ByUrgency,
    }),
    times: objectSchema('FiguresOfTimes', 'From raising, of what was first assigned, first visited and finished.', {
      assigned: Spread,
      visited: Spread,
      finished: Spread,
    }),
    targets: objectSchema('FiguresOfTargets', 'First visits in time, and late.', { met: COUNT, late: COUNT }),
    visits: objectSchema('FiguresOfVisits', 'All visits, and those that found nobody in.', {
      made: COUNT,
      nobodyIn: COUNT,
    }),
    quotes: objectSchema('FiguresOfQuotes', 'Quotes made in these days, and what became of them.', {
      asked: COUNT,
      pending: COUNT,
      approved: COUNT,
      declined: COUNT,
      withdrawn: COUNT,
      approvedAmount: TOTAL,
      decided: Spread,
    }),
    money: objectSchema('FiguresOfMoney', 'Invoices in force by their tax point, with VAT.', {
      invoices: COUNT,
      fees: TOTAL,
      quoteWork: TOTAL,
    }),
  },
)
