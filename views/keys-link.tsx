import { LinkButton } from './ui/button.tsx'

export const KEYS_LINK = 'keys'

/** Also tells the script which keys are off. */
export const KeysLink = ({ off }: { off: string }) => (
  <LinkButton
    id={KEYS_LINK}
    href="/profile/keys"
    dialog
    size="small"
    variant="quiet"
    className="keys-link"
    data-keys={off}
  >
    Keys
  </LinkButton>
)
