import { Page, type PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextField } from '../../ui/input/field.tsx'

type ForgotPasswordProps = {
  frame: PageFrame
  identifier?: string
  errors?: Readonly<Record<string, string>>
  asked?: string
}

export const ForgotPasswordPage = ({ frame, identifier, errors, asked }: ForgotPasswordProps) => (
  <Page {...frame} title={asked ? 'Check Your E-mail' : 'Forgot Password'} error={Boolean(errors)} width="narrow">
    <ErrorSummary errors={errors} />
    <Card>
      {asked ? <Asked text={asked} /> : <Ask identifier={identifier} error={errors?.identifier} />}
      <LinkButton href="/login" variant="quiet" icon="back" block>
        Back to Login
      </LinkButton>
    </Card>
  </Page>
)

const Asked = ({ text }: { text: string }) => (
  <>
    <p role="status">{text}</p>
    <p className="hint">The link works once, within 24 hours. If no e-mail comes, please ask an administrator.</p>
  </>
)

const Ask = ({ identifier, error }: { identifier?: string; error?: string }) => (
  <form method="post" action="/forgot-password" noValidate>
    <TextField
      name="identifier"
      label="Email or Username"
      hint="A link to set a new password is sent to your e-mail address."
      value={identifier}
      error={error}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
    <Button variant="primary" block busyLabel="Sending...">
      Send Link
    </Button>
  </form>
)
