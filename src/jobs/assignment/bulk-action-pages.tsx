import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { manyJobsChanged } from '#src/jobs/admin-answers.tsx'
import { bulkAction, newestBulkActions } from '#src/writes/bulk-actions.ts'
import { BulkActionPage, BulkActionsPage } from '#views/jobs/assignment/bulk-action.tsx'
import { actionPath } from '#views/ui/last-action.tsx'
import { takeAssignmentBack } from './take-back.ts'

const SHOWN_ACTIONS = 100

export const bulkActionPages = new Elysia({ name: 'bulk-action-pages' })
  .use(signedIn)
  .get('/admin/actions', async ({ user, request }) => {
    authorize(user, 'openAdminScreens')
    const actions = await newestBulkActions(SHOWN_ACTIONS)
    return page(request, <BulkActionsPage frame={frameOf(request, user)} actions={actions} />)
  })
  .get('/admin/actions/:id', async ({ user, request, params }) => {
    authorize(user, 'openAdminScreens')
    const action = await bulkAction(params.id)
    return page(request, <BulkActionPage frame={frameOf(request, user)} action={action} readerId={user.id} />)
  })
  .post('/admin/actions/:id/take-back', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'changeManyJobs'), request)
    const back = actionPath(id)
    return handleForm(form, {
      failed: 'Not Taken Back',
      back,
      work: async () => {
        const outcomes = await takeAssignmentBack(user, id)
        const words = { title: 'Taken Back', failed: 'Not Taken Back', done: 'taken back', back }
        return manyJobsChanged(user, request, { outcomes, action: id }, words)
      },
    })
  })
