import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

type SwitchProps = { on: boolean; figures: boolean; user: { role: Role | null; email: string | null } }

type OneProps = { on: boolean; name: 'reminders' | 'figures'; what: string }

const One = ({ on, name, what }: OneProps) => (
  <form className="row end" method="post" action="/profile/reminders" hx-disable="find button">
    <input type="hidden" name={name} value={on ? 'off' : 'on'} />
    <Button busyLabel={on ? 'Turning off...' : 'Turning on...'}>{`Turn ${what} ${on ? 'Off' : 'On'}`}</Button>
  </form>
)

const NO_ADDRESS = <p className="notice">None is sent, as you have no e-mail address here.</p>

export const Switch = ({ on, figures, user: { role, email } }: SwitchProps) => (
  <>
    <Card id="reminders" title="Reminders by e-mail" aside={on ? 'On' : 'Off'}>
      <p>
        At 8:00 on working days: what has waited on you for two working days, or is late.
        {isAdmin({ role }) && ' Also urgent jobs, as soon as they are raised.'}
      </p>
      {on && !email && NO_ADDRESS}
      <One on={on} name="reminders" what="Reminders" />
    </Card>
    <Card title="Figures by e-mail" aside={figures ? 'On' : 'Off'}>
      <p>On the first working day of each month: what the month before was like.</p>
      {figures && !email && NO_ADDRESS}
      <One on={figures} name="figures" what="Figures" />
    </Card>
  </>
)
