import type { Role } from './account/account.ts'

const everybody: readonly Role[] = ['estate_agent', 'contractor', 'admin']
const admin: readonly Role[] = ['admin']

export const PERMISSIONS = {
  readJobs: everybody,
  readProperty: ['estate_agent', 'admin'],
  changeCertificates: ['estate_agent', 'admin'],
  readEvidence: ['estate_agent', 'admin'],
  readQuotes: everybody,
  readEvents: everybody,
  createJob: ['estate_agent'],
  deleteJob: ['estate_agent', 'admin'],
  deleteAllCompleted: ['estate_agent'],
  editJob: ['estate_agent', 'admin'],
  changeHazard: ['estate_agent', 'admin'],
  assignJob: admin,
  unassignJob: admin,
  askRival: admin,
  cancelJob: ['estate_agent', 'admin'],
  reopenJob: ['estate_agent', 'admin'],
  handOver: admin,
  changeManyJobs: admin,
  chaseJobs: admin,
  importJobs: admin,
  startJob: ['contractor'],
  completeJob: ['contractor'],
  markJobComplete: ['contractor'],
  handJobBack: ['contractor'],
  recordVisit: ['contractor'],
  bookVisit: ['contractor'],
  requestUpload: everybody,
  decideQuote: ['estate_agent'],
  shareJob: ['estate_agent'],
  changeQuote: ['contractor'],
  readMessages: everybody,
  writeMessage: everybody,
  sendLateRecord: ['contractor'],
  deleteQuote: admin,
  deleteVisit: admin,
  deleteInvoice: admin,
  voidInvoice: admin,
  markPaid: admin,
  setFees: admin,
  markInvoiced: admin,
  readInvoicing: admin,
  readInvoices: everybody,
  sendStatement: ['estate_agent', 'admin'],
  readVisits: everybody,
  readFigures: everybody,
  openAdminScreens: admin,
  manageAccounts: admin,
  giveRole: admin,
  inviteAdmin: admin,
  allowPasskey: admin,
  changeAdminEmail: admin,
  manageViews: admin,
  manageWebhooks: admin,
  makeWebhook: admin,
  manageComplaints: admin,
  managePeople: admin,
  resendEmail: admin,
  changePassword: everybody,
  manageSignIn: everybody,
  setReminders: everybody,
  setAway: ['estate_agent', 'contractor'],
  setPreferences: everybody,
  manageTokens: everybody,
  makeToken: everybody,
} as const satisfies Record<string, readonly Role[]>

export type Action = keyof typeof PERMISSIONS

export const can = (role: Role | null, action: Action): boolean =>
  role !== null && (PERMISSIONS[action] as readonly Role[]).includes(role)

export const ADMIN_ONLY = 'Access denied. Admin privileges required.'
export const AGENT_DECIDES = 'Quote approval handled by estate agent'

/** Refused to every token: one that was lost must become neither its account nor an administrator’s. */
export const BY_SIGN_IN_ONLY: Partial<Record<Action, string>> = {
  makeToken: 'A token cannot make tokens. Please sign in to make one.',
  makeWebhook: 'A token cannot make a webhook, nor change its address, events or secret. Please sign in to do so.',
  giveRole: 'A token cannot give roles. Please sign in to give one.',
  allowPasskey: 'A token cannot allow a passkey. Please sign in to allow one.',
  inviteAdmin: 'A token cannot invite administrators. Please sign in to invite one.',
  changeAdminEmail: 'A token cannot change an administrator’s e-mail address. Please sign in to change it.',
  managePeople: 'A token cannot export or erase what is held on a person. Please sign in to do so.',
  changePassword: 'A token cannot change passwords. Please sign in to change yours.',
}

export function refusal(role: Role | null, action: Action): string {
  if (role === null) return 'User role not found. Please refresh the page.'
  if (action === 'decideQuote' && role === 'admin') return AGENT_DECIDES
  return PERMISSIONS[action] === admin ? ADMIN_ONLY : 'You may not do this.'
}
