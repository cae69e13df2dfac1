export type Row = [what: string, measured: string, goal: string]

export function printTable(title: string, rows: Row[]): void {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  console.log(`\n${title}`)
  for (const row of rows) printRow(row, widths)
}

export function printRow([what, measured, goal]: Row, [first = 0, second = 0]: number[]): void {
  console.log(`  ${what.padEnd(first)}  ${measured.padEnd(second)}  ${goal && `goal: ${goal}`}`.trimEnd())
}

export const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
