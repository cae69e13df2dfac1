import { today } from '#src/domain/dates.ts'
import { headlineOf } from '#src/domain/job/figures/figures.ts'
import { untilToday } from '#src/domain/job/figures/period.ts'
import { decimal } from '#src/domain/money.ts'
import { CSV } from '#src/http/api-description.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { comparedFigures } from './comparison.ts'
import { figureColumns, figureRows } from './csv.ts'
import { FIGURE_PARAMETERS, periodOf, scopeOf } from './input.ts'
import { figuresOf } from './queries.ts'
import { FiguresSchema } from './schemas.ts'

const { get } = callsUnder('Figures')

export const figuresApi = apiOf('figures-api', [
  get(
    '/api/figures',
    'getFigures',
    'What happened in a month, or in some days, of what one may read',
    { may: 'readFigures', query: FIGURE_PARAMETERS, answer: FiguresSchema },
    async ({ user, query }) => {
      const period = untilToday(periodOf(query), today())
      const { quotes, money, ...figures } = await figuresOf({ user, scope: scopeOf(query), period })
      const { approvedPence, ...counts } = quotes
      return {
        ...period,
        headline: headlineOf({ ...figures, quotes, money }, period),
        ...figures,
        quotes: { ...counts, approvedAmount: decimal(approvedPence) },
        money: {
          invoices: money.invoices,
          fees: decimal(money.feesPence),
          quoteWork: decimal(money.quoteWorkPence),
        },
      }
    },
  ),
  get(
    '/api/figures/export.csv',
    'exportFigures',
    'The same beside the month before and the year before, as CSV',
    { may: 'readFigures', query: FIGURE_PARAMETERS, answer: CSV, etag: false },
    async ({ user, query, request }) => {
      const compared = await comparedFigures(user, scopeOf(query), periodOf(query))
      const columns = figureColumns(compared.map(({ period }) => period))
      return answerCsv(request, 'figures', columns, listed(figureRows(compared.map(({ figures }) => figures))))
    },
  ),
])

const listed = <Row extends { id: string }>(rows: Row[]) => ({
  read: async () => rows,
  at: () => new Date(0),
  count: async () => rows.length,
  all: async function* () {
    yield rows
  },
})
