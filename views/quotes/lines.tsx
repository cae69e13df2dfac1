import { type LineSums, netOf, type QuoteLine, sumsOf } from '#src/domain/quote/lines.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { Money } from '../ui/money.tsx'

export function Lines({ lines }: { lines: readonly QuoteLine[] }) {
  const sums = sumsOf(lines)
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
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by where it is
          <tr key={index}>
            <th scope="row">{line.description}</th>
            <td>{line.quantity}</td>
            <td>
              <Money pence={line.unitPrice} />
            </td>
            <td>{line.vatRate}%</td>
            <td>
              <Money pence={netOf(line)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sumRows(sums).map(([label, pence]) => (
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

export const sumRows = ({ net, vat, amount }: LineSums): [label: string, pence: number][] => [
  ['Net', net],
  ...vat.map(({ rate, pence }): [string, number] => [`VAT ${rate}%`, pence]),
  ['Amount', amount],
]

export const linesFact = ({ lines }: Quote) => ({
  term: 'Lines',
  detail: lines?.length ? <Lines lines={lines} /> : null,
  wide: true,
})
