import { Button } from '../../ui/button.tsx'

/** `unknown` is a passkey that the device may forget. */
export type PasskeyParty = { id: string; unknown?: string }

/** Shown by the script, where the browser has passkeys. */
export const PasskeySignIn = ({ next, id, unknown }: PasskeyParty & { next: string }) => (
  <form method="post" action="/login/passkey" data-passkey="sign-in" data-unknown={unknown} data-party={id} hidden>
    <input type="hidden" name="next" value={next} />
    <input type="hidden" name="identifier" />
    <input type="hidden" name="answer" />
    <Button icon="key" block>
      Sign In with a Passkey
    </Button>
    <p role="status" />
  </form>
)
