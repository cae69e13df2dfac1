import { Elysia } from 'elysia'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { handOver } from '#src/jobs/hand-over.ts'
import { countedJobs } from '#src/jobs/job.ts'
import { Invalid } from '#src/web/errors.ts'
import { checked, readForm, type Typed } from '#src/web/input.ts'
import { orSay } from '#src/web/refusal.ts'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { AccountRow, accountRowId } from '#views/accounts/account-rows.tsx'
import { HandOver as HandOverForm, HandOverPage } from '#views/accounts/hand-over.tsx'
import type { Actor } from './account.ts'
import { HandOver } from './input.ts'
import { accountOf } from './lists.ts'
import { agentsBeside } from './queries.ts'

const BACK = '/admin/accounts'

type Shown = { id: string; deleting: boolean; chosen?: string; errors?: Readonly<Record<string, string>> }

/** The form in the dialog or as a page; with errors it is the answer to what was sent. */
export async function showHandOver(user: Actor, request: Request, { id, ...shown }: Shown): Promise<Response> {
  const [agent, others] = await Promise.all([accountOf('estate_agent', id), agentsBeside(id)])
  const props = { agent, others, ...shown }
  const status = shown.errors ? 422 : 200
  return isPartial(request)
    ? fragment(request, <HandOverForm {...props} />, { status })
    : page(request, <HandOverPage frame={frameOf(request, user)} {...props} />, status)
}

/** As `work`, whose refusal of the chosen agent is the form again. */
export async function orChooseAgain(
  { user, request, typed }: { user: Actor; request: Request; typed: Typed },
  shown: Pick<Shown, 'id' | 'deleting'>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const given = shown.deleting ? typed.handOverTo : typed.to
    return showHandOver(user, request, {
      ...shown,
      chosen: typeof given === 'string' ? given : '',
      errors: error.errors,
    })
  }
}

/** Hands over all that an estate agent has unfinished to another. */
export const handOverPages = new Elysia({ name: 'hand-over-pages' })
  .use(signedIn)
  .get('/admin/estate-agents/:id/hand-over', ({ user, request, params: { id } }) => {
    may(user, 'handOver')
    return showHandOver(user, request, { id, deleting: false })
  })
  .get('/admin/estate-agents/:id/delete', ({ user, request, params: { id } }) => {
    may(user, 'manageAccounts')
    return showHandOver(user, request, { id, deleting: true })
  })
  .post('/admin/estate-agents/:id/hand-over', async ({ user, request, params: { id } }) => {
    may(user, 'handOver')
    const typed = await readForm(request)
    return orChooseAgain({ user, request, typed }, { id, deleting: false }, () =>
      orSay(request, { title: 'Failed to Hand Over', back: BACK }, async () => {
        const { to } = checked(HandOver, typed)
        const done = await handOver(user, id, to)
        const toast = { title: 'Jobs Handed Over', text: `${countedJobs(done.count)} from ${done.from} to ${done.to}.` }
        if (!isPartial(request)) return seeOther(request, BACK, toast)
        const rows = await Promise.all([id, to].map((one) => accountOf('estate_agent', one)))
        const regions = Object.fromEntries(
          rows.map((row) => [
            `#${accountRowId(row.id)}`,
            <AccountRow key={row.id} account={row} kind="estate_agent" />,
          ]),
        )
        return partials(request, regions, toast, { closeDialog: true })
      }),
    )
  })
