import { Elysia } from 'elysia'
import { type Actor, fullName } from '#src/accounts/account.ts'
import { formKeyOf, onceByForm } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/permission.ts'
import { ownPath } from '#src/guard/same-origin.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { yourJobs } from '#src/visits/pages.tsx'
import { check, readForm, type Typed } from '#src/web/input.ts'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/web/respond.tsx'
import { CompletedItems, CompletedJobs, CompletedJobsPage, deletionOfAll } from '#views/jobs/completed-jobs.tsx'
import { CreateJobPage } from '#views/jobs/create-job.tsx'
import { deletionOf } from '#views/jobs/job-card.tsx'
import { JobDetails, JobPage } from '#views/jobs/job-details.tsx'
import { JobItems, JobList, MyJobsPage } from '#views/jobs/my-jobs.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { createJob } from './actions.ts'
import { deleteAllCompleted, deleteJob } from './deletion.ts'
import { JOB_FIELDS } from './details.ts'
import { JobInput } from './input.ts'
import { JOB_DELETED } from './job.ts'
import { completedCounts, completedJobsOf, myJobsOf } from './lists.ts'
import { jobVisibleTo } from './queries.ts'
import { change, listBehind } from './regions.tsx'
import { jobTimeline } from './timeline.ts'

/** Raising jobs, and the lists and details of those raised. */
export const jobsPages = new Elysia({ name: 'jobs-pages' })
  .use(signedIn)
  .get('/create-job', ({ user, request }) => {
    may(user, 'createJob')
    return page(request, <CreateJobPage frame={frameOf(request, user)} values={known(user)} />)
  })
  .post('/create-job', async ({ user, request }) => {
    may(user, 'createJob')
    const { value, errors, typed } = check(JobInput, await readForm(request))
    const form = { frame: frameOf(request, user), values: fieldsOf(typed) }
    if (errors) return page(request, <CreateJobPage {...form} errors={errors} />, 422)
    const { result: job, changed } = await onceByForm({ user, request, typed }, async () => {
      const { id, jobRef, propertyName } = await createJob(user, value)
      return { id, jobRef, propertyName }
    })
    if (changed) return page(request, <CreateJobPage {...form} already={job} />, 409)
    const toast = { title: 'Job Created', text: `${job.jobRef} for ${job.propertyName}`, taken: formKeyOf(typed) }
    return seeOther(request, '/', toast)
  })
  .get('/jobs', async ({ user, request, query }) => {
    may(user, 'readJobs')
    if (user.role === 'admin') return seeOther(request, '/admin/jobs')
    if (user.role === 'contractor') return yourJobs({ user, request, query })
    const list = await myJobsOf(user, query)
    if (!isPartial(request)) return page(request, <MyJobsPage frame={frameOf(request, user)} {...list} />)
    return fragment(request, query.cursor ? <JobItems {...list} /> : <JobList {...list} />)
  })
  .get('/jobs/:id', async ({ user, request, params }) => {
    may(user, 'readJobs')
    if (user.role === 'admin') return seeOther(request, `/admin/jobs/${encodeURIComponent(params.id)}`)
    const [job, timeline] = await Promise.all([jobVisibleTo(user, params.id), jobTimeline(user, params.id)])
    const details = { job, timeline, role: user.role }
    const list = listBehind(request)
    return isPartial(request)
      ? fragment(request, <JobDetails {...details} back={list ?? '/jobs'} live={list !== null} />)
      : page(request, <JobPage frame={frameOf(request, user)} {...details} back={`/jobs/${job.id}`} />)
  })
  .post('/jobs/:id/delete', async ({ user, request, params }) => {
    may(user, 'deleteJob')
    const { back, confirmed } = await readForm(request)
    if (confirmed !== 'yes') {
      const question = deletionOf(await jobVisibleTo(user, params.id))
      const place = { hidden: { back: ownPath(back) }, back: ownPath(back) }
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} {...place} />)
    }
    return change(user, request, {
      back,
      work: () => deleteJob(user, params.id),
      done: (untold) => ({ title: 'Job Deleted', text: [JOB_DELETED, ...untold].join(' ') }),
      failed: 'Failed to Delete Job',
    })
  })
  .get('/completed-jobs', async ({ user, request, query }) => {
    may(user, 'readJobs')
    if (user.role === 'admin') return seeOther(request, '/admin/jobs')
    const list = await completedJobsOf(user, query)
    if (!isPartial(request)) return page(request, <CompletedJobsPage frame={frameOf(request, user)} {...list} />)
    return fragment(request, query.cursor ? <CompletedItems {...list} /> : <CompletedJobs {...list} />)
  })
  .post('/completed-jobs/delete-all', async ({ user, request }) => {
    may(user, 'deleteAllCompleted')
    const { confirmed } = await readForm(request)
    const back = '/completed-jobs'
    if (confirmed !== 'yes') {
      const question = deletionOfAll(await completedCounts(user))
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={back} />)
    }
    return change(user, request, {
      back,
      work: () => deleteAllCompleted(user),
      done: { title: 'All Completed Jobs Deleted', text: 'All completed jobs have been successfully deleted.' },
      failed: 'Failed to Delete Jobs',
    })
  })

/** What the form of a new job starts with. */
const known = (user: Actor) => ({ estateAgentName: fullName(user), estateAgency: user.company ?? '' })

/** The job's fields as they were typed. */
const fieldsOf = (typed: Typed): Record<string, string> =>
  Object.fromEntries(
    JOB_FIELDS.flatMap((field) => {
      const value = typed[field]
      return typeof value === 'string' ? [[field, value]] : []
    }),
  )
