import { type Account, displayName } from '#src/domain/account/account.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

type PasswordResetProps = { frame: PageFrame; account: Account; newPassword: string; back: string }

export const PasswordResetPage = ({ frame, account, newPassword, back }: PasswordResetProps) => (
  <Page {...frame} title="Password Reset" width="narrow" back={{ href: back, label: 'Back to the list' }}>
    <Card>
      <p>The new password of {displayName(account)}:</p>
      <p className="copied new-password">
        <code>{newPassword}</code>
        <CopyButton text={newPassword} what="Password" />
      </p>
      <p>Share it securely. Passwords are hashed and cannot be retrieved later.</p>
      <LinkButton href={back}>Done</LinkButton>
    </Card>
  </Page>
)
