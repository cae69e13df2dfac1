import { type Actor, displayName, fullName, MIN_PASSWORD } from '#src/domain/account/account.ts'
import { isAdmin, readsOffline } from '#src/domain/account/roles.ts'
import { tradesText } from '#src/domain/job/contractor-type.ts'
import { can } from '#src/domain/permissions.ts'
import { CalendarLink, type CalendarLinkProps } from '../appointments/calendar-link.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { Switch } from '../reminders/switch.tsx'
import { Badge } from '../status/badge.tsx'
import { FormEnd, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { PasswordField } from '../ui/input/special-fields.tsx'
import { AwayCard } from './away.tsx'
import { KeysCard } from './keys.tsx'
import { OnPhone } from './on-phone.tsx'
import { Passkeys, type PasskeysProps } from './signing-in/passkeys.tsx'
import { Sessions, type SessionsProps } from './signing-in/sessions.tsx'
import { Tokens, type TokensProps } from './tokens.tsx'

export type ProfileProblems = { password?: Errors; token?: Errors; away?: Errors }
type Errors = Readonly<Record<string, string>>

type ProfilePageProps = {
  frame: PageFrame
  user: Actor
  problems?: ProfileProblems
  tokens: Omit<TokensProps, 'errors'>
  calendar?: CalendarLinkProps
  sessions: SessionsProps
  passkeys?: PasskeysProps
}

export const ProfilePage = ({ frame, user, problems = {}, tokens, calendar, sessions, passkeys }: ProfilePageProps) => (
  <Page
    {...frame}
    copies
    passkeys={Boolean(passkeys)}
    title="Profile"
    error={Boolean(problems.password ?? problems.token ?? problems.away)}
  >
    <ErrorSummary errors={problems.password ?? problems.token ?? problems.away} />
    <Card title={displayName(user)} aside={<Badge kind="role" value={user.role} />}>
      <DescriptionList
        facts={[
          { term: 'Full Name', detail: fullName(user) },
          { term: 'Username', detail: user.username },
          { term: 'Email', detail: user.email },
          { term: 'Phone', detail: user.phone },
          { term: 'Company', detail: user.company },
          { term: user.contractorTypes.length ? 'Trades' : 'Contractor Type', detail: tradesText(user) },
          { term: 'Areas', detail: user.areas.join(', ') },
          { term: 'VAT Number', detail: user.vatNumber },
        ]}
      />
    </Card>
    <Switch on={user.reminders} figures={user.figuresTold !== null} user={user} />
    {can(user.role, 'setAway') && <AwayCard user={user} errors={problems.away} />}
    {isAdmin(user) && <KeysCard off={user.preferences.keysOff ?? ''} />}
    {calendar && <CalendarLink {...calendar} />}
    {readsOffline(user) && <OnPhone />}
    {user.authType === 'local' && <ChangePassword user={user} errors={problems.password} />}
    {passkeys && <Passkeys {...passkeys} />}
    <Sessions {...sessions} />
    <Tokens {...tokens} errors={problems.token} />
    {isAdmin(user) && <WebhooksLink />}
  </Page>
)

const ChangePassword = ({ user, errors }: { user: Actor; errors?: Errors }) => (
  <Card title="Change Password">
    <form method="post" action="/profile/password" noValidate>
      {/* For password managers, which need to know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={user.username ?? user.email ?? ''} readOnly />
      <PasswordField
        name="currentPassword"
        label="Current Password"
        error={errors?.currentPassword}
        autoComplete="current-password"
      />
      <PasswordField
        name="newPassword"
        label="New Password"
        hint={`At least ${MIN_PASSWORD} characters. Your other sessions and tokens end.`}
        error={errors?.newPassword}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm New Password"
        error={errors?.confirmPassword}
        autoComplete="new-password"
      />
      <FormEnd variant="primary" busyLabel="Changing...">
        Change Password
      </FormEnd>
    </form>
  </Card>
)

const WebhooksLink = () => (
  <Card title="Webhooks">
    <p>A webhook tells another program what happens in Fettle, as it happens.</p>
    <div className="row end">
      <LinkButton href="/admin/webhooks">Webhooks</LinkButton>
    </div>
  </Card>
)
