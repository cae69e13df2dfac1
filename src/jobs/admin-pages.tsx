import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { JOB_COLUMN_NAMES } from '#src/domain/job/columns.ts'
import { adminList } from '#src/http/list/admin-list.tsx'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, fragment } from '#src/http/respond/respond.tsx'
import { seenIn } from '#src/jobs/assignment/seen.ts'
import { hazardOnPage } from '#src/jobs/hazards/hazard-form.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { otherJobsAt } from '#src/jobs/search/at-property.ts'
import { filterFields, filterWords, type PersonFilter, personField } from '#src/jobs/search/filter-choices.ts'
import { jobFilterOf } from '#src/jobs/search/filters.ts'
import { shownView } from '#src/list-views/sidebar.ts'
import { openConversation } from '#src/messages/conversation.ts'
import { bulkActionsOfJob } from '#src/writes/bulk-actions.ts'
import { deletionOf, unassignment } from '#views/jobs/admin-actions.tsx'
import { AdminJobDetails, AdminJobHistory } from '#views/jobs/admin-details.tsx'
import { AdminJobItems, AdminJobList, AdminJobsPage } from '#views/jobs/admin-list.tsx'
import { FilterFieldOf } from '#views/jobs/filters.tsx'
import { unassignJob } from './actions.ts'
import { answerJobChanged, answerJobDeleted } from './admin-answers.tsx'
import { JOB_COLUMNS } from './csv.ts'
import { jobCounters, listedForAdmins, ownJobs } from './lists.ts'
import { jobVisibleTo } from './queries.ts'
import { jobTimeline } from './timeline.ts'

const allJobs = adminList({
  path: '/admin/jobs',
  columns: JOB_COLUMN_NAMES,
  view: shownView,
  filterOf: jobFilterOf,
  list: listedForAdmins,
  figures: async (filter, user) => {
    const [counters, set] = await Promise.all([jobCounters(), filterWords(user, filter)])
    return { ...counters, set }
  },
  choices: async (filter, { filters }) => {
    const isOpen = filters === 'all'
    return { filters: { fields: await filterFields(filter, isOpen), isOpen } }
  },
  csv: { name: 'jobs', columns: JOB_COLUMNS, list: ownJobs },
  page: AdminJobsPage,
  region: AdminJobList,
  items: AdminJobItems,
})

async function detailsOf(user: Actor, id: string) {
  const job = await jobVisibleTo(user, id)
  const [events, atOnce] = await Promise.all([jobTimeline(user, job.id), bulkActionsOfJob(job.id)])
  return { job, events, atOnce }
}

async function personFilter(user: Actor, request: Request, name: PersonFilter): Promise<Response> {
  authorize(user, 'openAdminScreens')
  const [field] = await personField(name)
  return fragment(request, field && <FilterFieldOf {...field} action="/admin/jobs" />)
}

export const adminJobsPages = new Elysia({ name: 'admin-jobs-pages' })
  .use(allJobs)
  .use(signedIn)
  .get('/admin/jobs/filters/contractor', ({ user, request }) => personFilter(user, request, 'contractor'))
  .get('/admin/jobs/filters/agent', ({ user, request }) => personFilter(user, request, 'agent'))
  .get('/admin/jobs/:id', async ({ user, request, params }) => {
    authorize(user, 'openAdminScreens')
    const [about, conversation] = await Promise.all([
      detailsOf(user, params.id),
      openConversation(user, request, params.id),
    ])
    const hazard = hazardOnPage(user, about.job)
    return dialogOrPage({ user, request }, AdminJobDetails, {
      ...about,
      hazard,
      conversation,
      otherJobs: await otherJobsAt(user, about.job),
    })
  })
  .get('/admin/jobs/:id/history', async ({ user, request, params }) => {
    authorize(user, 'openAdminScreens')
    return dialogOrPage({ user, request }, AdminJobHistory, await detailsOf(user, params.id))
  })
  .post('/admin/jobs/:id/unassign', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'unassignJob'), request)
    return handleForm(form, {
      failed: 'Failed to Unassign Contractor',
      back: `/admin/jobs/${id}`,
      confirm: async () => unassignment(await jobVisibleTo(user, id)),
      work: async () => {
        const { unreached } = await unassignJob(user, id, seenIn(form.typed))
        const toast = { title: 'Contractor Unassigned', text: ['The job is pending again.', ...unreached].join(' ') }
        return answerJobChanged(user, request, id, toast)
      },
    })
  })
  .post('/admin/jobs/:id/delete', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'openAdminScreens'), request)
    const onDashboard = form.typed.from === 'dashboard'
    return handleForm(form, {
      failed: 'Failed to Delete Job',
      back: onDashboard ? '/' : '/admin/jobs',
      confirm: async () => ({
        ...deletionOf(await jobVisibleTo(user, id)),
        ...(onDashboard && { hidden: { from: 'dashboard' } }),
      }),
      work: async () => {
        const job = await jobVisibleTo(user, id)
        return answerJobDeleted(user, request, job, onDashboard, await deleteJob(user, id))
      },
    })
  })
