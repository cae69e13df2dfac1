import { Elysia } from 'elysia'
import { db } from '#db/client.ts'
import { addressOf } from '#src/guard/address.ts'
import { once, onceAfter, onceForEach } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { sessionCookie, sessionOf } from '#src/guard/session.ts'
import { maybeSignedIn, signedIn } from '#src/guard/signed-in.ts'
import { outcomeJson } from '#src/jobs/answer.ts'
import { handOver } from '#src/jobs/hand-over.ts'
import { Reassignment } from '#src/jobs/input.ts'
import { countedJobs } from '#src/jobs/job.ts'
import { reassignJobs } from '#src/jobs/reassign.ts'
import { checked, jsonInput, keepBody, noInput, readJson } from '#src/web/input.ts'
import { json, message } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { LIST, queryParameters } from '#src/web/parameters.ts'
import { type Query, queryText } from '#src/web/query.ts'
import { ROLE_NOUNS } from './account.ts'
import { createContractor, createEstateAgent, deleteAccount, setRole } from './actions.ts'
import { answerUser, currentUser } from './answer.ts'
import { editAccount, lockConcerned } from './edit.ts'
import { eventsOf } from './event-queries.ts'
import {
  AccountChange,
  AgentDeletion,
  coverageRule,
  HandOver,
  Invitation,
  invitationRule,
  NewContractor,
  NewEstateAgent,
  PasswordAsked,
  PasswordChange,
  PasswordSet,
  passwordChangeRule,
  RoleChange,
  SignIn,
} from './input.ts'
import { inviteAccount, inviteAgain } from './invite.ts'
import { accountJson, ownJson, userJson } from './json.ts'
import { accountsOf } from './lists.ts'
import { type CheckedPassword, checkPassword, replacePassword, resetPassword } from './password.ts'
import { account } from './queries.ts'
import { ASKED, askForPassword, ownerOfLink, setPassword } from './set-password.ts'
import { signIn } from './sign-in/attempt.ts'

const PATHS = { contractor: '/api/contractors', estate_agent: '/api/estate-agents' } as const

const accountsApiOf = (role: keyof typeof PATHS) =>
  new Elysia({ name: `accounts-api-${role}` })
    .use(signedIn)
    .get(
      PATHS[role],
      ({ user, request, query }) => {
        may(user, 'manageAccounts')
        return answerList(request, query, accountsOf(role, queryText(query.search)), accountJson)
      },
      queryParameters(...LIST),
    )
    .delete(
      `${PATHS[role]}/:id`,
      async ({ user, params, query, request }) => {
        may(user, 'manageAccounts')
        await keepBody(request)
        const handOverTo = role === 'estate_agent' ? await receiverIn(query, request) : undefined
        const access = { ending: [params.id], keeping: handOverTo ? [handOverTo] : [] }
        const remove = () => deleteAccount(user, params.id, role, handOverTo)
        return once({ user, request, access }, remove, (untold) =>
          message([`The ${ROLE_NOUNS[role]} has been successfully removed from the system.`, ...untold].join(' ')),
        )
      },
      queryParameters(...(role === 'estate_agent' ? ['handOverTo'] : [])),
    )
    .post(`${PATHS[role]}/:id/reset-password`, async ({ user, params, request }) => {
      may(user, 'manageAccounts')
      await noInput(request)
      const reset = () => resetPassword(user, params.id, role)
      return once({ user, request, access: { ending: [params.id] } }, reset, (newPassword) => json({ newPassword }))
    })

async function receiverIn(query: Query, request: Request): Promise<string | undefined> {
  const given = query.handOverTo === undefined ? await readJson(request, { optional: true }) : query
  return checked(AgentDeletion, given).handOverTo
}

const handingOver = new Elysia({ name: 'hand-over-api' })
  .use(signedIn)
  .post('/api/estate-agents/:id/hand-over', ({ user, params, request }) => {
    may(user, 'handOver')
    const work = async () => handOver(user, params.id, (await jsonInput(request, HandOver)).to)
    return once({ user, request }, work, ({ count, to }) =>
      message(`${countedJobs(count)} handed over to ${to}.`, { count }),
    )
  })

const reassigning = new Elysia({ name: 'reassign-api' })
  .use(signedIn)
  .post('/api/contractors/:id/reassign', async ({ user, params, request }) => {
    may(user, 'changeManyJobs')
    const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, Reassignment))
    const { outcomes } = await reassignJobs(user, params.id, input, each)
    return json({ results: outcomes.map(outcomeJson) })
  })

export const fromWhere = (request: Request, server: Parameters<typeof addressOf>[1]) => ({
  address: addressOf(request, server),
  userAgent: request.headers.get('user-agent'),
  before: sessionOf(request),
})

const open = new Elysia({ name: 'accounts-api-open' })
  .use(maybeSignedIn)
  .post('/api/local/login', async ({ request, server, set }) => {
    const input = await jsonInput(request, SignIn)
    const token = await signIn(input, { ...fromWhere(request, server), answer: set })
    return json({ message: 'Signed in' }, 200, { 'set-cookie': sessionCookie(token) })
  })
  .post('/api/password-reset', async ({ request, server, set }) => {
    await askForPassword(await jsonInput(request, PasswordAsked), { ...fromWhere(request, server), answer: set })
    return message(ASKED)
  })
  .post('/api/password-reset/set', async ({ request }) => {
    await keepBody(request)
    const input = await jsonInput(request, PasswordSet)
    // Nobody is signed in: whose link it is keeps the answer, which a repeat with the same secret gets.
    const id = await ownerOfLink(input.token)
    const set = () => setPassword(input)
    return once({ user: { id }, request, access: { ending: [id] } }, set, () => message('The password has been set.'))
  })

const closed = new Elysia({ name: 'accounts-api-closed' })
  .use(signedIn)
  .get('/api/auth/user', ({ user }) => json(ownJson(user)))
  .post('/api/change-password', async ({ user, request }) => {
    const check = async () =>
      checkPassword(user, await jsonInput(request, PasswordChange, { rule: passwordChangeRule }))
    const change = (checked: CheckedPassword) => replacePassword(user, checked)
    return onceAfter({ user, request, access: { ending: [user.id] } }, check, change, () =>
      message('Password changed successfully!'),
    )
  })
  .post('/api/admin/create-estate-agent', ({ user, request }) => {
    may(user, 'manageAccounts')
    const create = async () => {
      const input = await jsonInput(request, NewEstateAgent)
      return { created: await createEstateAgent(user, input), password: input.password }
    }
    return once({ user, request }, create, ({ created, password }) =>
      json({ user: userJson(created), credentials: { username: created.username, password } }, 201),
    )
  })
  .post('/api/admin/create-contractor', ({ user, request }) => {
    may(user, 'manageAccounts')
    const create = async () => {
      const input = await jsonInput(request, NewContractor, { rule: coverageRule })
      return { created: await createContractor(user, input), password: input.password }
    }
    return once({ user, request }, create, ({ created, password }) =>
      json({ user: userJson(created), credentials: { email: created.email, password } }, 201),
    )
  })
  .get(
    '/api/administrators',
    ({ user, request, query }) => {
      may(user, 'manageAccounts')
      return answerList(request, query, accountsOf('admin', queryText(query.search)), accountJson)
    },
    queryParameters(...LIST),
  )
  .post('/api/accounts/invite', ({ user, request }) => {
    may(user, 'manageAccounts')
    const invite = async () => inviteAccount(user, await jsonInput(request, Invitation, { rule: invitationRule }))
    return once({ user, request }, invite, (invited) => json({ user: userJson(invited) }, 201))
  })
  .post('/api/users/:id/invite', async ({ user, params, request }) => {
    may(user, 'manageAccounts')
    await noInput(request)
    const invite = () => inviteAgain(user, params.id)
    return once({ user, request }, invite, ({ email }) => message(`A link to set a password goes to ${email}.`))
  })
  .get('/api/accounts/:id/events', async ({ user, params }) => {
    may(user, 'manageAccounts')
    return json((await eventsOf(params.id)).events)
  })
  .get('/api/users/:id', async ({ user, params }) => {
    may(user, 'manageAccounts')
    return answerUser(await account(db, params.id))
  })
  .patch('/api/users/:id', ({ user, params, request }) => {
    may(user, 'manageAccounts')
    const edit = async () =>
      editAccount(user, params.id, await jsonInput(request, AccountChange, { rule: coverageRule }))
    return once({ user, request, current: currentUser(params.id, lockConcerned) }, edit, answerUser)
  })
  .patch('/api/users/:id/role', ({ user, params, request }) => {
    may(user, 'manageAccounts')
    const change = async () => setRole(user, params.id, (await jsonInput(request, RoleChange)).role)
    const access = { ending: [params.id] }
    return once({ user, request, access, current: currentUser(params.id) }, change, answerUser)
  })

export const accountsApi = new Elysia({ name: 'accounts-api' })
  .use(open)
  .use(closed)
  .use(accountsApiOf('contractor'))
  .use(accountsApiOf('estate_agent'))
  .use(handingOver)
  .use(reassigning)
