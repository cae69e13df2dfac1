import { Elysia } from 'elysia'
import { Invalid } from '#src/web/errors.ts'
import { orSay } from '#src/web/failure.ts'
import { checked, readForm } from '#src/web/input.ts'
import { frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { may, signedIn } from '#src/web/session.ts'
import { AccountRow, accountDeletion, accountRowId, passwordReset } from '#views/accounts/account-rows.tsx'
import { CONTRACTOR_FIGURES, ContractorFigures } from '#views/accounts/contractors.tsx'
import { PasswordResetPage } from '#views/accounts/password-reset.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import type { ManagedRole } from './account.ts'
import { deleteAccount, resetPassword } from './actions.ts'
import { accountOf, contractorFigures } from './admin-queries.ts'
import { orChooseAgain, showHandOver } from './hand-over-pages.tsx'
import { AgentDeletion, CHOOSE_AGENT } from './input.ts'

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

/** What an administrator does to the accounts of a role: delete, and reset the password. */
export const managedAccountPages = new Elysia({ name: 'managed-account-pages' }).use(signedIn)
for (const { role, path, list, noun, title } of MANAGED) {
  managedAccountPages
    .post(`${path}/:id/delete`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      const typed = await readForm(request)
      if (typed.confirmed !== 'yes') {
        const account = await accountOf(role, id)
        if (role === 'estate_agent' && account.unfinishedJobs > 0)
          return showHandOver(user, request, { id, deleting: true })
        const question = accountDeletion(account, role)
        return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={list} />)
      }
      const work = async () => {
        if (typed.handOverTo === '') throw new Invalid({ handOverTo: CHOOSE_AGENT })
        await deleteAccount(user, id, role, checked(AgentDeletion, typed).handOverTo)
        const text = `${noun} has been successfully removed from the system`
        const toast = { title: `${title} Deleted`, text }
        if (!isPartial(request)) return seeOther(request, list, toast)
        const figures = role === 'contractor' && (await contractorFigures())
        const regions = {
          [`#${accountRowId(id)}`]: null,
          ...(figures && { [`#${CONTRACTOR_FIGURES}`]: <ContractorFigures {...figures} /> }),
        }
        return partials(request, regions, toast, { closeDialog: true })
      }
      return orChooseAgain({ user, request, typed }, { id, deleting: true }, () =>
        orSay(request, { title: `Failed to Delete ${title}`, back: list }, work),
      )
    })
    .post(`${path}/:id/reset-password`, async ({ user, request, params: { id } }) => {
      may(user, 'manageAccounts')
      if ((await readForm(request)).confirmed !== 'yes') {
        const question = passwordReset(await accountOf(role, id), role)
        return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={list} />)
      }
      return orSay(request, { title: 'Failed to Reset Password', back: list }, async () => {
        const newPassword = await resetPassword(user, id, role)
        const account = await accountOf(role, id)
        const toast = { title: 'Password Reset', text: 'New password generated successfully' }
        if (isPartial(request)) {
          const row = <AccountRow account={account} kind={role} newPassword={newPassword} />
          return partials(request, { [`#${accountRowId(id)}`]: row }, toast)
        }
        const frame = { ...frameOf(request, user), toast }
        return page(request, <PasswordResetPage {...{ frame, account, newPassword, back: list }} />)
      })
    })
}
