import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextField } from '../ui/input/field.tsx'
import { PasswordField } from '../ui/input/special-fields.tsx'
import { type PasskeyParty, PasskeySignIn } from './signing-in/passkey-sign-in.tsx'

type LoginPageProps = {
  frame: PageFrame
  next: string
  identifier?: string
  errors?: Readonly<Record<string, string>>
  failure?: string
  external?: string
  passkeys?: PasskeyParty
}

export const LoginPage = ({ frame, next, identifier, errors, failure, external, passkeys }: LoginPageProps) => (
  <Page {...frame} title="Login" error={Boolean(errors || failure)} width="narrow" passkeys={Boolean(passkeys)}>
    <ErrorSummary errors={errors} />
    {failure && <Failure text={failure} />}
    <Card>
      <form method="post" action="/login" noValidate>
        <HiddenFields values={next === '/' ? {} : { next }} />
        <TextField
          name="identifier"
          label="Email or Username"
          hint="Contractors use email and password, estate agents use username and password."
          value={identifier}
          error={errors?.identifier}
          autoComplete={passkeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
        />
        <PasswordField
          name="password"
          label="Password"
          error={errors?.password}
          autoComplete="current-password"
          maxLength={200}
        />
        <Button variant="primary" block busyLabel="Logging in...">
          Login
        </Button>
      </form>
      {passkeys && <PasskeySignIn next={next} {...passkeys} />}
      <LinkButton href="/forgot-password" variant="quiet" block>
        Forgot password?
      </LinkButton>
      {external && <External name={external} next={next} />}
      <LinkButton href="/" variant="quiet" icon="back" block>
        Back to Home
      </LinkButton>
    </Card>
  </Page>
)

/** A link, because the content security policy lets no form lead to another site, not even by redirect. */
const External = ({ name, next }: { name: string; next: string }) => (
  <>
    <p className="or">or</p>
    <LinkButton href={next === '/' ? '/api/login' : `/api/login?next=${encodeURIComponent(next)}`} block>
      {`Continue with ${name}`}
    </LinkButton>
  </>
)

const Failure = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noAutofocus: whoever just sent the form must land on what was refused
  <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
    <h2>
      <Icon name="alert" /> Login Failed
    </h2>
    <p>{text}</p>
  </div>
)
