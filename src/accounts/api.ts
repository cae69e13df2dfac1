import { Elysia } from 'elysia'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { editAccount, lockConcerned } from '#src/accounts/admin/edit.ts'
import { inviteAccount, inviteAgain } from '#src/accounts/admin/invite.ts'
import { eventsOf } from '#src/accounts/history/event-queries.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import { ROLE_NOUNS } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { Confirmation } from '#src/http/answers.ts'
import { CSV, describedUnder, NoBody } from '#src/http/described.ts'
import { checked, jsonInput, keepBody, noInput } from '#src/http/input.ts'
import { answerList } from '#src/http/list/listing.ts'
import { LIST, parameter, SEARCH } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { json, jsonWithEtag, message } from '#src/http/respond/json.ts'
import { jobOutcomeJson } from '#src/jobs/answer.ts'
import { JobResults } from '#src/jobs/answers.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { reassignJobs } from '#src/jobs/assignment/reassign.ts'
import { Reassignment } from '#src/jobs/input.ts'
import { once, onceForEach } from '#src/writes/idempotency.ts'
import { createContractor, createEstateAgent, deleteAccount, setRole } from './actions.ts'
import { answerUser, currentUser } from './answer.ts'
import {
  AccountEvents,
  Accounts,
  HandedOver,
  Invited,
  NewContractorAccount,
  NewEstateAgentAccount,
  NewPassword,
  User,
} from './answers.ts'
import { ACCOUNT_CSV } from './csv.ts'
import {
  AccountChange,
  AgentDeletion,
  coverageRule,
  HandOverInput,
  InvitationInput,
  invitationRule,
  NewContractor,
  NewEstateAgent,
  RoleChange,
} from './input.ts'
import { accountJson, userJson } from './json.ts'
import { accountsOf } from './lists.ts'
import { account } from './queries.ts'

const described = describedUnder('Accounts')
const NAMES = { contractor: 'Contractor', estate_agent: 'EstateAgent' } as const
const FILES = { contractor: 'contractors', estate_agent: 'estate-agents' } as const
const DELETES = {
  contractor: 'Deletes a contractor; their unfinished jobs are pending again',
  estate_agent: 'Deletes an agent; with unfinished jobs only if handOverTo names another agent',
} as const
const HAND_OVER_TO = {
  handOverTo: parameter(
    'The agent who gets the unfinished jobs; may be in the body.',
    AgentDeletion.properties.handOverTo,
  ),
}
const PATHS = { contractor: '/api/contractors', estate_agent: '/api/estate-agents' } as const

const accountsApiOf = (role: keyof typeof PATHS) =>
  new Elysia({ name: `accounts-api-${role}` })
    .use(signedIn)
    .get(
      PATHS[role],
      ({ user, request, query }) => {
        authorize(user, 'manageAccounts')
        return answerList(request, query, accountsOf(role, queryText(query.search)), accountJson)
      },
      described(`list${NAMES[role]}s`, `Accounts of ${ROLE_NOUNS[role]}s`, {
        by: 'manageAccounts',
        query: LIST,
        answers: { 200: Accounts },
      }),
    )
    .get(
      `${PATHS[role]}/export.csv`,
      ({ user, request, query }) => {
        authorize(user, 'manageAccounts')
        return answerCsv(request, FILES[role], ACCOUNT_CSV, accountsOf(role, queryText(query.search)))
      },
      described(`export${NAMES[role]}s`, 'The same accounts as CSV', {
        by: 'manageAccounts',
        query: SEARCH,
        answers: { 200: CSV },
      }),
    )
    .delete(
      `${PATHS[role]}/:id`,
      async ({ user, params, query, request }) => {
        authorize(user, 'manageAccounts')
        await keepBody(request)
        const handOverTo = role === 'estate_agent' ? await receiverIn(query, request) : undefined
        const access = { ending: [params.id], keeping: handOverTo ? [handOverTo] : [] }
        const remove = () => deleteAccount(user, params.id, role, handOverTo)
        return once({ user, request, access }, remove, (unreached) =>
          message([`The ${ROLE_NOUNS[role]} has been successfully removed from the system.`, ...unreached].join(' ')),
        )
      },
      described(`delete${NAMES[role]}`, DELETES[role], {
        by: 'manageAccounts',
        once: true,
        ...(role === 'estate_agent' && { query: HAND_OVER_TO, body: AgentDeletion, optionalBody: true }),
        answers: { 200: Confirmation },
      }),
    )
    .post(
      `${PATHS[role]}/:id/reset-password`,
      async ({ user, params, request }) => {
        authorize(user, 'manageAccounts')
        await noInput(request)
        const reset = () => resetPassword(user, params.id, role)
        return once({ user, request, access: { ending: [params.id] } }, reset, (newPassword) => json({ newPassword }))
      },
      described(`reset${NAMES[role]}Password`, 'Makes a new password, and answers it once', {
        by: 'manageAccounts',
        ...NoBody,
        answers: { 200: NewPassword },
      }),
    )

async function receiverIn(query: Query, request: Request): Promise<string | undefined> {
  if (query.handOverTo !== undefined) return checked(AgentDeletion, query).handOverTo
  return (await jsonInput(request, AgentDeletion, { optional: true })).handOverTo
}

const handingOver = new Elysia({ name: 'hand-over-api' }).use(signedIn).post(
  '/api/estate-agents/:id/hand-over',
  ({ user, params, request }) => {
    authorize(user, 'handOver')
    const work = async () => handOver(user, params.id, (await jsonInput(request, HandOverInput)).to)
    return once({ user, request }, work, ({ count, to }) =>
      message(`${countedJobs(count)} handed over to ${to}.`, { count }),
    )
  },
  described('handOverJobs', 'Gives all unfinished jobs of an agent to another', {
    by: 'handOver',
    body: HandOverInput,
    answers: { 200: HandedOver },
  }),
)

const reassigning = new Elysia({ name: 'reassign-api' }).use(signedIn).post(
  '/api/contractors/:id/reassign',
  async ({ user, params, request }) => {
    authorize(user, 'changeManyJobs')
    const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, Reassignment))
    const { outcomes } = await reassignJobs(user, params.id, input, each)
    return json({ results: outcomes.map(jobOutcomeJson) })
  },
  described('reassignJobs', 'Gives a contractor’s jobs in hand, or those named, to another, or to nobody', {
    by: 'changeManyJobs',
    body: Reassignment,
    answers: { 200: JobResults },
  }),
)

const managed = new Elysia({ name: 'accounts-api-managed' })
  .use(signedIn)
  .post(
    '/api/admin/create-estate-agent',
    ({ user, request }) => {
      authorize(user, 'manageAccounts')
      const create = async () => {
        const input = await jsonInput(request, NewEstateAgent)
        return { created: await createEstateAgent(user, input), password: input.password }
      }
      return once({ user, request }, create, ({ created, password }) =>
        json({ user: userJson(created), credentials: { username: created.username, password } }, 201),
      )
    },
    described('createEstateAgent', 'Makes an estate agent, to whose address e-mails about quotes go', {
      by: 'manageAccounts',
      body: NewEstateAgent,
      answers: { 201: NewEstateAgentAccount },
    }),
  )
  .post(
    '/api/admin/create-contractor',
    ({ user, request }) => {
      authorize(user, 'manageAccounts')
      const create = async () => {
        const input = await jsonInput(request, NewContractor, { rule: coverageRule })
        return { created: await createContractor(user, input), password: input.password }
      }
      return once({ user, request }, create, ({ created, password }) =>
        json({ user: userJson(created), credentials: { email: created.email, password } }, 201),
      )
    },
    described('createContractor', 'Makes a contractor', {
      by: 'manageAccounts',
      body: NewContractor,
      answers: { 201: NewContractorAccount },
    }),
  )
  .get(
    '/api/administrators',
    ({ user, request, query }) => {
      authorize(user, 'manageAccounts')
      return answerList(request, query, accountsOf('admin', queryText(query.search)), accountJson)
    },
    described('listAdministrators', 'Accounts of administrators', {
      by: 'manageAccounts',
      query: LIST,
      answers: { 200: Accounts },
    }),
  )
  .post(
    '/api/accounts/invite',
    ({ user, request }) => {
      authorize(user, 'manageAccounts')
      const invite = async () =>
        inviteAccount(user, await jsonInput(request, InvitationInput, { rule: invitationRule }))
      return once({ user, request }, invite, (invited) => json({ user: userJson(invited) }, 201))
    },
    described(
      'inviteAccount',
      'Makes an account of any role and sends a link to set its password, which works once, within 24 hours',
      { by: 'manageAccounts', signInIf: '`role` is `admin`', body: InvitationInput, answers: { 201: Invited } },
    ),
  )
  .post(
    '/api/users/:id/invite',
    async ({ user, params, request }) => {
      authorize(user, 'manageAccounts')
      await noInput(request)
      const invite = () => inviteAgain(user, params.id)
      return once({ user, request }, invite, ({ email }) => message(`A link to set a password goes to ${email}.`))
    },
    described('inviteAgain', 'Sends the link once more to who has no password yet; the one before ends', {
      by: 'manageAccounts',
      signInIf: 'it is an administrator’s account',
      ...NoBody,
      answers: { 200: Confirmation },
    }),
  )
  .get(
    '/api/accounts/:id/events',
    async ({ user, params, request }) => {
      authorize(user, 'manageAccounts')
      return jsonWithEtag(request, (await eventsOf(params.id)).events)
    },
    described('listAccountEvents', 'What happened to an account, newest first, also when it has been deleted', {
      by: 'manageAccounts',
      answers: { 200: AccountEvents },
    }),
  )
  .get(
    '/api/users/:id',
    async ({ user, params, request }) => {
      authorize(user, 'manageAccounts')
      return jsonWithEtag(request, userJson(await account(db, params.id)))
    },
    described('getUser', 'An account', { by: 'manageAccounts', answers: { 200: User } }),
  )
  .patch(
    '/api/users/:id',
    ({ user, params, request }) => {
      authorize(user, 'manageAccounts')
      const edit = async () =>
        editAccount(user, params.id, await jsonInput(request, AccountChange, { rule: coverageRule }))
      return once({ user, request, current: currentUser(params.id, lockConcerned) }, edit, answerUser)
    },
    described('editAccount', 'Changes the fields of an account that are given', {
      by: 'manageAccounts',
      signInIf: 'it changes the e-mail address of an administrator’s account',
      ifMatch: true,
      body: AccountChange,
      answers: { 200: User },
    }),
  )
  .patch(
    '/api/users/:id/role',
    ({ user, params, request }) => {
      authorize(user, 'giveRole')
      const change = async () => setRole(user, params.id, (await jsonInput(request, RoleChange)).role)
      const access = { ending: [params.id] }
      return once({ user, request, access, current: currentUser(params.id) }, change, answerUser)
    },
    described('setRole', 'Gives a role, and ends the account’s sessions and tokens', {
      by: 'giveRole',
      ifMatch: true,
      body: RoleChange,
      answers: { 200: User },
    }),
  )

export const accountsApi = new Elysia({ name: 'accounts-api' })
  .use(managed)
  .use(accountsApiOf('contractor'))
  .use(accountsApiOf('estate_agent'))
  .use(handingOver)
  .use(reassigning)
