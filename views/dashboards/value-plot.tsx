import { pounds } from '#src/domain/money.ts'
import { QUOTE_STATUS_LABELS, type QuoteValue } from '#src/domain/quote/quote.ts'

const WIDTH = 300
const ROW = 28

export function ValuePlot({ values }: { values: readonly QuoteValue[] }) {
  const highest = Math.max(0, ...values.map(({ value }) => value))
  const rows = values.map(({ status, count, value }) => ({
    status,
    label: QUOTE_STATUS_LABELS[status],
    words: `${pounds(value)} (${count})`,
    length: highest > 0 ? (value / highest) * WIDTH : 0,
  }))
  const alternative = rows.map(({ label, words }) => `${label}: ${words}`).join('; ')
  return (
    <svg
      className="plot"
      viewBox={`0 0 ${WIDTH} 84`}
      role="img"
      aria-label={`Value of quotes by state. ${alternative}`}
    >
      {rows.map(({ status, label, words, length }, row) => (
        <g key={status}>
          <text x="0" y={row * ROW + 12}>
            {label}
          </text>
          <text x={WIDTH} y={row * ROW + 12} textAnchor="end">
            {words}
          </text>
          <rect className="track" x="0" y={row * ROW + 17} width={WIDTH} height="6" rx="3" />
          {length > 0 && (
            <rect className={`quote-${status}`} x="0" y={row * ROW + 17} width={length.toFixed(1)} height="6" rx="3" />
          )}
        </g>
      ))}
    </svg>
  )
}
