import { type OpenSession, OTHER_SESSIONS } from '#src/domain/account/device.ts'
import { dayAndTime } from '#src/domain/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardList } from '../../ui/card.tsx'
import { HiddenFields } from '../../ui/confirm.tsx'
import { DateText } from '../../ui/date.tsx'

export type SessionsProps = { listed: readonly OpenSession[]; more: number }

export const Sessions = ({ listed, more }: SessionsProps) => (
  <Card id="sessions" title="Where You Are Signed In">
    <CardList>
      {listed.map((session) => (
        <Session key={session.id} {...session} />
      ))}
    </CardList>
    {more > 0 && <p>And {more} more.</p>}
    {listed.length > 1 && (
      <form method="post" action={ACTION}>
        <p>API tokens go on until you revoke them.</p>
        <div className="row end">
          <HiddenFields values={{ session: OTHER_SESSIONS }} />
          <Button busyLabel="Signing out...">Sign Out All Others</Button>
        </div>
      </form>
    )}
  </Card>
)

const ACTION = '/profile/sessions/end'

const Session = ({ id, device, firstAt, lastAt, isThis }: OpenSession) => (
  <Card
    as="li"
    level={3}
    title={device}
    aside={isThis ? 'This device' : <End id={id} device={`${device}, since ${dayAndTime(firstAt)}`} />}
  >
    <p>
      Since <DateText value={firstAt} />, last used <DateText value={lastAt} />
    </p>
  </Card>
)

const End = ({ id, device }: Pick<OpenSession, 'id' | 'device'>) => (
  <form method="post" action={ACTION}>
    <HiddenFields values={{ session: id }} />
    <Button size="small" busyLabel="Signing out..." aria-label={`Sign out ${device}`}>
      Sign Out
    </Button>
  </form>
)
