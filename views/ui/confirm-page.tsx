import { Page, type PageFrame } from '../layout.tsx'
import { FormEnd } from './button.tsx'
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
        <FormEnd back={back} variant={safe ? 'primary' : 'danger'} busyLabel={busyLabel}>
          {confirm}
        </FormEnd>
      </form>
    </Card>
  </Page>
)
