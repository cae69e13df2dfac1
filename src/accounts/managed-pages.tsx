import { Elysia } from 'elysia'
import { onceByForm, SENT_ALREADY } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { Invalid, Refused } from '#src/web/errors.ts'
import { checked, readForm, textsOf } from '#src/web/input.ts'
import { orSay, titled } from '#src/web/refusal.ts'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { AccountRow, accountDeletion, accountRowId, passwordReset } from '#views/accounts/account-rows.tsx'
import { CONTRACTOR_FIGURES, ContractorFigures } from '#views/accounts/contractors.tsx'
import { EditAccount, EditAccountPage } from '#views/accounts/edit-account.tsx'
import { PasswordResetPage } from '#views/accounts/password-reset.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import type { Account, Actor, ManagedRole } from './account.ts'
import { deleteAccount, resetPassword } from './actions.ts'
import { editAccount } from './edit.ts'
import { orChooseAgain, showHandOver } from './hand-over-pages.tsx'
import { AccountChange, AgentDeletion, CHOOSE_AGENT } from './input.ts'
import { accountOf, contractorFigures } from './lists.ts'

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

/** The form in the dialog or as a page; with errors it is the answer to what was sent. */
function showEdit(user: Actor, request: Request, edit: Edit): Response {
  const status = edit.errors ? 422 : 200
  if (isPartial(request)) return fragment(request, <EditAccount {...edit} />, { status })
  return page(request, <EditAccountPage frame={frameOf(request, user)} {...edit} />, status)
}

/** What an administrator does to the accounts of a role: edit, delete, and reset the password. */
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
      const typed = await readForm(request)
      const account = await accountOf(role, id)
      try {
        await editAccount(user, id, checked(AccountChange, typed))
      } catch (error) {
        if (!(error instanceof Invalid)) throw titled('Failed to Update Account', error)
        return showEdit(user, request, { account, kind: role, values: textsOf(typed), errors: error.errors })
      }
      const toast = { title: 'Account Updated', text: `${noun} has been successfully updated.` }
      if (!isPartial(request)) return seeOther(request, list, toast)
      const row = <AccountRow account={await accountOf(role, id)} kind={role} />
      const figures = role === 'contractor' && (await contractorFigures())
      const regions = {
        [`#${accountRowId(id)}`]: row,
        ...(figures && { [`#${CONTRACTOR_FIGURES}`]: <ContractorFigures {...figures} /> }),
      }
      return partials(request, regions, toast, { closeDialog: true })
    })
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
      const typed = await readForm(request)
      if (typed.confirmed !== 'yes') {
        const question = passwordReset(await accountOf(role, id), role)
        return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={list} />)
      }
      return orSay(request, { title: 'Failed to Reset Password', back: list }, async () => {
        const { result: newPassword, changed } = await onceByForm({ user, request, typed }, () =>
          resetPassword(user, id, role),
        )
        if (changed) throw new Refused(SENT_ALREADY)
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
