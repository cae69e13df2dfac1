import { MIN_PASSWORD } from '#src/domain/account/account.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { Checkbox, PasswordField } from '../../ui/input/special-fields.tsx'

type SetPasswordProps = {
  frame: PageFrame
  token: string
  signsInAs: string
  passkeys: readonly string[]
  errors?: Readonly<Record<string, string>>
}

export const SetPasswordPage = ({ frame, token, signsInAs, passkeys, errors }: SetPasswordProps) => (
  <Page {...frame} title="Set Your Password" error={Boolean(errors)} width="narrow">
    <ErrorSummary errors={errors} />
    <Card>
      <p>
        You sign in as <strong>{signsInAs}</strong>.
      </p>
      <form method="post" action={`/set-password/${token}`} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={signsInAs} readOnly />
        <PasswordField
          name="password"
          label="New Password"
          hint={`At least ${MIN_PASSWORD} characters.`}
          error={errors?.password}
          autoComplete="new-password"
        />
        {passkeys.length > 0 && (
          <Checkbox
            name="removePasskeys"
            label="Remove my passkeys too"
            hint={`They go on signing you in otherwise: ${passkeys.join(', ')}.`}
          />
        )}
        <Button variant="primary" block busyLabel="Setting...">
          Set Password
        </Button>
      </form>
    </Card>
  </Page>
)

export const LinkEndedPage = ({ frame, text }: { frame: PageFrame; text: string }) => (
  <Page {...frame} title="This Link No Longer Works" width="narrow">
    <Card>
      <p>{text}</p>
      <p>If you have set your password, please sign in with it.</p>
      <div className="row end">
        <LinkButton href="/forgot-password">Send a New Link</LinkButton>
        <LinkButton href="/login" variant="primary">
          Login
        </LinkButton>
      </div>
    </Card>
  </Page>
)
