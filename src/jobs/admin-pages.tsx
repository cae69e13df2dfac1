import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { may, signedIn } from '#src/guard/session.ts'
import { readCursor } from '#src/web/cursor.ts'
import { handleForm } from '#src/web/handle-form.tsx'
import { readForm } from '#src/web/input.ts'
import { type Query, queryText, withQuery } from '#src/web/query.ts'
import { fragment, fragmentOrPage, frameOf, isPartial, page } from '#src/web/respond.tsx'
import { deletionOf, unassignment } from '#views/jobs/admin-actions.tsx'
import { AdminJobDetails, AdminJobHistory, AdminJobHistoryPage, AdminJobPage } from '#views/jobs/admin-details.tsx'
import { AdminJobList, AdminJobRows, AdminJobsPage } from '#views/jobs/admin-list.tsx'
import { unassignJob } from './actions.ts'
import { jobChanged, jobDeleted } from './admin-answers.tsx'
import { jobFormPages } from './admin-form-pages.tsx'
import { adminFilterOf, adminJobs, adminWhere, jobCounters, matchingJobs } from './admin-queries.ts'
import { deleteJob } from './deletion.ts'
import { jobsCsv } from './export.ts'
import { jobVisibleTo } from './queries.ts'
import { jobTimeline } from './timeline.ts'

async function listOf(user: Actor, query: Query) {
  const filter = adminFilterOf(query)
  const [{ items, next }, counters] = await Promise.all([
    adminJobs(user, filter, readCursor(queryText(query.cursor))),
    jobCounters(),
  ])
  return {
    jobs: items,
    filter,
    counters,
    // The whole list is on this page: no query is needed to count it.
    matching: next || query.cursor ? await matchingJobs(filter, counters) : items.length,
    nextHref: next && withQuery('/admin/jobs', { ...filter, cursor: next }),
    exportHref: withQuery('/admin/jobs/export.csv', filter),
  }
}

async function detailsOf(user: Actor, id: string) {
  const [job, events] = await Promise.all([jobVisibleTo(user, id), jobTimeline(user, id)])
  return { job, events }
}

export const adminJobsPages = new Elysia({ name: 'admin-jobs-pages' })
  .use(jobFormPages)
  .use(signedIn)
  .get('/admin/jobs', async ({ user, request, query }) => {
    may(user, 'openAdminScreens')
    const list = await listOf(user, query)
    if (isPartial(request))
      return fragment(request, query.cursor ? <AdminJobRows {...list} /> : <AdminJobList {...list} />)
    return page(request, <AdminJobsPage frame={frameOf(request, user)} {...list} />)
  })
  .get('/admin/jobs/export.csv', ({ user, query }) => {
    may(user, 'openAdminScreens')
    return jobsCsv(user, adminWhere(adminFilterOf(query)))
  })
  .get('/admin/jobs/:id', async ({ user, request, params }) => {
    may(user, 'openAdminScreens')
    const details = await detailsOf(user, params.id)
    const part = <AdminJobDetails {...details} />
    return fragmentOrPage({ user, request }, part, (frame) => <AdminJobPage frame={frame} {...details} />)
  })
  .get('/admin/jobs/:id/history', async ({ user, request, params }) => {
    may(user, 'openAdminScreens')
    const details = await detailsOf(user, params.id)
    const part = <AdminJobHistory {...details} />
    return fragmentOrPage({ user, request }, part, (frame) => <AdminJobHistoryPage frame={frame} {...details} />)
  })
  .post('/admin/jobs/:id/unassign', async ({ user, request, params: { id } }) => {
    may(user, 'unassignJob')
    const form = { user, request, typed: await readForm(request) }
    return handleForm(form, {
      failed: 'Failed to Unassign Contractor',
      back: `/admin/jobs/${id}`,
      confirm: async () => unassignment(await jobVisibleTo(user, id)),
      work: async () => {
        const { untold } = await unassignJob(user, id)
        const toast = { title: 'Contractor Unassigned', text: ['The job is pending again.', ...untold].join(' ') }
        return jobChanged(user, request, id, toast)
      },
    })
  })
  .post('/admin/jobs/:id/delete', async ({ user, request, params: { id } }) => {
    may(user, 'openAdminScreens')
    const form = { user, request, typed: await readForm(request) }
    const onDashboard = form.typed.from === 'dashboard'
    return handleForm(form, {
      failed: 'Failed to Delete Job',
      back: onDashboard ? '/' : '/admin/jobs',
      confirm: async () => ({
        ...deletionOf(await jobVisibleTo(user, id)),
        ...(onDashboard && { hidden: { from: 'dashboard' } }),
      }),
      work: async () => jobDeleted(user, request, id, onDashboard, await deleteJob(user, id)),
    })
  })
