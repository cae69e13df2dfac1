import type { QuoteLine } from '#src/domain/quote/lines.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { billed, type Totals, totalsOf } from '#src/domain/vat.ts'
import { Money } from '../ui/money.tsx'

export function Lines({ lines, amount }: { lines: readonly QuoteLine[]; amount: number }) {
  const shown = billed(lines, amount)
  return (
    <table className="quote-lines">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Qty</th>
          <th scope="col">Unit</th>
          <th scope="col">VAT</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by where it is
          <tr key={index}>
            <th scope="row">{line.description}</th>
            <td>{line.quantity}</td>
            <td>
              <Money pence={line.unitPrice} />
            </td>
            <td>{line.vatRate}%</td>
            <td>
              <Money pence={line.net} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sumRows(totalsOf(shown)).map(([label, pence]) => (
          <tr key={label}>
            <th scope="row" colSpan={4}>
              {label}
            </th>
            <td>
              <Money pence={pence} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

export const sumRows = ({ net, vat, amount }: Totals): [label: string, pence: number][] => [
  ['Net', net],
  ...vat.map(({ rate, pence }): [string, number] => [`VAT ${rate}%`, pence]),
  ['Amount', amount],
]

export const linesFact = ({ lines, amount }: Quote) => ({
  term: 'Lines',
  detail: lines?.length ? <Lines lines={lines} amount={amount} /> : null,
  wide: true,
})
