import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { appointmentOf, appointmentWords } from '#src/domain/appointment/appointment.ts'
import { type BookingDraft, bookingDraft, NO_BOOKING } from '#src/domain/appointment/slots.ts'
import type { Job } from '#src/domain/job/job.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { pageOf } from '#src/http/query.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, isPartial, partials, seeOther } from '#src/http/respond/respond.tsx'
import { jobsByDay, narrowedIn } from '#src/jobs/assignment/by-day.ts'
import { ownJob } from '#src/jobs/queries.ts'
import { jobInHand } from '#src/visits/lists.ts'
import { alreadyInvalid, onceByForm } from '#src/writes/idempotency.ts'
import { cancellationOf } from '#views/appointments/booked.tsx'
import { BookingForm as Form } from '#views/appointments/form.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { YOUR_JOBS, YourJobs } from '#views/visits/your-jobs.tsx'
import { bookVisit, cancelVisit } from './actions.ts'
import { BookingInput, bookingFormRule } from './input.ts'

type Shown = { job: Job; values: BookingDraft; back: string; errors?: FieldErrors; status?: number }

const show = (user: Actor, request: Request, { status = 200, ...shown }: Shown): Promise<Response> =>
  dialogOrPage({ user, request }, Form, shown, status)

export const appointmentsPages = new Elysia({ name: 'appointments-pages' })
  .use(signedIn)
  .get('/jobs/:id/book', async ({ user, request, params }) => {
    const job = await jobInHand(authorize(user, 'bookVisit'), params.id)
    return show(user, request, { job, values: bookingDraft(appointmentOf(job)), back: listBehind(request) })
  })
  .post('/jobs/:id/book', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'bookVisit'), request)
    const back = ownPath(form.typed.back ?? LIST)
    const again = async ({ errors, status }: FormProblem) => {
      const job = await ownJob(user, params.id)
      return show(user, request, { job, values: { ...NO_BOOKING, ...textsOf(form.typed) }, back, errors, status })
    }
    return handleForm(form, {
      back,
      again,
      work: async () => {
        const booked = async () => {
          const { unreached, ...job } = await bookVisit(
            user,
            params.id,
            checked(BookingInput, form.typed, bookingFormRule),
          )
          return { when: appointmentWords(appointmentOf(job)!), untold: unreached.join(' ') }
        }
        const result = await onceByForm(form, booked, alreadyInvalid)
        const text = `${result.when}. ${result.untold || 'The estate agent is told by e-mail.'}`
        return listChanged(user, request, back, { title: 'Visit Booked', text })
      },
    })
  })
  .post('/jobs/:id/book/cancel', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'bookVisit'), request)
    const back = ownPath(form.typed.back ?? LIST)
    return handleForm(form, {
      failed: 'Failed to Cancel Visit',
      back,
      confirm: async () => ({ ...cancellationOf(await jobInHand(user, params.id)), hidden: { back } }),
      work: async () => {
        const { unreached } = await cancelVisit(user, params.id)
        const text = unreached.join(' ') || 'The estate agent is told by e-mail.'
        return listChanged(user, request, back, { title: 'Visit Cancelled', text })
      },
    })
  })

const LIST = '/jobs'

const listBehind = (request: Request): string => (isPartial(request) && pageOf(request)) || LIST

async function listChanged(user: Actor, request: Request, back: string, toast: ToastMessage): Promise<Response> {
  const { pathname } = new URL(back, 'http://own.invalid')
  if (!isPartial(request) || pathname !== LIST) return seeOther(request, back, toast)
  const list = await jobsByDay(user, narrowedIn(back), LIST)
  return partials(request, { [`#${YOUR_JOBS}`]: <YourJobs {...list} /> }, toast, { closeDialog: true })
}
