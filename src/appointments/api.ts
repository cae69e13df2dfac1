import { Elysia } from 'elysia'
import { once } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { answerJob, currentJob } from '#src/jobs/answer.ts'
import { jsonInput, noInput } from '#src/web/input.ts'
import { bookVisit, cancelVisit } from './actions.ts'
import { Booking, bookingRule } from './input.ts'

export const appointmentsApi = new Elysia({ name: 'appointments-api' })
  .use(signedIn)
  .put('/api/jobs/:id/appointment', ({ user, params, request }) => {
    may(user, 'bookVisit')
    const book = async () => bookVisit(user, params.id, await jsonInput(request, Booking, { rule: bookingRule }))
    return once({ user, request, current: currentJob(user, params.id) }, book, answerJob(user))
  })
  .delete('/api/jobs/:id/appointment', ({ user, params, request }) => {
    may(user, 'bookVisit')
    const cancel = async () => {
      await noInput(request)
      const { id, untold } = await cancelVisit(user, params.id)
      return { id, untold: ['The booked visit has been cancelled.', ...untold] }
    }
    return once({ user, request, current: currentJob(user, params.id) }, cancel, answerJob(user))
  })
