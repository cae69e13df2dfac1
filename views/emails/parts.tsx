import { createElement, type ReactNode } from 'react'
import { ACCENT, LINE, PAPER, QUIET } from './colours.ts'
import { closing, each, opening, placeholder } from './fill.ts'
import { factLine, GAP, writtenLines } from './text.ts'
import type { EmailValues, ValueName } from './values.ts'

export type Part = { html: ReactNode; text: (values: EmailValues) => string[] }

/** say`${'contractor'} sent a quote.` is a paragraph with a value in it. */
export const say = (words: readonly string[], ...names: (ValueName | { strong: ValueName })[]): Part => ({
  html: createElement(
    'mj-text',
    null,
    ...words.flatMap((text, index) => {
      const name = names[index]
      return [
        text,
        typeof name === 'object' ? createElement('strong', null, placeholder(name.strong)) : name && placeholder(name),
      ]
    }),
  ),
  text: (values) => {
    const said = names.map((name) => values[typeof name === 'object' ? name.strong : name])
    // Bun escapes what is not ASCII in `words.raw`.
    return [String.raw({ raw: words }, ...said)]
  },
})

const Box = ({ children }: { children: string }) => (
  <div
    style={{ borderLeft: `4px solid ${ACCENT}`, backgroundColor: PAPER, padding: '10px 14px', wordBreak: 'break-word' }}
  >
    {children}
  </div>
)

export const when = (names: ValueName | readonly ValueName[], part: Part): Part => {
  const all = [names].flat()
  return {
    html: (
      <>
        <mj-raw>{all.map(opening).join('')}</mj-raw>
        {part.html}
        <mj-raw>{all.toReversed().map(closing).join('')}</mj-raw>
      </>
    ),
    text: (values) => (all.every((name) => values[name]) ? part.text(values) : []),
  }
}

export const written = (label: string, of: ValueName): Part => ({
  html: (
    <>
      <mj-raw>{opening(of)}</mj-raw>
      <mj-text padding-bottom="4px" font-weight="700">
        {label}
      </mj-text>
      <mj-text padding="0 28px 20px">
        <Box>{placeholder(of)}</Box>
      </mj-text>
      <mj-raw>{closing(of)}</mj-raw>
    </>
  ),
  text: (values) => [writtenLines(label, values[of])],
})

export const EmailButton = ({ of, bottom, children }: { of: ValueName; bottom: string; children: ReactNode }) => (
  <mj-button
    css-class="email-button"
    href={placeholder(of)}
    background-color={ACCENT}
    color="#ffffff"
    font-weight="700"
    border-radius="8px"
    align="left"
    inner-padding="13px 26px"
    padding={`4px 28px ${bottom}`}
  >
    {children}
  </mj-button>
)

export const button = (label: string, of: ValueName): Part => ({
  html: (
    <EmailButton of={of} bottom="20px">
      {label}
    </EmailButton>
  ),
  text: (values) => [`${GAP}${label}, without a password:`, values[of], GAP],
})

const message = each('messages')

/** Each message in a box of its own, so that no text passes for another's. */
export const conversation: Part = {
  html: (
    <>
      <mj-raw>{message.opening}</mj-raw>
      <mj-text padding-bottom="4px" font-size="14px" color={QUIET}>
        {message.of('from')}
      </mj-text>
      <mj-text padding="0 28px 20px">
        <Box>{message.of('text')}</Box>
      </mj-text>
      <mj-raw>{message.closing}</mj-raw>
    </>
  ),
  text: ({ messages }) => messages.map(({ from, text }) => writtenLines(from, text)),
}

type Fact = { label: string; of: ValueName; href?: ValueName; isBadge?: true }

export const fact = (label: string, of: ValueName, href?: ValueName): Fact => ({ label, of, ...(href && { href }) })

const REF = fact('Job', 'jobRef')
const PROPERTY = [fact('Property', 'propertyName'), fact('Address', 'propertyAddress')]

export const JOB: readonly Fact[] = [REF, ...PROPERTY]
export const JOB_WITH_BADGES: readonly Fact[] = [
  REF,
  { ...fact('Type', 'jobType'), isBadge: true },
  { ...fact('Urgency', 'urgency'), isBadge: true },
  ...PROPERTY,
]
export const AGENCY = fact('Agency', 'estateAgency')
export const AGENT: readonly Fact[] = [
  fact('Agent', 'estateAgentName'),
  fact('Phone', 'estateAgentPhone', 'estateAgentPhoneLink'),
  fact('Email', 'estateAgentEmail', 'estateAgentEmailLink'),
]

export const TENANT: readonly Fact[] = [
  fact('Tenant', 'tenantName'),
  fact('Tenant’s phone', 'tenantPhone', 'tenantPhoneLink'),
]
export const CONTRACTOR: readonly Fact[] = [
  fact('Contractor', 'contractorInFull'),
  fact('Phone', 'contractorPhone', 'contractorPhoneLink'),
]

export const facts = (rows: readonly Fact[], { close = false } = {}): Part => ({
  html: (
    <>
      {rows.some((row) => row.isBadge) && <Badges />}
      <mj-table css-class="email-facts" role="presentation">
        {rows
          .filter((row) => !row.isBadge)
          .map((row) => (
            <Row key={row.label} {...row} />
          ))}
      </mj-table>
    </>
  ),
  text: (values) => [close ? '' : GAP, ...rows.map(({ label, of }) => factLine(label, values[of]))],
})

const Badges = () => (
  <mj-text font-size="13px" font-weight="700">
    <span style={badge('#1e3a5f', '#e0ebf7')}>{placeholder('jobType')}</span>{' '}
    <span style={badge(placeholder('urgencyInk'), placeholder('urgencyPaper'))}>{placeholder('urgency')}</span>
  </mj-text>
)

const badge = (color: string, backgroundColor: string) => ({
  display: 'inline-block',
  color,
  backgroundColor,
  borderRadius: '4px',
  padding: '2px 10px',
  letterSpacing: '0.4px',
})

const cell = { padding: '8px 0', borderTop: `1px solid ${LINE}`, verticalAlign: 'top', textAlign: 'left' } as const

const Row = ({ label, of, href }: Fact) => (
  <>
    {opening(of)}
    <tr>
      <td className="email-label" style={{ ...cell, color: QUIET, width: '130px', paddingRight: '12px' }}>
        {label}
      </td>
      <td className="email-value" style={{ ...cell, fontWeight: 600, wordBreak: 'break-word' }}>
        {href ? (
          <a href={placeholder(href)} style={{ color: ACCENT }}>
            {placeholder(of)}
          </a>
        ) : (
          placeholder(of)
        )}
      </td>
    </tr>
    {closing(of)}
  </>
)
