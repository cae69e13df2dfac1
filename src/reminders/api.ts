import { apiOf, callsUnder } from '#src/http/call.ts'
import { Reminders } from './answers.ts'
import { RemindersSwitch, setReminders } from './switch.ts'

const { get, put } = callsUnder('Signing in')

export const remindersApi = apiOf('reminders-api', [
  get(
    '/api/profile/reminders',
    'getReminders',
    'Whether one is told by e-mail of what waits on one',
    { may: 'setReminders', answer: Reminders },
    ({ user }) => ({ byEmail: user.reminders }),
  ),
  put(
    '/api/profile/reminders',
    'setReminders',
    'Turns one’s reminders on or off',
    { may: 'setReminders', body: RemindersSwitch, answer: Reminders },
    async ({ user, body }) => {
      await setReminders(user, body.byEmail)
      return body
    },
    ({ byEmail }) => ({ byEmail }),
  ),
])
