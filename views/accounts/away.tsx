import type { Actor } from '#src/domain/account/account.ts'
import { awayWords, isAway } from '#src/domain/account/away.ts'
import { FormEnd } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/input/field.tsx'

type AwayProps = { user: Actor; errors?: Readonly<Record<string, string>> }

export const AwayCard = ({ user, errors }: AwayProps) => (
  <Card id="away" title="Away" aside={awayWords(user) || 'No'}>
    <form method="post" action="/profile/away" noValidate hx-disable="find button">
      <TextField
        type="date"
        name="awayUntil"
        label="Away until (Optional)"
        hint="The day on which you are back. Reminders wait until then; you stay signed in."
        value={(isAway(user) && user.awayUntil) || ''}
        error={errors?.awayUntil}
      />
      <FormEnd busyLabel="Saving...">Save</FormEnd>
    </form>
  </Card>
)
