import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { onceByForm, SENT_ALREADY } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { Invalid, Refused } from '#src/web/errors.ts'
import { handleForm, sentForm } from '#src/web/handle-form.tsx'
import { checked, textsOf } from '#src/web/input.ts'
import { fragmentOrPage, frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { CONTRACTOR_FIGURES, ContractorFigures } from '#views/accounts/contractors.tsx'
import { EditAccount, EditAccountPage } from '#views/accounts/edit.tsx'
import { PasswordResetPage } from '#views/accounts/password-reset.tsx'
import { AccountRow, accountDeletion, accountRowId, passwordReset } from '#views/accounts/rows.tsx'
import type { PageFrame } from '#views/layout.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import type { Account, Actor, ManagedRole } from './account.ts'
import { deleteAccount } from './actions.ts'
import { editAccount } from './edit.ts'
import { chooseAgain, showHandOver } from './hand-over-pages.tsx'
import { AccountChange, AgentDeletion, CHOOSE_AGENT } from './input.ts'
import { accountOf, contractorFigures } from './lists.ts'
import { resetPassword } from './password.ts'

type Managed = { role: ManagedRole; path: string; list: string; noun: string; title: string }

const MANAGED: Managed[] = [
  {
    role: 'contractor',
    path: '/admin/contractors',
    list: '/admin/contractors',
    noun: 'Contractor',
    title: 'Contractor',
  },
  {
    role: 'estate_agent',
    path: '/admin/estate-agents',
    list: '/admin/accounts',
    noun: 'Estate agent',
    title: 'Estate Agent',
  },
]

const initial = (account: Account): Record<string, string> =>
  Object.fromEntries(Object.keys(AccountChange.properties).map((name) => [name, account[name as EditedField] ?? '']))

type EditedField = keyof typeof AccountChange.properties
type Edit = Omit<Parameters<typeof EditAccount>[0], 'page'>

function showEdit(user: Actor, request: Request, edit: Edit): Promise<Response> {
  const asPage = (frame: PageFrame) => <EditAccountPage frame={frame} {...edit} />
  return fragmentOrPage({ user, request }, <EditAccount {...edit} />, asPage, edit.errors ? 422 : 200)
}

async function accountChanged(
  request: Request,
  role: ManagedRole,
  id: string,
  row: ReactNode,
  toast: ToastMessage,
): Promise<Response> {
  const figures = role === 'contractor' && (await contractorFigures())
  const regions = {
    [`#${accountRowId(id)}`]: row,
    ...(figures && { [`#${CONTRACTOR_FIGURES}`]: <ContractorFigures {...figures} /> }),
  }
  return partials(request, regions, toast, { closeDialog: true })
}

export const managedAccountPages = new Elysia({ name: 'managed-account-pages' }).use(signedIn)
for (const { role, path, list, noun, title } of MANAGED) {
  managedAccountPages
    .get(`${path}/:id/edit`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      const account = await accountOf(role, id)
      return showEdit(user, request, { account, kind: role, values: initial(account) })
    })
    .post(`${path}/:id/edit`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      const form = await sentForm(user, request)
      const account = await accountOf(role, id)
      return handleForm(form, {
        failed: 'Failed to Update Account',
        back: list,
        invalid: ({ errors }) => showEdit(user, request, { account, kind: role, values: textsOf(form.typed), errors }),
        work: async () => {
          await editAccount(user, id, checked(AccountChange, form.typed))
          const toast = { title: 'Account Updated', text: `${noun} has been successfully updated.` }
          if (!isPartial(request)) return seeOther(request, list, toast)
          const row = <AccountRow account={await accountOf(role, id)} kind={role} />
          return accountChanged(request, role, id, row, toast)
        },
      })
    })
    .post(`${path}/:id/delete`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      const form = await sentForm(user, request)
      const account = form.typed.confirmed === 'yes' ? null : await accountOf(role, id)
      if (account && role === 'estate_agent' && account.unfinishedJobs > 0)
        return showHandOver(user, request, { id, deleting: true })
      return handleForm(form, {
        failed: `Failed to Delete ${title}`,
        back: list,
        confirm: account ? async () => accountDeletion(account, role) : undefined,
        invalid: chooseAgain(form, { id, deleting: true }),
        work: async () => {
          if (form.typed.handOverTo === '') throw new Invalid({ handOverTo: CHOOSE_AGENT })
          const untold = await deleteAccount(user, id, role, checked(AgentDeletion, form.typed).handOverTo)
          const text = [`${noun} has been successfully removed from the system`, ...untold].join('. ')
          const toast = { title: `${title} Deleted`, text }
          if (!isPartial(request)) return seeOther(request, list, toast)
          return accountChanged(request, role, id, null, toast)
        },
      })
    })
    .post(`${path}/:id/reset-password`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      const form = await sentForm(user, request)
      return handleForm(form, {
        failed: 'Failed to Reset Password',
        back: list,
        confirm: async () => passwordReset(await accountOf(role, id), role),
        work: async () => {
          const { result: newPassword, changed } = await onceByForm(form, () => resetPassword(user, id, role))
          if (changed) throw new Refused(SENT_ALREADY)
          const account = await accountOf(role, id)
          const toast = { title: 'Password Reset', text: 'New password generated successfully' }
          if (isPartial(request)) {
            const row = <AccountRow account={account} kind={role} newPassword={newPassword} />
            return partials(request, { [`#${accountRowId(id)}`]: row }, toast)
          }
          const frame = { ...frameOf(request, user), toast }
          return page(request, <PasswordResetPage {...{ frame, account, newPassword, back: list }} />)
        },
      })
    })
}
