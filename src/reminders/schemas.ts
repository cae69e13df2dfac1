import { objectSchema, withDescription, YES } from '#src/http/schemas.ts'

export const Reminders = objectSchema(
  'Reminders',
  'Whether one is told by e-mail of what waits on one, and of a month’s figures.',
  {
    byEmail: withDescription(YES, 'Whether e-mails are sent.'),
    figures: withDescription(YES, 'Whether the figures of each month are sent when it has ended.'),
  },
)
