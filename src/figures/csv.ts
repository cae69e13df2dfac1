import { type Figures, type Shown, shownFigures } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import type { CsvColumn } from '#src/http/respond/csv.ts'

type Compared = { period: Period; figures: Figures }
type FigureRow = { id: string; group: string; cells: readonly Shown[] }

export function figureRows(compared: readonly Compared[]): FigureRow[] {
  const [now] = compared.map(({ figures }) => shownFigures(figures))
  return now!.flatMap(({ title, rows }, group) =>
    rows.map(({ label }, row) => ({
      id: `${title}: ${label}`,
      group: title,
      cells: compared.map(({ figures }) => shownFigures(figures)[group]!.rows[row]!),
    })),
  )
}

/** Hours are decimal, money in pounds; the headings name the days of each period. */
export const figureColumns = (periods: readonly Period[]): CsvColumn<FigureRow>[] => [
  ['Group', ({ group }) => group],
  ['Figure', ({ cells }) => cells[0]!.label],
  ...periods.map(({ from, to }, at): CsvColumn<FigureRow> => [`${from} to ${to}`, ({ cells }) => cells[at]!.csv]),
]
