import { Fragment, type ReactNode } from 'react'
import { closing, opening, placeholder } from './fill.ts'
import { FOOT } from './text.ts'
import type { ValueName } from './values.ts'

const ACCENT = '#1d5c45'
const INK = '#1c2521'
const QUIET = '#55615b'
const LINE = '#dfe5e2'
const PAPER = '#f2f5f3'
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

/** On a phone a fact's label stands above its value. Clients that ignore this show two columns. */
const STYLE = `
  a { color: ${ACCENT}; }
  .email-card { overflow: hidden; }
  @media only screen and (max-width: 480px) {
    .email-facts td { display: block !important; width: auto !important; }
    .email-facts td.email-label { padding: 10px 0 0 0 !important; border-top: 1px solid ${LINE} !important; }
    .email-facts td.email-value { padding: 0 0 10px 0 !important; border-top: 0 !important; }
    .email-button table { width: 100% !important; }
  }
`

/** A value's placeholder within a sentence. */
export const Value = ({ of }: { of: ValueName }) => placeholder(of)

/** Shown when the value is not empty. `raw` where MJML stands around it, not HTML. */
const When = ({ of, children }: { of: ValueName; children: ReactNode }) => (
  <>
    <mj-raw>{opening(of)}</mj-raw>
    {children}
    <mj-raw>{closing(of)}</mj-raw>
  </>
)

/** A whole message. `preview` is what a list of messages shows after the subject. */
export const Email = ({ title, preview, children }: { title: string; preview: string; children: ReactNode }) => (
  <mjml lang="en-GB">
    <mj-head>
      <mj-title>{title}</mj-title>
      <mj-preview>{preview}</mj-preview>
      <mj-attributes>
        <mj-all font-family={FONT} color={INK} font-size="16px" line-height="1.5" />
        <mj-text padding="0 28px 16px" />
        <mj-table padding="0 28px 20px" />
        <mj-section padding="0" />
      </mj-attributes>
      <mj-style>{STYLE}</mj-style>
      <mj-raw>
        <meta name="color-scheme" content="light" />
      </mj-raw>
    </mj-head>
    <mj-body background-color={PAPER} width="600px">
      <mj-section padding="16px 0 0" />
      <mj-wrapper padding="0 12px" css-class="email-outer">
        <mj-section background-color={ACCENT} border-radius="10px 10px 0 0" padding="18px 0">
          <mj-column>
            <mj-text color="#ffffff" font-size="20px" font-weight="700" padding="0 28px" letter-spacing="0.3px">
              Fettle
            </mj-text>
          </mj-column>
        </mj-section>
        <mj-section background-color="#ffffff" border-radius="0 0 10px 10px" padding="26px 0 28px">
          <mj-column>
            <mj-text font-size="24px" line-height="1.25" font-weight="700" padding-bottom="12px">
              <h1 style={{ margin: 0, font: 'inherit', fontWeight: 700 }}>{title}</h1>
            </mj-text>
            <mj-text>
              Hello <Value of="recipientName" />,
            </mj-text>
            {children}
          </mj-column>
        </mj-section>
      </mj-wrapper>
      <mj-section padding="16px 12px 32px">
        <mj-column>
          <mj-text align="center" font-size="13px" color={QUIET} padding="0 16px">
            {FOOT}
            <br />
            <a href={placeholder('home')} style={{ color: QUIET }}>
              <Value of="home" />
            </a>
          </mj-text>
        </mj-column>
      </mj-section>
    </mj-body>
  </mjml>
)

/** A paragraph of ours. */
export const Say = ({ children }: { children: ReactNode }) => <mj-text>{children}</mj-text>

/** Job type and urgency, as the job's card shows them. */
export const Badges = () => (
  <mj-text font-size="13px" font-weight="700">
    <span style={badge('#1e3a5f', '#e0ebf7')}>
      <Value of="jobType" />
    </span>{' '}
    <span style={badge(placeholder('urgencyInk'), placeholder('urgencyPaper'))}>
      <Value of="urgency" />
    </span>
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

/** A table of labels and values. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <mj-table css-class="email-facts" role="presentation">
    {children}
  </mj-table>
)

/** One row of Facts, left out when its value is empty. `href` makes the value a link. */
export const Fact = ({ label, of, href }: { label: string; of: ValueName; href?: ValueName }) => (
  <Fragment>
    {opening(of)}
    <tr>
      <td className="email-label" style={{ ...cell, color: QUIET, width: '130px', paddingRight: '12px' }}>
        {label}
      </td>
      <td className="email-value" style={{ ...cell, fontWeight: 600, wordBreak: 'break-word' }}>
        {href ? (
          <a href={placeholder(href)} style={{ color: ACCENT }}>
            <Value of={of} />
          </a>
        ) : (
          <Value of={of} />
        )}
      </td>
    </tr>
    {closing(of)}
  </Fragment>
)

/** Which job it is about, as rows of Facts. */
export const JobFacts = () => (
  <>
    <Fact label="Job" of="jobRef" />
    <Fact label="Property" of="propertyName" />
    <Fact label="Address" of="propertyAddress" />
  </>
)

/** Who arranged it and how to reach them, as rows of Facts. */
export const AgentFacts = () => (
  <>
    <Fact label="Agent" of="estateAgentName" />
    <Fact label="Phone" of="estateAgentPhone" href="estateAgentPhoneLink" />
    <Fact label="Email" of="estateAgentEmail" href="estateAgentEmailLink" />
  </>
)

const cell = { padding: '8px 0', borderTop: `1px solid ${LINE}`, verticalAlign: 'top', textAlign: 'left' } as const

/** What somebody wrote, left out when it is empty. */
export const Words = ({ label, of }: { label: string; of: ValueName }) => (
  <When of={of}>
    <mj-text padding-bottom="4px" font-weight="700">
      {label}
    </mj-text>
    <mj-text padding="0 28px 20px">
      <div
        style={{
          borderLeft: `4px solid ${ACCENT}`,
          backgroundColor: PAPER,
          padding: '10px 14px',
          wordBreak: 'break-word',
        }}
      >
        <Value of={of} />
      </div>
    </mj-text>
  </When>
)

/** The button to the page, and its address for clients that show no buttons. */
export const Action = ({ children }: { children: ReactNode }) => (
  <>
    <mj-button
      css-class="email-button"
      href={placeholder('link')}
      background-color={ACCENT}
      color="#ffffff"
      font-weight="700"
      border-radius="8px"
      align="left"
      inner-padding="13px 26px"
      padding="4px 28px 16px"
    >
      {children}
    </mj-button>
    <mj-text font-size="13px" color={QUIET} padding-bottom="0">
      Or open this address: <br />
      <a href={placeholder('link')} style={{ color: QUIET, wordBreak: 'break-all' }}>
        <Value of="link" />
      </a>
    </mj-text>
  </>
)
