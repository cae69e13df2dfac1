import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { describedUnder } from '#src/http/described.ts'
import { jsonInput } from '#src/http/input.ts'
import { json, jsonWithEtag } from '#src/http/respond/json.ts'
import { once } from '#src/writes/idempotency.ts'
import { Reminders } from './answers.ts'
import { RemindersSwitch, setReminders } from './switch.ts'

const described = describedUnder('Signing in')

export const remindersApi = new Elysia({ name: 'reminders-api' })
  .use(signedIn)
  .get(
    '/api/profile/reminders',
    ({ user, request }) => {
      authorize(user, 'setReminders')
      return jsonWithEtag(request, { byEmail: user.reminders })
    },
    described('getReminders', 'Whether one is told by e-mail of what waits on one', {
      by: 'setReminders',
      answers: { 200: Reminders },
    }),
  )
  .put(
    '/api/profile/reminders',
    ({ user, request }) => {
      authorize(user, 'setReminders')
      const turn = async () => {
        const { byEmail } = await jsonInput(request, RemindersSwitch)
        await setReminders(user, byEmail)
        return byEmail
      }
      return once({ user, request }, turn, (byEmail) => json({ byEmail }))
    },
    described('setReminders', 'Turns one’s reminders on or off', {
      by: 'setReminders',
      once: true,
      body: RemindersSwitch,
      answers: { 200: Reminders },
    }),
  )
