import type { Judgement } from '#tests/whole/faults/judge/judge.ts'

/** What one run of a fault showed. Times in milliseconds. */
export type Finding = Judgement & {
  fault: string
  /** How it was done this time: on which parts, how often, how long. */
  how: string
  acknowledged: number
  refused: number
  unknown: number
  /** From each blow, or from the end of an absence, to the first acknowledged write that was begun after it. */
  recoveries: number[]
  slowest: number
  /** Rows of email_notifications, and messages that arrived more than once where that is allowed. */
  emails: number
  copies: number
  /** What else is worth telling. */
  notes: string[]
}

/** One way to do harm. Returns what each run of it showed, or the reason for which it cannot be done here. */
export type Fault = {
  name: string
  run(size: Size): Promise<Finding[] | string>
}
export type Size = 'short' | 'long'

/** The promises that were not kept. */
export function broken({ missing, doubled, wrong }: Judgement): string[] {
  return [
    ...missing.map((what) => `missing: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...wrong.map((what) => `wrong: ${what}`),
  ]
}

const COLUMNS = [
  ...['fault', 'acknowledged', 'found', 'refused', 'unknown', 'missing', 'doubled', 'wrong'],
  ...['e-mails', 'copies', 'recovery (worst)', 'slowest answer', 'kept'],
]
const WIDTHS = COLUMNS.map((name, index) => (index === 0 ? 62 : name.length + 2))

const line = (cells: (string | number)[]): string =>
  cells.map((cell, index) => (index ? String(cell).padStart(WIDTHS[index]!) : String(cell).padEnd(WIDTHS[0]!))).join('')

export const heading = (): string => line(COLUMNS)

const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${(ms / 1000).toFixed(2)} s`)

export function row(finding: Finding): string {
  const { fault, how, acknowledged, found, refused, unknown, missing, doubled, wrong, emails, copies } = finding
  const sorted = [...finding.recoveries].sort((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const recovery = sorted.length > 1 ? `${seconds(middle)} (${seconds(sorted.at(-1))})` : seconds(middle)
  return line([
    ...[`${fault}: ${how}`, acknowledged, found, refused, unknown, missing.length, doubled.length, wrong.length],
    ...[emails, copies, recovery, seconds(finding.slowest), broken(finding).length ? 'NO' : 'yes'],
  ])
}
