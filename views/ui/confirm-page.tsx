import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from './button.tsx'
import { Card } from './card.tsx'
import { HiddenFields, type Question } from './confirm.tsx'
import { Checkbox } from './input/special-fields.tsx'

type ConfirmPageProps = Question & {
  frame: PageFrame
  back: string
}

export const ConfirmPage = ({
  frame,
  action,
  title,
  text,
  confirm,
  busyLabel,
  check,
  safe,
  hidden,
  back,
}: ConfirmPageProps) => (
  <Page {...frame} title={title} width="narrow">
    <Card>
      <p>{text}</p>
      <form method="post" action={action} noValidate>
        <HiddenFields values={{ ...hidden, confirmed: 'yes' }} />
        {check && <Checkbox name={check.name} label={`${check.label} (${check.action})`} value="true" />}
        <div className="row end">
          <LinkButton href={back}>Cancel</LinkButton>
          <Button variant={safe ? 'primary' : 'danger'} busyLabel={busyLabel}>
            {confirm}
          </Button>
        </div>
      </form>
    </Card>
  </Page>
)
