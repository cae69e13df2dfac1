import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { HandOverInput } from '#src/accounts/input.ts'
import { accountOf } from '#src/accounts/lists.ts'
import { agentsBeside } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { checked } from '#src/http/input.ts'
import { type FormProblem, handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, isPartial, partials, seeOther } from '#src/http/respond/respond.tsx'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { HandOver as HandOverForm } from '#views/accounts/admin/hand-over.tsx'
import { AccountRow, accountRowId } from '#views/accounts/rows.tsx'

const BACK = '/admin/accounts'

type Shown = { id: string; deleting: boolean; chosen?: string; errors?: Readonly<Record<string, string>> }

export async function showHandOver(user: Actor, request: Request, { id, ...shown }: Shown): Promise<Response> {
  const [agent, others] = await Promise.all([accountOf('estate_agent', id), agentsBeside(id)])
  return dialogOrPage({ user, request }, HandOverForm, { agent, others, ...shown })
}

export const chooseAgain =
  ({ user, request, typed }: SentForm, shown: Pick<Shown, 'id' | 'deleting'>) =>
  ({ errors }: FormProblem): Promise<Response> => {
    const chosen = shown.deleting ? typed.handOverTo : typed.to
    return showHandOver(user, request, { ...shown, chosen: typeof chosen === 'string' ? chosen : '', errors })
  }

export const handOverPages = new Elysia({ name: 'hand-over-pages' })
  .use(signedIn)
  .get('/admin/estate-agents/:id/hand-over', ({ user, request, params: { id } }) =>
    showHandOver(authorize(user, 'handOver'), request, { id, deleting: false }),
  )
  .get('/admin/estate-agents/:id/delete', ({ user, request, params: { id } }) =>
    showHandOver(authorize(user, 'manageAccounts'), request, { id, deleting: true }),
  )
  .post('/admin/estate-agents/:id/hand-over', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'handOver'), request)
    return handleForm(form, {
      failed: 'Failed to Hand Over',
      back: BACK,
      invalid: chooseAgain(form, { id, deleting: false }),
      work: async () => {
        const { to } = checked(HandOverInput, form.typed)
        const done = await handOver(user, id, to)
        const text = [`${countedJobs(done.count)} from ${done.from} to ${done.to}.`, ...done.unreached].join(' ')
        const toast = { title: 'Jobs Handed Over', text }
        if (!isPartial(request)) return seeOther(request, `/admin/estate-agents/${id}`, toast)
        const rows = await Promise.all([id, to].map((one) => accountOf('estate_agent', one)))
        const regions = Object.fromEntries(
          rows.map((row) => [
            `#${accountRowId(row.id)}`,
            <AccountRow key={row.id} account={row} kind="estate_agent" />,
          ]),
        )
        return partials(request, regions, toast, { closeDialog: true })
      },
    })
  })
