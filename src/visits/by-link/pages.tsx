import { Elysia } from 'elysia'
import { clientIpOf } from '#src/access/client-ip.ts'
import { photoPath } from '#src/domain/photo/photo.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { page } from '#src/http/respond/respond.tsx'
import {
  countLinkRequest,
  handleLinkForm,
  orEnded,
  orNotFound,
  requireShown,
  type SentByLink,
  sendNewLink,
} from '#src/links/answer-link.tsx'
import { shownSecret } from '#src/links/page-secret.ts'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { AnswerJobPage } from '#views/links/answer-job.tsx'
import { LinkPage } from '#views/links/page.tsx'
import { answerJobByLink, JobAnswer, jobAnswerRule, openJob, sendJobAgain } from './actions.ts'

export const jobLinkPages = new Elysia({ name: 'job-link-pages' })
  .onBeforeHandle(countLinkRequest)
  .get('/answer-job/:token', ({ request, params }) => show(request, params.token))
  .post('/answer-job/:token', ({ request, params: { token } }) =>
    handleLinkForm(
      { request, purpose: 'answer_job', token },
      {
        show: (sent) => show(request, token, sent),
        work: async (typed) => {
          const opened = await openJob(token)
          requireShown(opened.link.id, typed)
          const text = await answerJobByLink(opened, checked(JobAnswer, typed, jobAnswerRule))
          const opens = { href: `/jobs/${opened.job.id}`, label: 'View It in Fettle' }
          return page(request, <LinkPage title="Your Answer Was Sent" text={text} opens={opens} />)
        },
      },
    ),
  )
  .post('/answer-job/:token/again', ({ request, server, params: { token } }) =>
    sendNewLink({ request, purpose: 'answer_job', token }, () => sendJobAgain(token, clientIpOf(request, server))),
  )
  .get('/answer-job/:token/photos/:id', async ({ request, params: { token, id } }) => {
    const { user, job } = await orNotFound(openJob(token))
    if (!job.photosUrls.includes(photoPath(id))) throw new NotFound()
    return showPhotoByLink(user, id, request)
  })

const show = (request: Request, token: string, sent?: SentByLink): Promise<Response> =>
  orEnded({ request, purpose: 'answer_job', token }, async () => {
    const { link, job } = await openJob(token)
    const props = { job, token, shown: shownSecret(link.id), errors: sent?.errors, values: textsOf(sent?.typed ?? {}) }
    return page(request, <AnswerJobPage {...props} />, sent?.status ?? 200)
  })
