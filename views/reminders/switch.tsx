import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

type SwitchProps = { on: boolean; user: { role: Role | null; email: string | null } }

export const Switch = ({ on, user: { role, email } }: SwitchProps) => (
  <Card id="reminders" title="Reminders by e-mail" aside={on ? 'On' : 'Off'}>
    <p>
      At 8:00 on working days: what has waited on you for two working days, or is late.
      {isAdmin({ role }) && ' Also urgent jobs, as soon as they are raised.'}
    </p>
    {on && !email && <p className="notice">None is sent, as you have no e-mail address here.</p>}
    <form className="row end" method="post" action="/profile/reminders" hx-disable="find button">
      <input type="hidden" name="reminders" value={on ? 'off' : 'on'} />
      <Button busyLabel={on ? 'Turning off...' : 'Turning on...'}>
        {on ? 'Turn Reminders Off' : 'Turn Reminders On'}
      </Button>
    </form>
  </Card>
)
