import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { describedUnder, NoBody } from '#src/http/described.ts'
import { jsonInput, noInput } from '#src/http/input.ts'
import { answerJob, currentJob } from '#src/jobs/answer.ts'
import { ChangedJob } from '#src/jobs/answers.ts'
import { once } from '#src/writes/idempotency.ts'
import { bookVisit, cancelVisit } from './actions.ts'
import { Booking, bookingRule } from './input.ts'

const described = describedUnder('Jobs')

export const appointmentsApi = new Elysia({ name: 'appointments-api' })
  .use(signedIn)
  .put(
    '/api/jobs/:id/appointment',
    ({ user, params, request }) => {
      authorize(user, 'bookVisit')
      const book = async () => bookVisit(user, params.id, await jsonInput(request, Booking, { rule: bookingRule }))
      return once({ user, request, current: currentJob(user, params.id) }, book, answerJob(user))
    },
    described(
      'bookVisit',
      'Books a visit, or moves the booked one: today or later in London, at most 12 hours and a year ahead',
      { by: 'bookVisit', ifMatch: true, body: Booking, once: true, answers: { 200: ChangedJob } },
    ),
  )
  .delete(
    '/api/jobs/:id/appointment',
    ({ user, params, request }) => {
      authorize(user, 'bookVisit')
      const cancel = async () => {
        await noInput(request)
        const { id, unreached } = await cancelVisit(user, params.id)
        return { id, unreached: ['The booked visit has been cancelled.', ...unreached] }
      }
      return once({ user, request, current: currentJob(user, params.id) }, cancel, answerJob(user))
    },
    described('cancelVisit', 'Cancels the booked visit', {
      by: 'bookVisit',
      ifMatch: true,
      ...NoBody,
      once: true,
      answers: { 200: ChangedJob },
    }),
  )
