import { comparedRows, type Figures, type Shown } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

type FigureRow = { id: string; group: string; label: string; cells: readonly Shown[] }

export const figureRows = (periods: readonly Figures[]): FigureRow[] =>
  comparedRows(periods).flatMap(({ title, rows }) =>
    rows.map((row) => ({ id: `${title}: ${row.label}`, group: title, ...row })),
  )

/** Hours are decimal, money in pounds; the headings name the days of each period. */
export const figureColumns = (periods: readonly Period[]): CsvColumn<FigureRow>[] => [
  ['Group', ({ group }) => group],
  ['Figure', ({ label }) => label],
  ...periods.map(({ from, to }, at): CsvColumn<FigureRow> => [`${from} to ${to}`, ({ cells }) => cells[at]!.csv]),
]
