import { Elysia } from 'elysia'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { editPages } from '#src/accounts/admin/edit-pages.tsx'
import { handOverPages } from '#src/accounts/admin/hand-over-pages.tsx'
import { inviteAccount } from '#src/accounts/admin/invite.ts'
import { managedAccountPages } from '#src/accounts/admin/managed-pages.tsx'
import { passkeyStates } from '#src/accounts/passkeys/allowance.ts'
import { allowancePages } from '#src/accounts/passkeys/allowance-pages.tsx'
import { agentPages } from '#src/accounts/people/agent-pages.tsx'
import { contractorPages } from '#src/accounts/people/contractor-pages.tsx'
import {
  type Account,
  type Actor,
  CREATION_FAILED,
  displayName,
  emptyFields,
  generatePassword,
  type ManagedRole,
  MISSING_INFORMATION,
  NEW_ACCOUNTS,
  type NewCredentials,
  ROLE_LABELS,
  type Role,
} from '#src/domain/account/account.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type FieldErrors, type Typed, textsOf } from '#src/http/input.ts'
import { readCorrected } from '#src/http/list/listing.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { alreadyInvalid, onceByForm } from '#src/writes/idempotency.ts'
import { AccountsPage, EstateAgentList, WAITING_ACCOUNTS, WaitingAccounts } from '#views/accounts/admin/management.tsx'
import { AccountRows, ContractorList, ContractorsPage } from '#views/accounts/contractors.tsx'
import { accountListPath, roleChange } from '#views/accounts/rows.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { createContractor, createEstateAgent, setRole } from './actions.ts'
import { coverageRule, InvitationInput, invitationRule, NewContractor, NewEstateAgent, RoleChange } from './input.ts'
import { accountsOf, contractorFigures } from './lists.ts'
import { account, accounts } from './queries.ts'

const PATH = '/admin/accounts'

async function listOf(role: Role, path: string, query: Query) {
  const search = role === 'admin' ? '' : queryText(query.search)
  const tab = role === 'admin' ? role : null
  const { items, next, instead } = await readCorrected(accountsOf(role, search), cursorOf(query))
  const nextHref = next && withQuery(path, { tab, search: instead ?? search, cursor: next })
  return { accounts: items, search, instead, nextHref }
}

const agentsOf = (query: Query) => listOf('estate_agent', PATH, query)
async function adminsOf(user: Actor, query: Query) {
  const list = await listOf('admin', PATH, query)
  if (!needsPasskey(user)) return list
  const states = await passkeyStates()
  const withPasskey = (account: Account) => {
    const state = states.get(account.id)
    return state ? { ...account, passkey: { ...state, mayAllow: account.id !== user.id } } : account
  }
  return { ...list, accounts: list.accounts.map(withPasskey) }
}

type Shown = {
  kind: Role
  values?: Record<string, string>
  errors?: FieldErrors
  generated?: string
  created?: NewCredentials
  toast?: ToastMessage
}

async function accountsPage(user: Actor, request: Request, { created, toast, ...form }: Shown, query: Query = {}) {
  const [list, waiting] = await Promise.all([
    form.kind === 'admin' ? adminsOf(user, query) : agentsOf(query),
    accounts(null),
  ])
  const frame = { ...frameOf(request, user), ...(toast && { toast }) }
  const status = form.errors ? 422 : created ? 201 : 200
  return page(request, <AccountsPage {...{ frame, form, created, list, waiting }} />, status)
}

async function create(user: Actor, kind: ManagedRole, typed: Typed): Promise<NewCredentials> {
  const { password } = checked(kind === 'contractor' ? NewContractor : NewEstateAgent, typed)
  const created =
    kind === 'contractor'
      ? await createContractor(user, checked(NewContractor, typed, coverageRule))
      : await createEstateAgent(user, checked(NewEstateAgent, typed))
  const { firstName, lastName } = created
  return { role: kind, firstName, lastName, identifier: created[NEW_ACCOUNTS[kind].signsInWith] ?? '', password }
}

async function inviteByForm(form: SentForm, kind: Role): Promise<Response> {
  const { user, request, typed } = form
  const { password: _, ...values } = textsOf(typed)
  return handleForm(form, {
    failed: 'Not Invited',
    back: accountListPath(kind),
    invalid: ({ errors, toast }) => accountsPage(user, request, { kind, values, errors, toast }),
    work: async () => {
      const result = await onceByForm(
        form,
        async () => {
          const { email } = await inviteAccount(
            user,
            checked(InvitationInput, { ...values, role: kind }, invitationRule),
          )
          return { email: email ?? '' }
        },
        alreadyInvalid,
      )
      const text = `A link to set a password goes to ${result.email}.`
      return seeOther(request, accountListPath(kind), { title: 'Invitation Sent', text })
    },
  })
}

async function createByForm(user: Actor, request: Request, kind: ManagedRole): Promise<Response> {
  const form = await sentForm(authorize(user, 'manageAccounts'), request)
  const { typed } = form
  if (typed.invite) return inviteByForm(form, kind)
  const { password: _, ...values } = textsOf(typed)
  if (typed.generate) return accountsPage(user, request, { kind, values, generated: generatePassword() })
  return handleForm(form, {
    failed: CREATION_FAILED,
    back: '/admin/accounts',
    invalid: ({ errors, toast }) => {
      const missing = emptyFields(kind, typed).length > 0
      const words = missing && { title: MISSING_INFORMATION, text: NEW_ACCOUNTS[kind].missing }
      return accountsPage(user, request, { kind, values, errors, toast: { ...toast, ...words } })
    },
    work: async () => {
      const created = await onceByForm(form, () => create(user, kind, typed), alreadyInvalid)
      return accountsPage(user, request, { kind, created, toast: NEW_ACCOUNTS[kind].created })
    },
  })
}

export const accountsPages = new Elysia({ name: 'accounts-pages' })
  .use(managedAccountPages)
  .use(editPages)
  .use(allowancePages)
  .use(handOverPages)
  .use(contractorPages)
  .use(agentPages)
  .use(signedIn)
  .get('/admin/contractors', async ({ user, request, query }) => {
    authorize(user, 'manageAccounts')
    const list = await listOf('contractor', '/admin/contractors', query)
    if (isPartial(request) && query.cursor) return fragment(request, <AccountRows {...list} kind="contractor" />)
    if (isPartial(request)) return fragment(request, <ContractorList {...list} />)
    const figures = await contractorFigures()
    return page(request, <ContractorsPage frame={frameOf(request, user)} figures={figures} {...list} />)
  })
  .get('/admin/accounts', async ({ user, request, query }) => {
    authorize(user, 'manageAccounts')
    if (!isPartial(request)) {
      const kind = query.tab === 'contractor' || query.tab === 'admin' ? query.tab : 'estate_agent'
      return accountsPage(user, request, { kind }, query)
    }
    if (query.tab === 'admin') return fragment(request, <AccountRows {...(await adminsOf(user, query))} kind="admin" />)
    const list = await agentsOf(query)
    return fragment(
      request,
      query.cursor ? <AccountRows {...list} kind="estate_agent" /> : <EstateAgentList {...list} />,
    )
  })
  .post('/admin/accounts/estate-agent', ({ user, request }) => createByForm(user, request, 'estate_agent'))
  .post('/admin/accounts/contractor', ({ user, request }) => createByForm(user, request, 'contractor'))
  .post('/admin/accounts/administrator', async ({ user, request }) =>
    inviteByForm(await sentForm(authorize(user, 'manageAccounts'), request), 'admin'),
  )
  .post('/admin/users/:id/role', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'giveRole'), request)
    const { role } = checked(RoleChange, form.typed)
    const before = await account(db, params.id)
    const isOther = before.role !== null && before.role !== role && before.id !== user.id
    return handleForm(form, {
      back: before.role ? accountListPath(before.role) : PATH,
      confirm: isOther && !isPartial(request) ? async () => roleChange(before, role) : undefined,
      work: async () => {
        if (isOther && form.typed.confirmed !== 'yes')
          throw new Refused(
            `${displayName(before)} is ${ROLE_LABELS[before.role!]} by now. Please load the page again.`,
          )
        const changed = await setRole(user, params.id, role)
        const toast = { title: 'Role Given', text: `${displayName(changed)} is now ${ROLE_LABELS[role]}.` }
        if (!isPartial(request)) return seeOther(request, before.role ? accountListPath(role) : PATH, toast)
        const [waiting, agents] = await Promise.all([accounts(null), agentsOf({})])
        const regions = {
          [`#${WAITING_ACCOUNTS}`]: <WaitingAccounts accounts={waiting} />,
          ...(role === 'estate_agent' && { '#estate-agents': <EstateAgentList {...agents} /> }),
        }
        return partials(request, regions, toast)
      },
    })
  })
