/** The last tells whether the goal is met, where a machine can. */
export type Row = [what: string, measured: string, goal: string, isMet?: boolean]

type Goal = { least: number } | { most: number }

/** A row that judges itself. `unit` is written after the figures. */
export function judged(what: string, value: number, unit: string, goal: Goal, more = ''): Row {
  const isMet = 'least' in goal ? value >= goal.least : value <= goal.most
  const words = 'least' in goal ? `≥ ${number(goal.least)}` : `≤ ${number(goal.most)}`
  return [what, `${number(value)} ${unit}${more}`, `${words} ${unit}`, isMet]
}

const met = (isMet: boolean | undefined) => (isMet === undefined ? '' : isMet ? 'met' : 'missed')

export function printTable(title: string, rows: Row[], asMarkdown = false): void {
  console.log(asMarkdown ? markdown(title, rows) : plain(title, rows))
}

function plain(title: string, rows: Row[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)))
  const lines = rows.map(([what, measured, goal, isMet]) =>
    [
      `  ${what.padEnd(widths[0] ?? 0)}  ${measured.padEnd(widths[1] ?? 0)}`,
      `  ${goal && `goal: ${goal}`}  ${met(isMet)}`,
    ]
      .join('')
      .trimEnd(),
  )
  return ['', title, ...lines].join('\n')
}

function markdown(title: string, rows: Row[]): string {
  const cell = (text: string) => text.trim().replace(/ {2,}/g, ', ').replaceAll('|', '\\|')
  const lines = rows.map(([what, measured, goal, isMet]) => {
    const name = what.startsWith(' ') ? `… ${what.trim()}` : what
    return `| ${cell(name)} | ${cell(measured)} | ${goal} | ${met(isMet)} |`
  })
  return ['', `### ${title}`, '', '| What | Measured | Goal | |', '|---|---|---|---|', ...lines].join('\n')
}

export const number = (value: number): string => {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB')
  return Number.isInteger(value) ? String(value) : value.toPrecision(3)
}
