import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from './button.tsx'
import { Card } from './card.tsx'
import { type ConfirmCheck, HiddenFields } from './confirm.tsx'
import { Checkbox } from './special-fields.tsx'

type ConfirmPageProps = {
  frame: PageFrame
  action: string
  title: string
  text: string
  confirm: string
  check?: ConfirmCheck
  /** True for what does no harm: its button is not red. */
  safe?: boolean
  hidden?: Readonly<Record<string, string>>
  /** Where 'Cancel' leads. */
  back: string
}

/** The question of a `Confirm` as a page of its own: the answer to its POST without `confirmed=yes`. */
export const ConfirmPage = ({ frame, action, title, text, confirm, check, safe, hidden, back }: ConfirmPageProps) => (
  <Page {...frame} title={title} width="narrow">
    <Card>
      <p>{text}</p>
      <form method="post" action={action} noValidate>
        <HiddenFields values={{ ...hidden, confirmed: 'yes' }} />
        {check && <Checkbox name={check.name} label={`${check.label} (${check.action})`} value="true" />}
        <div className="row end">
          <LinkButton href={back}>Cancel</LinkButton>
          <Button variant={safe ? 'primary' : 'danger'}>{confirm}</Button>
        </div>
      </form>
    </Card>
  </Page>
)
