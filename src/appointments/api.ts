import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { answerJob, currentJob } from '#src/jobs/api-answer.ts'
import { ChangedJob } from '#src/jobs/schemas.ts'
import { bookVisit, cancelVisit } from './actions.ts'
import { Booking, bookingRule } from './input.ts'

const { put, remove } = callsUnder('Jobs')

export const appointmentsApi = apiOf('appointments-api', [
  put(
    '/api/jobs/:id/appointment',
    'bookVisit',
    'Books a visit, or moves the booked one: today or later in London, at most 12 hours and a year ahead',
    { may: 'bookVisit', ifMatch: currentJob, later: true, body: Booking, rule: bookingRule, answer: ChangedJob },
    ({ user, params, body }) => bookVisit(user, params.id, body),
    answerJob,
  ),
  remove(
    '/api/jobs/:id/appointment',
    'cancelVisit',
    'Cancels the booked visit',
    { may: 'bookVisit', ifMatch: currentJob, ...NO_BODY, answer: ChangedJob },
    ({ user, params }) => cancelVisit(user, params.id),
    ({ id, unreached }, within) =>
      answerJob({ id, unreached: ['The booked visit has been cancelled.', ...unreached] }, within),
  ),
])
