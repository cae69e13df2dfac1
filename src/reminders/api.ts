import { Elysia } from 'elysia'
import { once } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { jsonInput } from '#src/web/input.ts'
import { json } from '#src/web/json.ts'
import { RemindersSwitch, setReminders } from './switch.ts'

export const remindersApi = new Elysia({ name: 'reminders-api' })
  .use(signedIn)
  .get('/api/profile/reminders', ({ user }) => {
    may(user, 'setReminders')
    return json({ byEmail: user.reminders })
  })
  .put('/api/profile/reminders', ({ user, request }) => {
    may(user, 'setReminders')
    const turn = async () => {
      const { byEmail } = await jsonInput(request, RemindersSwitch)
      await setReminders(user, byEmail)
      return byEmail
    }
    return once({ user, request }, turn, (byEmail) => json({ byEmail }))
  })
