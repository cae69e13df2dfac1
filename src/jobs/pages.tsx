import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { JOB_DELETED } from '#src/domain/job/job.ts'
import { isToDecide } from '#src/domain/job/state.ts'
import { kindsTyped } from '#src/domain/property/hazard/kinds.ts'
import { checked, textsOf } from '#src/http/input.ts'
import type { Query } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragmentOrPage, frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { hazardOnPage } from '#src/jobs/hazards/hazard-form.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { openJobsAt, otherJobsAt } from '#src/jobs/search/at-property.ts'
import { openConversation } from '#src/messages/conversation.ts'
import { imagesOf } from '#src/photos/form.ts'
import { competingQuotesOf } from '#src/quotes/side-by-side.ts'
import { yourJobs } from '#src/visits/pages.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { ownDeletionOf } from '#views/jobs/card.tsx'
import {
  CompletedItems,
  CompletedJobs,
  CompletedJobsPage,
  CountedJobs,
  CountedJobsPage,
  deletionOfAll,
} from '#views/jobs/completed.tsx'
import { CreateJobPage } from '#views/jobs/create.tsx'
import { JobDetailsDialog } from '#views/jobs/details.tsx'
import { JobItems, JobList, MyJobsPage } from '#views/jobs/list.tsx'
import { createJob } from './actions.ts'
import { NewJob } from './input.ts'
import { completedCounts, completedJobsOf, countedJobsOf, myJobsOf } from './lists.ts'
import { jobVisibleTo } from './queries.ts'
import { handleListForm, listBehind } from './search/list-behind.tsx'
import { jobTimeline } from './timeline.ts'

export const jobsPages = new Elysia({ name: 'jobs-pages' })
  .use(signedIn)
  .get('/create-job', ({ user, request }) => {
    authorize(user, 'createJob')
    return page(request, <CreateJobPage frame={frameOf(request, user)} values={initialValues(user)} />)
  })
  .post('/create-job', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'createJob'), request)
    const again = { frame: frameOf(request, user), values: textsOf(form.typed), images: imagesOf(form.typed) }
    return handleForm(form, {
      back: '/create-job',
      invalid: async ({ errors }) => {
        const openJobs = await openJobsAt(user, again.values.propertyAddress ?? '')
        return page(request, <CreateJobPage {...again} openJobs={openJobs} errors={errors} />, 422)
      },
      work: async () => {
        const hazardKinds = kindsTyped(form.typed)
        const input = checked(NewJob, { ...form.typed, images: imagesOf(form.typed), hazardKinds })
        const create = async () => {
          const { id, jobRef, propertyName } = await createJob(user, input)
          return { id, jobRef, propertyName, isOther: false }
        }
        const job = await onceByForm(form, create, (first) => ({ ...first, isOther: true }))
        if (job.isOther) return page(request, <CreateJobPage {...again} already={job} />, 409)
        const text = `${job.jobRef} for ${job.propertyName}`
        return seeOther(request, '/', { title: 'Job Created', text })
      },
    })
  })
  .get('/jobs', async ({ user, request, query }) => {
    authorize(user, 'readJobs')
    if (isAdmin(user)) return seeOther(request, '/admin/jobs')
    if (isContractor(user)) return (query.counted ? countedJobs : yourJobs)({ user, request, query })
    const list = await myJobsOf(user, query)
    const part = query.cursor ? <JobItems {...list} /> : <JobList {...list} />
    return fragmentOrPage({ user, request }, part, (frame) => <MyJobsPage frame={frame} {...list} />)
  })
  .get('/jobs/:id', async ({ user, request, params }) => {
    authorize(user, 'readJobs')
    if (isAdmin(user)) return seeOther(request, `/admin/jobs/${encodeURIComponent(params.id)}`)
    const [job, timeline, conversation] = await Promise.all([
      jobVisibleTo(user, params.id),
      jobTimeline(user, params.id),
      openConversation(user, request, params.id),
    ])
    const [otherJobs, rivals] = await Promise.all([
      otherJobsAt(user, job),
      isToDecide(job) ? competingQuotesOf(user, job) : undefined,
    ])
    const details = {
      job,
      hazard: hazardOnPage(user, job),
      timeline,
      conversation,
      otherJobs,
      role: user.role,
      readerId: user.id,
      rivals,
      office: OFFICE,
    }
    const list = listBehind(request)
    return fragmentOrPage(
      { user, request },
      <JobDetailsDialog {...details} back={list ?? '/jobs'} live={list !== null} />,
      (frame) => <JobDetailsDialog frame={frame} {...details} back={`/jobs/${job.id}`} />,
    )
  })
  .post('/jobs/:id/delete', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'deleteJob'), request)
    const back = ownPath(form.typed.back)
    return handleListForm(form, {
      failed: 'Failed to Delete Job',
      back,
      confirm: async () => ({ ...ownDeletionOf(await jobVisibleTo(user, params.id)), hidden: { back } }),
      work: async () => {
        const unreached = await deleteJob(user, params.id)
        return { title: 'Job Deleted', text: [JOB_DELETED, ...unreached].join(' ') }
      },
    })
  })
  .get('/completed-jobs', async ({ user, request, query }) => {
    authorize(user, 'readJobs')
    if (isAdmin(user)) return seeOther(request, '/admin/jobs')
    const list = await completedJobsOf(user, query)
    const part = query.cursor ? <CompletedItems {...list} /> : <CompletedJobs {...list} />
    return fragmentOrPage({ user, request }, part, (frame) => <CompletedJobsPage frame={frame} {...list} />)
  })
  .post('/completed-jobs/delete-all', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'deleteAllCompleted'), request)
    return handleListForm(form, {
      failed: 'Failed to Delete Jobs',
      back: '/completed-jobs',
      confirm: async () => deletionOfAll(await completedCounts(user)),
      work: async () => {
        await deleteAllCompleted(user)
        return { title: 'All Completed Jobs Deleted', text: 'All completed jobs have been successfully deleted.' }
      },
    })
  })

async function countedJobs({
  user,
  request,
  query,
}: {
  user: Actor
  request: Request
  query: Query
}): Promise<Response> {
  const list = await countedJobsOf(user, query)
  const part = query.cursor ? <CompletedItems {...list} /> : <CountedJobs {...list} />
  return fragmentOrPage({ user, request }, part, (frame) => <CountedJobsPage frame={frame} {...list} />)
}

const initialValues = (user: Actor) => ({ estateAgentName: fullName(user), estateAgency: user.company ?? '' })
