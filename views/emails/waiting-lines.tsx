import { ACCENT, LINE, QUIET } from './colours.ts'
import { each } from './fill.ts'
import type { Part } from './parts.tsx'
import { GAP } from './text.ts'

/** As an urgent badge: a contrast of 9 on white. */
const LATE = '#7f1d1d'

const line = each('waiting')

export const waitingLines: Part = {
  html: (
    <>
      <mj-raw>{line.opening}</mj-raw>
      <mj-raw>{'{{#heading}}'}</mj-raw>
      <mj-text font-weight="700" padding="8px 28px 8px">
        <h2 style={{ margin: 0, font: 'inherit', fontWeight: 700 }}>{line.of('heading')}</h2>
      </mj-text>
      <mj-raw>{'{{/heading}}'}</mj-raw>
      <mj-text padding="0 28px 12px">
        <div style={{ borderTop: `1px solid ${LINE}`, paddingTop: '10px', wordBreak: 'break-word' }}>
          <a href={line.of('link')} style={{ color: ACCENT, fontWeight: 600 }}>
            {line.of('title')}
          </a>
          <br />
          <span style={{ fontSize: '14px', color: QUIET }}>
            {'{{#late}}'}
            <strong style={{ color: LATE }}>{line.of('late')}</strong>
            <br />
            {'{{/late}}'}
            {line.of('text')}
          </span>
        </div>
      </mj-text>
      <mj-raw>{line.closing}</mj-raw>
    </>
  ),
  text: ({ waiting }) => [
    ...waiting.flatMap(({ heading, title, late, text, link }) => [
      heading && `\n${heading}:`,
      `\n${title}`,
      ...[late, text, link],
    ]),
    GAP,
  ],
}
