import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import {
  periodAfter,
  periodInWords,
  type Statement,
  statementHref,
  statementId,
} from '#src/domain/invoice/statement.ts'
import { can } from '#src/domain/permissions.ts'
import type { PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { type Letterhead, PaperPage } from '../../ui/paper.tsx'
import { StatementBody, statementWords } from './body.tsx'

/** To whom it is sent, as it is known or was typed. */
export type StatementSending = { email: string; errors?: Readonly<Record<string, string>> }

type StatementPageProps = {
  frame: PageFrame
  statement: Statement
  letterhead: Letterhead
  reader: Role | null
  sending: StatementSending
}

export const StatementPage = ({ frame, statement, letterhead, reader, sending }: StatementPageProps) => (
  <PaperPage
    frame={frame}
    {...statementWords(statement, letterhead)}
    back={{
      href: isAdmin({ role: reader }) ? monthHref(statement.period) : '/statements',
      label: 'Back to Statements',
    }}
    actions={<LinkButton href={statementHref(statement, '/export.csv')}>CSV</LinkButton>}
    above={
      <div className="stack on-screen">
        <PeriodLinks period={statement.period} hrefOf={(period) => statementHref({ ...statement, period })} />
        {can(reader, 'sendStatement') && <SendForm statement={statement} {...sending} />}
      </div>
    }
  >
    <StatementBody statement={statement} links />
  </PaperPage>
)

export const monthHref = (period: string): string => `/admin/statements?period=${period.padEnd(7, '-12').slice(0, 7)}`

type PeriodLinksProps = { period: string; hrefOf: (period: string) => string }

export const PeriodLinks = ({ period, hrefOf }: PeriodLinksProps) => (
  <div className="row">
    {[-1, 1].map((steps) => {
      const other = periodAfter(period, steps)
      return (
        <LinkButton key={steps} href={hrefOf(other)} size="small">
          {periodInWords(other)}
        </LinkButton>
      )
    })}
  </div>
)

const SEND_FORM = 'send'

const SendForm = ({ statement, email, errors }: { statement: Statement } & StatementSending) => (
  <form method="post" action={`/statements/${encodeURIComponent(statementId(statement))}/send`} noValidate>
    <FormKey />
    <input type="hidden" name="period" value={statement.period} />
    <ErrorSummary errors={errors} form={SEND_FORM} />
    <div className="row">
      <TextField
        name="email"
        form={SEND_FORM}
        type="email"
        label="E-mail a link of 30 days to"
        value={email}
        error={errors?.email}
        maxLength={254}
        autoComplete="off"
      />
      <Button busyLabel="Sending...">Send Statement</Button>
    </div>
  </form>
)
