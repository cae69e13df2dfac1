import { Elysia } from 'elysia'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { accountOf } from '#src/accounts/lists.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { allTexts, checked } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, isPartial, page, seeOther } from '#src/http/respond/respond.tsx'
import { answerSearch } from '#src/jobs/assignment/answer-search.tsx'
import { jobsInHandOf } from '#src/jobs/assignment/in-hand.ts'
import { reassignJobs } from '#src/jobs/assignment/reassign.ts'
import { contractorsFor } from '#src/jobs/assignment/suggestions.ts'
import { Reassignment } from '#src/jobs/input.ts'
import { countLate } from '#src/jobs/of-account.ts'
import { pendingBy } from '#src/quotes/pending.ts'
import { countVisitsThisMonth, lastVisitsOf } from '#src/visits/queries.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { ReassignChoice, ReassignedPage, ReassignPage, type ReassignProps } from '#views/accounts/admin/reassign.tsx'
import { ContractorPage } from '#views/accounts/contractor.tsx'

const SHOWN_VISITS = 10

const reassignmentIn = ({ contractorId, jobIds }: Record<string, unknown>) => ({
  contractorId: contractorId === 'nobody' ? null : contractorId,
  ...(jobIds !== undefined && { jobIds: allTexts(jobIds).filter(Boolean) }),
})

const NONE = {
  ticked: { title: 'No Jobs Selected', text: 'Please select at least one job.' },
  inHand: { title: 'No Jobs in Hand', text: 'These jobs are no longer with this contractor.' },
}

type Shown = Pick<ReassignProps, 'contractorId' | 'errors' | 'search'> & {
  id: string
  jobIds: unknown
  ticked?: boolean
}

async function showReassign(user: Actor, request: Request, { id, jobIds, ticked, ...shown }: Shown): Promise<Response> {
  const account = await accountOf('contractor', id)
  const inHand = await jobsInHandOf(account.id, MAX_AT_ONCE)
  const ids = allTexts(jobIds).filter(Boolean)
  const jobs = ids.length ? inHand.filter((job) => ids.includes(job.id)) : inHand
  const none = ticked && ids.length === 0 ? NONE.ticked : jobs.length === 0 ? NONE.inHand : null
  if (none) return seeOther(request, `/admin/contractors/${account.id}`, { ...none, kind: 'destructive' })
  const { contractors, instead } = await contractorsFor(jobs, shown.search)
  const others = contractors.filter((one) => one.id !== account.id)
  const props = { account, jobs, others, instead, chosen: ids.length > 0, ...shown }
  if (isPartial(request) && shown.search !== undefined)
    return answerSearch(request, <ReassignChoice {...props} />, { ...props, contractors: others })
  return page(request, <ReassignPage frame={frameOf(request, user)} {...props} />, shown.errors ? 422 : 200)
}

export const contractorPages = new Elysia({ name: 'contractor-pages' })
  .use(signedIn)
  .get('/admin/contractors/:id', async ({ user, request, params: { id } }) => {
    authorize(user, 'manageAccounts')
    const account = await accountOf('contractor', id)
    const [lateJobs, inHand, quotes, visits, visitsThisMonth] = await Promise.all([
      countLate(db, account.id),
      jobsInHandOf(account.id, MAX_AT_ONCE),
      pendingBy(account.id),
      lastVisitsOf(account.id, SHOWN_VISITS),
      countVisitsThisMonth(account.id),
    ])
    const props = { frame: frameOf(request, user), account, lateJobs, inHand, quotes, visits, visitsThisMonth }
    return page(request, <ContractorPage {...props} />)
  })
  .get('/admin/contractors/:id/reassign', ({ user, request, params: { id } }) => {
    authorize(user, 'changeManyJobs')
    const { searchParams } = new URL(request.url)
    return showReassign(user, request, {
      id,
      jobIds: searchParams.getAll('jobIds'),
      ticked: searchParams.has('ticked'),
      search: searchParams.has('search') ? queryText(searchParams.get('search')) : undefined,
    })
  })
  .post('/admin/contractors/:id/reassign', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'changeManyJobs'), request)
    const { jobIds, contractorId } = form.typed
    const again = { id, jobIds, contractorId: typeof contractorId === 'string' ? contractorId : '' }
    return handleForm(form, {
      failed: 'Failed to Reassign',
      back: `/admin/contractors/${id}`,
      invalid: ({ errors }) => showReassign(user, request, { ...again, errors }),
      work: async () => {
        const input = checked(Reassignment, reassignmentIn(form.typed))
        const reassigned = await reassignJobs(user, id, input, await onceForEachByForm(form))
        const { action, outcomes, to } = reassigned
        const done = outcomes.filter(({ ok }) => ok).length
        const words = `${countedJobs(done)} ${to ? `reassigned to ${to}` : 'back to pending'}.`
        const last = { entry: action, words, takeBack: to !== null && done > 0 }
        const props = { frame: { ...frameOf(request, user), last }, account: await accountOf('contractor', id) }
        return page(request, <ReassignedPage {...props} outcomes={outcomes} to={to} />)
      },
    })
  })
