import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date.tsx'
import { FormKey } from '../ui/input/form-key.tsx'

export type CalendarLinkProps = {
  since: Date | null
  made?: string
}

const CALENDAR = 'calendar'

export const calendarRemoval = () => ({
  action: '/profile/calendar/remove',
  title: 'Remove the calendar link?',
  text: 'Calendars that use it no longer get your visits.',
  confirm: 'Remove Link',
  busyLabel: 'Removing...',
})

export const CalendarLink = ({ since, made }: CalendarLinkProps) => (
  <Card id={CALENDAR} title="Calendar for your phone">
    <p>Your booked visits in your own calendar, by a secret link. Whoever has the link can read them.</p>
    {made && <Made address={made} />}
    {since && !made && (
      <p className="small-text muted">
        You have a link, made <DateText value={since} time />. A new one ends it.
      </p>
    )}
    <div className="row end">
      {since && <Confirm {...calendarRemoval()} button="Remove Link" look={{ variant: 'quiet' }} />}
      <form method="post" action="/profile/calendar" hx-disable="find button">
        <FormKey />
        <Button icon="calendar" busyLabel="Making...">
          {since ? 'Make New Link' : 'Make Link'}
        </Button>
      </form>
    </div>
  </Card>
)

const Made = ({ address }: { address: string }) => {
  const added = (
    <p>
      <a href={address.replace(/^https?:/, 'webcal:')}>Add it on this phone</a>
    </p>
  )
  return <ShownOnce title="Your link" text={address} what="Link" more={added} />
}
