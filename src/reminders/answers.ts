import { objectSchema, withDescription, YES } from '#src/http/answers.ts'

export const Reminders = objectSchema('Reminders', 'Whether one is told by e-mail of what waits on one.', {
  byEmail: withDescription(YES, 'Whether e-mails are sent.'),
})
