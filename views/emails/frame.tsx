import type { ReactNode } from 'react'
import { ACCENT, INK, LINE, PAPER, QUIET } from './colours.ts'
import { closing, opening, placeholder } from './fill.ts'
import { EmailButton } from './parts.tsx'
import { footOf, NO_REPLIES, type Outside, REPLIES } from './text.ts'
import type { ValueName } from './values.ts'

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

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

type FrameProps = {
  title: string
  preview: string
  action: string
  actionIf?: ValueName
  unsubscribe?: string
  outside?: Outside
  children?: ReactNode
}

export const Frame = ({ title, preview, action, actionIf, unsubscribe, outside, children }: FrameProps) => (
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
            <mj-text>Hello {placeholder('recipientName')},</mj-text>
            {children}
            {actionIf && <mj-raw>{opening(actionIf)}</mj-raw>}
            <Action>{action}</Action>
            {actionIf && <mj-raw>{closing(actionIf)}</mj-raw>}
          </mj-column>
        </mj-section>
      </mj-wrapper>
      <mj-section padding="16px 12px 32px">
        <mj-column>
          <mj-text align="center" font-size="13px" color={QUIET} padding="0 16px">
            {footOf(outside)} {opening('noReplies')}
            {NO_REPLIES}
            {closing('noReplies')}
            {opening('repliesTo')}
            {REPLIES}
            {closing('repliesTo')}
            <br />
            <a href={placeholder('home')} style={{ color: QUIET }}>
              {placeholder('home')}
            </a>
            {unsubscribe && (
              <>
                {opening('unsubscribe')}
                <br />
                <a href={placeholder('unsubscribe')} style={{ color: QUIET }}>
                  {unsubscribe}
                </a>
                {closing('unsubscribe')}
              </>
            )}
          </mj-text>
        </mj-column>
      </mj-section>
    </mj-body>
  </mjml>
)

const Action = ({ children }: { children: ReactNode }) => (
  <>
    <EmailButton of="link" bottom="16px">
      {children}
    </EmailButton>
    <mj-text font-size="13px" color={QUIET} padding-bottom="0">
      Or open this address: <br />
      <a href={placeholder('link')} style={{ color: QUIET, wordBreak: 'break-all' }}>
        {placeholder('link')}
      </a>
    </mj-text>
  </>
)
