import type { Passkey, PasskeyStep } from '#src/domain/account/passkey.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { AddPasskey } from './passkeys.tsx'

type PasskeyPageProps = {
  frame: PageFrame
  step: PasskeyStep
  next: string
  failure?: string
  relyingParty: string
  handle: string
  passkeys: readonly Passkey[]
}

const TITLES: Record<PasskeyStep, string> = {
  use: 'Use Your Passkey',
  add: 'Set Up a Passkey',
  wait: 'Ask for a Passkey',
}

export const PasskeyPage = ({ frame, step, next, failure, ...party }: PasskeyPageProps) => (
  <Page {...frame} title={TITLES[step]} error={Boolean(failure)} width="narrow" passkeys>
    {failure && (
      <div className="error-summary" role="alert">
        <p>{failure}</p>
      </div>
    )}
    <Card>
      {STEPS[step]({ next, ...party })}
      <LinkButton href="/api/logout" variant="quiet" block>
        Sign Out
      </LinkButton>
    </Card>
  </Page>
)

type StepProps = Pick<PasskeyPageProps, 'next' | 'relyingParty' | 'handle' | 'passkeys'>

const STEPS: Record<PasskeyStep, (props: StepProps) => React.ReactNode> = {
  use: ({ next, relyingParty }) => (
    <>
      <p>Your password is right. Administrators also need a passkey.</p>
      <p className="hint needs-passkeys">Your device must have passkeys and your browser JavaScript.</p>
      <PasskeySignIn next={next} id={relyingParty} />
      <p className="hint">Lost it? Another administrator can allow a new one, or whoever runs the server.</p>
    </>
  ),
  add: ({ next, ...party }) => (
    <>
      <p>Administrators sign in with a passkey: your fingerprint, face or PIN.</p>
      <AddPasskey action="/passkey" next={next} {...party} />
    </>
  ),
  wait: () => (
    <p>
      Your password came by e-mail, which alone lets no administrator in. Ask another administrator, or whoever runs the
      server, to allow you a passkey; then open this page again.
    </p>
  ),
}
