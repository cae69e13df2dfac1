import { Elysia } from 'elysia'
import type { ReactNode } from 'react'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { AgentDeletion, CHOOSE_AGENT } from '#src/accounts/input.ts'
import { accountOf, contractorFigures } from '#src/accounts/lists.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import type { ManagedRole, Role } from '#src/domain/account/account.ts'
import { Invalid } from '#src/http/errors.ts'
import { checked } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { onceByForm } from '#src/writes/idempotency.ts'
import { CONTRACTOR_FIGURES, ContractorFigures } from '#views/accounts/contractors.tsx'
import { PasswordResetPage } from '#views/accounts/password/reset.tsx'
import { AccountRow, accountDeletion, accountRowId, passwordReset } from '#views/accounts/rows.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { chooseAgain, showHandOver } from './hand-over-pages.tsx'

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

export async function accountChanged(
  request: Request,
  role: Role,
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
    .post(`${path}/:id/delete`, async ({ user, request, params: { id } }) => {
      const form = await sentForm(authorize(user, 'manageAccounts'), request)
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
          const unreached = await deleteAccount(user, id, role, checked(AgentDeletion, form.typed).handOverTo)
          const text = [`${noun} has been successfully removed from the system`, ...unreached].join('. ')
          const toast = { title: `${title} Deleted`, text }
          if (!isPartial(request)) return seeOther(request, list, toast)
          return accountChanged(request, role, id, null, toast)
        },
      })
    })
    .post(`${path}/:id/reset-password`, async ({ user, request, params: { id } }) => {
      const form = await sentForm(authorize(user, 'manageAccounts'), request)
      return handleForm(form, {
        failed: 'Failed to Reset Password',
        back: list,
        confirm: async () => passwordReset(await accountOf(role, id), role),
        work: async () => {
          const newPassword = await onceByForm(form, () => resetPassword(user, id, role))
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
