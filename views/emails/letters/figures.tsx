import { LINE, QUIET } from '../colours.ts'
import { each, placeholder } from '../fill.ts'
import { type Part, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'
import { GAP } from '../text.ts'

const row = each('figures')
const frame = { padding: '6px 0 6px 6px', borderTop: `1px solid ${LINE}`, fontSize: '12px' } as const
const cell = { ...frame, textAlign: 'right', wordBreak: 'normal', overflowWrap: 'normal' } as const
const first = { ...cell, paddingLeft: 0, textAlign: 'left' } as const

const table: Part = {
  html: (
    <mj-table>
      <tr style={{ color: QUIET }}>
        <td />
        {(['columnNow', 'columnBefore', 'columnYearBefore'] as const).map((name) => (
          <th key={name} scope="col" style={{ ...cell, borderTop: 0 }}>
            {placeholder(name)}
          </th>
        ))}
      </tr>
      {row.opening}
      {'{{#heading}}'}
      <tr>
        <th colSpan={4} scope="colgroup" style={{ ...first, borderTop: 0, paddingTop: '16px' }}>
          {row.of('heading')}
        </th>
      </tr>
      {'{{/heading}}'}
      <tr>
        <th scope="row" style={{ ...first, fontWeight: 400 }}>
          {row.of('label')}
        </th>
        <td style={{ ...cell, fontWeight: 600 }}>{row.of('now')}</td>
        <td style={cell}>{row.of('before')}</td>
        <td style={cell}>{row.of('yearBefore')}</td>
      </tr>
      {row.closing}
    </mj-table>
  ),
  text: ({ figures, columnNow, columnBefore, columnYearBefore }) => [
    ...figures.flatMap(({ heading, label, now, before, yearBefore }) => [
      heading && `\n${heading}:`,
      `${label}: ${now} (${columnBefore}: ${before}; ${columnYearBefore}: ${yearBefore})`,
    ]),
    figures.length ? '' : `${columnNow}: nothing.`,
    GAP,
  ],
}

export const monthFigures = emailTemplate({
  subject: ({ figuresMonth }) => `Figures of ${figuresMonth}`,
  title: 'Figures',
  preview: '{{headline}}',
  parts: [say`${{ strong: 'figuresMonth' }}: ${'headline'}`, table],
  action: 'Open the figures',
  unsubscribe: 'Turn this e-mail off',
})
