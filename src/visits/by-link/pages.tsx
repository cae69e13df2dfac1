import { photoPath } from '#src/domain/photo/photo.ts'
import { NotFound } from '#src/http/errors.ts'
import { checked } from '#src/http/input.ts'
import { orNotFound } from '#src/links/answer-link.tsx'
import { linkPages } from '#src/links/link-pages.tsx'
import { showPhotoByLink } from '#src/photos/photo-response.ts'
import { AnswerJobPage } from '#views/links/answer-job.tsx'
import { answerJobByLink, JobAnswer, jobAnswerRule, openJob, sendJobAgain } from './actions.ts'

export const jobLinkPages = linkPages('answer_job', {
  open: openJob,
  show: ({ job }, form) => <AnswerJobPage job={job} {...form} />,
  answer: async (opened, typed) => ({
    title: 'Your Answer Was Sent',
    text: await answerJobByLink(opened, checked(JobAnswer, typed, jobAnswerRule)),
    opens: { href: `/jobs/${opened.job.id}`, label: 'View It in Fettle' },
  }),
  sendAgain: sendJobAgain,
}).get('/answer-job/:token/photos/:id', async ({ request, params: { token, id } }) => {
  const { user, job } = await orNotFound(openJob(token))
  if (!job.photosUrls.includes(photoPath(id))) throw new NotFound()
  return showPhotoByLink(user, id, request)
})
