export type Row = [what: string, measured: string, goal: string]

export function printTable(title: string, rows: Row[]): void {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const [what, measured, goal] of rows)
    console.log(
      `  ${what.padEnd(widths[0] ?? 0)}  ${measured.padEnd(widths[1] ?? 0)}  ${goal && `goal: ${goal}`}`.trimEnd(),
    )
}

export const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
