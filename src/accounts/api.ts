import { db } from '#db/connect/client.ts'
import { editAccount, lockConcerned } from '#src/accounts/admin/edit.ts'
import { inviteAccount, inviteAgain } from '#src/accounts/admin/invite.ts'
import { eventsOf } from '#src/accounts/history/event-queries.ts'
import { allowPasskey } from '#src/accounts/passkeys/allowance.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import { displayName, ROLE_NOUNS } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { checked } from '#src/http/input.ts'
import { parameter } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { jobOutcomeJson } from '#src/jobs/api-answer.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { reassignJobs } from '#src/jobs/assignment/reassign.ts'
import { Reassignment } from '#src/jobs/input.ts'
import { JobResults } from '#src/jobs/schemas.ts'
import { createContractor, createEstateAgent, deleteAccount, setRole } from './actions.ts'
import { answerUser, currentUser } from './api-answer.ts'
import { ACCOUNT_CSV } from './csv.ts'
import {
  AccountChange,
  AgentDeletion,
  accountChangeRule,
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
import {
  AccountEvents,
  Accounts,
  HandedOver,
  Invited,
  NewContractorAccount,
  NewEstateAgentAccount,
  NewPassword,
  User,
} from './schemas.ts'

const { get, list, csv, post, postEach, patch, remove } = callsUnder('Accounts')
const MAY = { may: 'manageAccounts' } as const
const NAMES = { contractor: 'Contractor', estate_agent: 'EstateAgent' } as const
const FILES = { contractor: 'contractors', estate_agent: 'estate-agents' } as const
const HAND_OVER_TO = {
  handOverTo: parameter(
    'The agent who gets the unfinished jobs; may be in the body.',
    AgentDeletion.properties.handOverTo,
  ),
}

const PATHS = { contractor: '/api/contractors', estate_agent: '/api/estate-agents' } as const

const removed = (role: Managed) => (unreached: readonly string[]) => ({
  message: [`The ${ROLE_NOUNS[role]} has been successfully removed from the system.`, ...unreached].join(' '),
})

type Managed = keyof typeof PATHS

const accountsCalls = (role: Managed, deletion: ReturnType<typeof remove>) => [
  list(
    PATHS[role],
    `list${NAMES[role]}s`,
    `Accounts of ${ROLE_NOUNS[role]}s`,
    { ...MAY, answer: Accounts },
    ({ query }) => accountsOf(role, queryText(query.search)),
    accountJson,
  ),
  csv(
    `${PATHS[role]}/export.csv`,
    `export${NAMES[role]}s`,
    'The same accounts as CSV',
    { ...MAY, file: FILES[role], columns: ACCOUNT_CSV },
    ({ query }) => accountsOf(role, queryText(query.search)),
  ),
  deletion,
  post(
    `${PATHS[role]}/:id/reset-password`,
    `reset${NAMES[role]}Password`,
    'Makes a new password, and answers it once',
    { ...MAY, ...NO_BODY, access: ({ params }) => ({ ending: [params.id] }), answer: NewPassword },
    ({ user, params }) => resetPassword(user, params.id, role),
    (newPassword) => ({ newPassword }),
  ),
]

const deleteContractor = remove(
  '/api/contractors/:id',
  'deleteContractor',
  'Deletes a contractor; their unfinished jobs are pending again',
  { ...MAY, access: ({ params }) => ({ ending: [params.id] }), answer: Confirmation },
  ({ user, params }) => deleteAccount(user, params.id, 'contractor'),
  removed('contractor'),
)

const deleteAgent = remove(
  '/api/estate-agents/:id',
  'deleteEstateAgent',
  'Deletes an agent; with unfinished jobs only if handOverTo names another agent',
  {
    ...MAY,
    ...{ query: HAND_OVER_TO, body: AgentDeletion, optional: true },
    async access({ params, query }, body) {
      const receiver = receiverIn(query, await body())
      return { ending: [params.id], keeping: receiver ? [receiver] : [] }
    },
    answer: Confirmation,
  },
  ({ user, params, query, body }) => deleteAccount(user, params.id, 'estate_agent', receiverIn(query, body)),
  removed('estate_agent'),
)

const receiverIn = (query: Query, body: { handOverTo?: string }): string | undefined =>
  (query.handOverTo === undefined ? body : checked(AgentDeletion, query)).handOverTo

export const accountsApi = apiOf('accounts-api', [
  post(
    '/api/admin/create-estate-agent',
    'createEstateAgent',
    'Makes an estate agent, to whose address e-mails about quotes go',
    { ...MAY, body: NewEstateAgent, answer: NewEstateAgentAccount, status: 201 },
    async ({ user, body }) => ({ created: await createEstateAgent(user, body), password: body.password }),
    ({ created, password }) => ({
      user: userJson(created),
      credentials: { username: created.username!, password },
    }),
  ),
  post(
    '/api/admin/create-contractor',
    'createContractor',
    'Makes a contractor',
    { ...MAY, body: NewContractor, rule: coverageRule, answer: NewContractorAccount, status: 201 },
    async ({ user, body }) => ({ created: await createContractor(user, body), password: body.password }),
    ({ created, password }) => ({ user: userJson(created), credentials: { email: created.email!, password } }),
  ),
  list(
    '/api/administrators',
    'listAdministrators',
    'Accounts of administrators',
    { ...MAY, answer: Accounts },
    ({ query }) => accountsOf('admin', queryText(query.search)),
    accountJson,
  ),
  post(
    '/api/accounts/invite',
    'inviteAccount',
    'Makes an account of any role and sends a link to set its password, which works once, within 24 hours',
    {
      ...{ ...MAY, signInIf: '`role` is `admin`' },
      ...{ body: InvitationInput, rule: invitationRule, answer: Invited, status: 201 },
    },
    ({ user, body }) => inviteAccount(user, body),
    (invited) => ({ user: userJson(invited) }),
  ),
  post(
    '/api/users/:id/invite',
    'inviteAgain',
    'Sends the link once more to who has no password yet; the one before ends',
    { ...MAY, signInIf: 'it is an administrator’s account', ...NO_BODY, answer: Confirmation },
    ({ user, params }) => inviteAgain(user, params.id),
    ({ email }) => ({ message: `A link to set a password goes to ${email}.` }),
  ),
  post(
    '/api/users/:id/allow-passkey',
    'allowPasskey',
    'Lets an administrator add a passkey by their password, once, within 24 hours; tells all administrators',
    { may: 'allowPasskey', ifMatch: currentUser(), ...NO_BODY, answer: Confirmation },
    ({ user, params }) => allowPasskey(user, params.id),
    (allowed) => ({ message: `${displayName(allowed)} may add a passkey within 24 hours.` }),
  ),
  get(
    '/api/accounts/:id/events',
    'listAccountEvents',
    'What happened to an account, newest first, also when it has been deleted',
    { ...MAY, answer: AccountEvents },
    async ({ params }) => (await eventsOf(params.id)).events,
  ),
  get('/api/users/:id', 'getUser', 'An account', { ...MAY, answer: User }, async ({ params }) =>
    userJson(await account(db, params.id)),
  ),
  patch(
    '/api/users/:id',
    'editAccount',
    'Changes the fields of an account that are given',
    {
      ...{ ...MAY, signInIf: 'it changes the e-mail address of an administrator’s account' },
      ...{ ifMatch: currentUser(lockConcerned), body: AccountChange, rule: accountChangeRule, answer: User },
    },
    ({ user, params, body }) => editAccount(user, params.id, body),
    answerUser,
  ),
  patch(
    '/api/users/:id/role',
    'setRole',
    'Gives a role, and ends the account’s sessions and tokens',
    {
      ...{ may: 'giveRole', ifMatch: currentUser(), body: RoleChange, answer: User },
      access: ({ params }) => ({ ending: [params.id] }),
    },
    ({ user, params, body }) => setRole(user, params.id, body.role),
    answerUser,
  ),
  ...accountsCalls('contractor', deleteContractor),
  ...accountsCalls('estate_agent', deleteAgent),
  post(
    '/api/estate-agents/:id/hand-over',
    'handOverJobs',
    'Gives all unfinished jobs of an agent to another',
    { may: 'handOver', body: HandOverInput, answer: HandedOver },
    ({ user, params, body }) => handOver(user, params.id, body.to),
    ({ count, to, unreached }) => ({
      message: [`${countedJobs(count)} handed over to ${to}.`, ...unreached].join(' '),
      count,
    }),
  ),
  postEach(
    '/api/contractors/:id/reassign',
    'reassignJobs',
    'Gives a contractor’s jobs in hand, or those named, to another, or to nobody',
    { may: 'changeManyJobs', body: Reassignment, answer: JobResults },
    async ({ user, params, body, each }) => (await reassignJobs(user, params.id, body, each)).outcomes,
    jobOutcomeJson,
  ),
])
