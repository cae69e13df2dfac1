import { apiOf, callsUnder } from '#src/http/call.ts'
import { jobOutcomeJson } from '#src/jobs/api-answer.ts'
import { Chase } from '#src/jobs/input.ts'
import { JobResults } from '#src/jobs/schemas.ts'
import { chaseJobs } from './chase.ts'
import { Reminders } from './schemas.ts'
import { RemindersSwitch, setReminders } from './switch.ts'

const { get, put } = callsUnder('Signing in')

export const remindersApi = apiOf('reminders-api', [
  get(
    '/api/profile/reminders',
    'getReminders',
    'Whether one is told by e-mail of what waits on one, and of a month’s figures',
    { may: 'setReminders', answer: Reminders },
    ({ user }) => ({ byEmail: user.reminders, figures: user.figuresTold !== null }),
  ),
  put(
    '/api/profile/reminders',
    'setReminders',
    'Turns one’s reminders, and figures by e-mail, on or off',
    { may: 'setReminders', body: RemindersSwitch, answer: Reminders },
    async ({ user, body }) => {
      await setReminders(user, body)
      return { figures: user.figuresTold !== null, ...body }
    },
    ({ byEmail, figures }) => ({ byEmail, figures }),
  ),
])

export const chaseApi = apiOf('chase-api', [
  callsUnder('Jobs').postEach(
    '/api/jobs/chase',
    'chaseJobs',
    'Sends one e-mail to each person on whom the jobs wait; who was chased within a working day gets one only with again',
    { may: 'chaseJobs', body: Chase, answer: JobResults },
    async ({ user, body: { jobIds, text, again = false }, each }) =>
      (await chaseJobs(user, jobIds, { text, again }, each)).outcomes,
    jobOutcomeJson,
  ),
])
