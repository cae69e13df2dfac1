import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { ownJob } from '#src/jobs/queries.ts'
import { onceByForm } from '#src/writes/idempotency.ts'
import { ShareJobPage } from '#views/links/share.tsx'
import { endJobLink, jobLinks, LinkShared, linkSharedRule, shareJob } from './links.ts'

type Shown = { made?: string; email?: string; errors?: FieldErrors; status?: number }

async function show(user: Actor, request: Request, id: string, { status = 200, ...shown }: Shown = {}) {
  const [job, links] = [await ownJob(user, id), await jobLinks(user, id)]
  return page(request, <ShareJobPage frame={frameOf(request, user)} job={job} links={links} {...shown} />, status)
}

export const sharePages = new Elysia({ name: 'share-pages' })
  .use(signedIn)
  .get('/jobs/:id/links', ({ user, request, params }) => show(authorize(user, 'shareJob'), request, params.id))
  .post('/jobs/:id/links', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'shareJob'), request)
    const again = ({ errors, status }: FormProblem) =>
      show(user, request, id, { email: textsOf(form.typed).email, errors, status })
    return handleForm(form, {
      back: `/jobs/${id}/links`,
      again,
      work: async () => {
        // What was sent before under the form's key is told first, whatever else is wrong now.
        const share = async () => {
          const sent = checked(LinkShared, { ...form.typed, purpose: 'follow_job' }, linkSharedRule)
          return { url: (await shareJob(user, id, sent)).url, email: sent.email ?? null }
        }
        const result = await onceByForm(form, share)
        if (result.url) return show(user, request, id, { made: result.url, status: 201 })
        return seeOther(request, `/jobs/${id}/links`, {
          title: 'Link Sent',
          text: `It is on its way to ${result.email}.`,
        })
      },
    })
  })
  .post('/links/:id/end', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'shareJob'), request)
    const back = ownPath(form.typed.back)
    return handleForm(form, {
      back,
      work: async () => {
        await endJobLink(user, id)
        return seeOther(request, back, { title: 'Link Ended', text: 'Its page no longer opens.' })
      },
    })
  })
