import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export const Switch = ({ on, email }: { on: boolean; email: string | null }) => (
  <Card id="reminders" title="Reminders by e-mail">
    <p>
      {on ? 'On' : 'Off'}: at 8:00 on working days, what has waited on you for two working days or is late.
      {on && !email && ' You have no e-mail address here, so none is sent.'}
    </p>
    <form className="row end" method="post" action="/profile/reminders" hx-disable="find button">
      <input type="hidden" name="reminders" value={on ? 'off' : 'on'} />
      <Button busyLabel={on ? 'Turning off...' : 'Turning on...'}>
        {on ? 'Turn Reminders Off' : 'Turn Reminders On'}
      </Button>
    </form>
  </Card>
)
