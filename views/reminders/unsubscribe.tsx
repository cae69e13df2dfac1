import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

type Props = { frame: PageFrame; email: string | null; ofFigures: boolean }

const nameOf = (ofFigures: boolean) => (ofFigures ? 'Figures' : 'Reminders')

export const UnsubscribePage = ({ frame, email, ofFigures, token }: Props & { token: string }) => (
  <Page {...frame} title={`Turn ${nameOf(ofFigures)} Off?`} width="narrow">
    <Card>
      <p>
        No more e-mails{email && ` to ${email}`} {ofFigures ? 'with the figures of a month' : 'about what waits on you'}
        . All others go on.
      </p>
      <form className="row end" method="post" action={`/unsubscribe/${token}${ofFigures ? '?of=figures' : ''}`}>
        <Button variant="primary" busyLabel="Turning off...">
          {`Turn ${nameOf(ofFigures)} Off`}
        </Button>
      </form>
    </Card>
  </Page>
)

export const UnsubscribedPage = ({ frame, email, ofFigures }: Props) => (
  <Page {...frame} title={`${nameOf(ofFigures)} Are Off`} width="narrow">
    <Card>
      <p>
        No more {ofFigures ? 'figures' : 'reminders'} are sent{email && ` to ${email}`}. You can turn them on again on
        your profile.
      </p>
      <ToProfile />
    </Card>
  </Page>
)

export const EndedLinkPage = ({ frame }: Pick<Props, 'frame'>) => (
  <Page {...frame} title="This Link No Longer Works" width="narrow">
    <Card>
      <p>You can turn reminders off and on on your profile.</p>
      <ToProfile />
    </Card>
  </Page>
)

const ToProfile = () => (
  <div className="row end">
    <LinkButton href="/profile" variant="primary">
      Open Your Profile
    </LinkButton>
  </div>
)
