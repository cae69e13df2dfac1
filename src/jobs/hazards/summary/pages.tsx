import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { onceByForm } from '#src/writes/idempotency.ts'
import { HazardSummaryPage, SendSummaryPage, type SendSummaryShown } from '#views/properties/hazard/summary.tsx'
import { HazardSummaryBody } from './input.ts'
import { sendSummary } from './sending.ts'
import { summariesVisibleTo, summaryVisibleTo } from './summaries.ts'

type Shown = SendSummaryShown & { status?: number }

async function show(user: Actor, request: Request, id: string, { status = 200, ...shown }: Shown = {}) {
  const { job, draft, sent } = await summariesVisibleTo(user, id)
  if (!draft) throw new NotFound()
  if (!mayMarkHazard(job)) throw new Refused(refusedMove(job))
  const values = { ...draft, ...shown.values }
  const props = { frame: frameOf(request, user), reader: user.role, job, sent, ...shown, values }
  return page(request, <SendSummaryPage {...props} />, status)
}

export const hazardSummaryPages = new Elysia({ name: 'hazard-summary-pages' })
  .use(signedIn)
  .get('/jobs/:id/hazard/summary', ({ user, request, params }) =>
    show(authorize(user, 'changeHazard'), request, params.id),
  )
  .post('/jobs/:id/hazard/summary', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'changeHazard'), request)
    const path = `/jobs/${id}/hazard/summary`
    const again = ({ errors, status }: FormProblem) =>
      show(user, request, id, { values: textsOf(form.typed), errors, status })
    return handleForm(form, {
      back: `/jobs/${id}`,
      invalid: again,
      refused: async (problem) => (mayMarkHazard(await jobVisibleTo(user, id)) ? again(problem) : null),
      work: async () => {
        const send = async () => {
          const { url, email } = await sendSummary(user, id, checked(HazardSummaryBody, form.typed))
          return { url, email }
        }
        const result = await onceByForm(form, send)
        if (result.url) return show(user, request, id, { made: result.url, status: 201 })
        return seeOther(request, path, { title: 'Summary Sent', text: `It is on its way to ${result.email}.` })
      },
    })
  })
  .get('/hazard-summaries/:id', async ({ user, request, params }) => {
    const shown = await summaryVisibleTo(authorize(user, 'changeHazard'), params.id)
    const props = { frame: frameOf(request, user), reader: user.role, letterhead: letterhead() }
    return page(request, <HazardSummaryPage {...props} {...shown} />)
  })
