import { Elysia } from 'elysia'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { eventsOf } from '#src/accounts/history/event-queries.ts'
import { AccountChange, accountChangeRule } from '#src/accounts/input.ts'
import { accountOf } from '#src/accounts/lists.ts'
import { account as accountRow } from '#src/accounts/queries.ts'
import { type Account, type Actor, ROLES, type Role } from '#src/domain/account/account.ts'
import { areasIn } from '#src/domain/account/areas.ts'
import { isAway } from '#src/domain/account/away.ts'
import { allTexts, checked, type Typed, textsOf } from '#src/http/input.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, isPartial, seeOther } from '#src/http/respond/respond.tsx'
import { isTouched, marksOf, touchedTexts } from '#src/http/touched.ts'
import { onceByForm } from '#src/writes/idempotency.ts'
import { EditAccount, type EditAccountProps } from '#views/accounts/admin/edit.tsx'
import { AccountHistory } from '#views/accounts/history.tsx'
import { ACCOUNT_PATHS, AccountRow, accountListPath, invitingAgain } from '#views/accounts/rows.tsx'
import { editAccount } from './edit.ts'
import { inviteAgain } from './invite.ts'
import { accountChanged } from './managed-pages.tsx'

const NOUNS: Record<Role, string> = { contractor: 'Contractor', estate_agent: 'Estate agent', admin: 'Administrator' }

const joined = (trades: readonly string[]): string => trades.toSorted().join()

function initial(account: Account): Record<string, string> {
  const texts = textsOfAccount(account)
  return { ...texts, ...marksOf({ ...texts, contractorTypes: joined(account.contractorTypes) }) }
}

const textsOfAccount = (account: Account): Record<string, string> => ({
  ...{ firstName: account.firstName ?? '', lastName: account.lastName ?? '', email: account.email ?? '' },
  ...{ phone: account.phone ?? '', company: account.company ?? '', vatNumber: account.vatNumber ?? '' },
  areas: account.areas.join(', '),
  awayUntil: (isAway(account) && account.awayUntil) || '',
})

function changeIn(kind: Role, typed: Typed): Typed {
  const { areas, contractorTypes: _, ...texts } = touchedTexts(typed)
  if (kind !== 'contractor' || typeof typed.areas !== 'string') return texts
  const contractorTypes = allTexts(typed.contractorTypes)
  return {
    ...texts,
    ...(isTouched(typed, 'contractorTypes', joined(contractorTypes)) && { contractorTypes }),
    ...(areas !== undefined && { areas: areasIn(areas) }),
  }
}

const showEdit = (user: Actor, request: Request, edit: EditAccountProps): Promise<Response> =>
  dialogOrPage({ user, request }, EditAccount, edit)

export const editPages = new Elysia({ name: 'account-edit-pages' })
  .use(signedIn)
  .get('/admin/users/:id/history', async ({ user, request, params: { id } }) => {
    authorize(user, 'manageAccounts')
    return dialogOrPage({ user, request }, AccountHistory, await eventsOf(id))
  })
  .post('/admin/users/:id/invite', async ({ user, request, params: { id } }) => {
    const form = await sentForm(authorize(user, 'manageAccounts'), request)
    return handleForm(form, {
      failed: 'Not Invited',
      back: '/admin/accounts',
      confirm: async () => invitingAgain(await accountRow(db, id)),
      work: async () => {
        const result = await onceByForm(form, async () => {
          const { role, email } = await inviteAgain(user, id)
          return { role: role ?? 'estate_agent', email: email ?? '' }
        })
        const toast = { title: 'Invitation Sent', text: `A link to set a password goes to ${result.email}.` }
        if (!isPartial(request)) return seeOther(request, accountListPath(result.role), toast)
        const account = await accountOf(result.role, id)
        return accountChanged(request, result.role, id, <AccountRow account={account} kind={result.role} />, toast)
      },
    })
  })

for (const kind of ROLES) {
  const path = ACCOUNT_PATHS[kind]
  const list = accountListPath(kind)
  editPages
    .get(`${path}/:id/edit`, async ({ user, request, params: { id } }) => {
      authorize(user, 'manageAccounts')
      const account = await accountOf(kind, id)
      return showEdit(user, request, {
        account,
        kind,
        values: initial(account),
        contractorTypes: account.contractorTypes,
      })
    })
    .post(`${path}/:id/edit`, async ({ user, request, params: { id } }) => {
      const form = await sentForm(authorize(user, 'manageAccounts'), request)
      const account = await accountOf(kind, id)
      const values = textsOf(form.typed)
      return handleForm(form, {
        failed: 'Failed to Update Account',
        back: list,
        invalid: ({ errors }) =>
          showEdit(user, request, {
            account,
            kind,
            values,
            contractorTypes: allTexts(form.typed.contractorTypes),
            errors,
          }),
        work: async () => {
          await editAccount(user, id, checked(AccountChange, changeIn(kind, form.typed), accountChangeRule))
          const toast = { title: 'Account Updated', text: `${NOUNS[kind]} has been successfully updated.` }
          if (!isPartial(request)) return seeOther(request, list, toast)
          const row = <AccountRow account={await accountOf(kind, id)} kind={kind} />
          return accountChanged(request, kind, id, row, toast)
        },
      })
    })
}
