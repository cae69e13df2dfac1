import type { CalendarNote } from '../appointment/appointment.ts'
import type { JobType } from '../job/job-type.ts'
import type { Urgency } from '../job/urgency.ts'
import type { LinkPurpose } from '../link/link.ts'

export type Recipient = 'contractor' | 'agent' | 'admins'

type Email = {
  /** The side that acted is left out. */
  to: readonly Recipient[] | 'both agents' | 'one person'
  after: readonly string[]
  opens:
    | 'job'
    | 'quote'
    | 'jobs'
    | 'messages'
    | 'dashboard'
    | 'profile'
    | 'webhook'
    | 'privacy'
    | 'figures'
    | LinkPurpose
  label: string
}

/** Every kind of e-mail; its words are in the letter of its name, such as jobAssigned of views/emails/letters/jobs.tsx. */
export const EMAILS = {
  job_assigned: {
    to: ['contractor'],
    after: ['assignJob', 'askCompetingQuote', 'takeJobBack', 'sendJobAgain'],
    opens: 'job',
    label: 'Job assigned',
  },
  job_withdrawn: {
    to: ['contractor'],
    after: ['assignJob', 'unassignJob', 'takeJobBack'],
    opens: 'jobs',
    label: 'Job withdrawn',
  },
  job_deleted: { to: ['contractor', 'agent'], after: ['notifyOfDeletion'], opens: 'jobs', label: 'Job deleted' },
  job_cancelled: {
    to: ['contractor', 'agent', 'admins'],
    after: ['cancelLocked'],
    opens: 'job',
    label: 'Job cancelled',
  },
  quote_approved: { to: ['contractor'], after: ['approveQuote'], opens: 'job', label: 'Quote approved' },
  quote_declined: {
    to: ['contractor'],
    after: ['declineQuote', 'declineCompeting'],
    opens: 'job',
    label: 'Quote declined',
  },
  quote_submitted: {
    to: ['agent'],
    after: ['completeJob', 'sendQuoteAgain'],
    opens: 'decide_quote',
    label: 'Quote submitted',
  },
  job_completed: { to: ['agent'], after: ['completeJob', 'markJobComplete'], opens: 'job', label: 'Job completed' },
  jobs_handed_over: {
    to: 'both agents',
    after: ['handOver', 'handOverBeforeDeletion', 'giveToNewAgents'],
    opens: 'jobs',
    label: 'Jobs handed over',
  },
  job_urgent: {
    to: ['admins'],
    after: ['notifyOfUrgent', 'notifyUrgent'],
    opens: 'job',
    label: 'Urgent job raised',
  },
  hazard_emergency: {
    to: ['admins'],
    after: ['tellOfEmergency'],
    opens: 'job',
    label: 'Emergency hazard',
  },
  jobs_urgent: { to: 'one person', after: ['notifyUrgent'], opens: 'jobs', label: 'Urgent jobs raised' },
  job_changed: { to: ['contractor'], after: ['editOne', 'changeHazard'], opens: 'job', label: 'Job changed' },
  job_no_access: { to: ['agent'], after: ['recordUnfinishedVisit'], opens: 'job', label: 'No access' },
  job_return_needed: { to: ['agent'], after: ['recordUnfinishedVisit'], opens: 'job', label: 'Return needed' },
  job_handed_back: { to: ['agent', 'admins'], after: ['handJobBack'], opens: 'job', label: 'Job handed back' },
  job_reopened: { to: ['contractor', 'agent', 'admins'], after: ['reopenJob'], opens: 'job', label: 'Job reopened' },
  quote_revised: { to: ['agent'], after: ['reviseQuote'], opens: 'decide_quote', label: 'Quote revised' },
  quote_withdrawn: { to: ['agent'], after: ['withdrawQuote'], opens: 'job', label: 'Quote withdrawn' },
  new_price_asked: { to: ['contractor'], after: ['declineQuote'], opens: 'job', label: 'New price asked for' },
  appointment_booked: {
    to: ['agent'],
    after: ['bookLocked', 'notifyOfVisits'],
    opens: 'job',
    label: 'Visit booked',
  },
  appointment_changed: { to: ['agent'], after: ['bookLocked'], opens: 'job', label: 'Visit moved' },
  appointment_cancelled: { to: ['agent'], after: ['endAppointment'], opens: 'job', label: 'Booked visit cancelled' },
  new_messages: {
    to: ['contractor', 'agent', 'admins'],
    after: ['notifyOfMessages'],
    opens: 'messages',
    label: 'New messages',
  },
  reminder: { to: 'one person', after: ['remind'], opens: 'dashboard', label: 'Reminder' },
  month_figures: { to: 'one person', after: ['mailMonth'], opens: 'figures', label: 'Figures of a month' },
  certificates_due: { to: 'one person', after: ['remindAgents'], opens: 'dashboard', label: 'Certificates due' },
  jobs_chased: { to: 'one person', after: ['notifyOfChase'], opens: 'jobs', label: 'Jobs chased' },
  account_invitation: { to: 'one person', after: ['sendInvitations'], opens: 'set_password', label: 'Invitation' },
  password_link: {
    to: 'one person',
    after: ['sendPasswordLink'],
    opens: 'set_password',
    label: 'Link to set a password',
  },
  address_changed: { to: 'one person', after: ['editFields'], opens: 'dashboard', label: 'E-mail address changed' },
  new_device: { to: 'one person', after: ['admit'], opens: 'profile', label: 'Sign-in from a new device' },
  passkey_added: { to: 'one person', after: ['insertPasskey'], opens: 'profile', label: 'Passkey added' },
  passkey_allowed: { to: 'one person', after: ['allow'], opens: 'dashboard', label: 'New passkey allowed' },
  decided_by_link: { to: ['agent'], after: ['decideByLink'], opens: 'quote', label: 'Quote decided by link' },
  answered_by_link: { to: ['contractor'], after: ['answerJobByLink'], opens: 'job', label: 'Job answered by link' },
  landlord_asked: {
    to: 'one person',
    after: ['sendToLandlord', 'remindLandlord'],
    opens: 'landlord',
    label: 'Landlord asked',
  },
  repair_shared: { to: 'one person', after: ['sendFollowLink'], opens: 'follow_job', label: 'Repair shared' },
  repair_visit: { to: 'one person', after: ['tellFollowers'], opens: 'follow_job', label: 'Visit told outside' },
  hazard_summary: {
    to: 'one person',
    after: ['sendSummary', 'sendSummaryAgain'],
    opens: 'hazard_summary',
    label: 'Summary of a hazard',
  },
  certificates_shared: {
    to: 'one person',
    after: ['mailCertificates'],
    opens: 'certificates',
    label: 'Certificates shared',
  },
  landlord_answered: { to: ['agent'], after: ['answerAsLandlord'], opens: 'quote', label: 'Landlord answered' },
  invoices_late: { to: 'one person', after: ['remindAgency'], opens: 'dashboard', label: 'Late invoices' },
  statement_sent: { to: 'one person', after: ['mailStatements'], opens: 'statement', label: 'Statement sent' },
  complaint_received: {
    to: 'one person',
    after: ['makeComplaint'],
    opens: 'privacy',
    label: 'Complaint received',
  },
  complaint_answered: {
    to: 'one person',
    after: ['answerComplaint'],
    opens: 'privacy',
    label: 'Complaint answered',
  },
  webhook_off: { to: ['admins'], after: ['turnOffByItself'], opens: 'webhook', label: 'Webhook turned off' },
} as const satisfies Record<string, Email>

export type EmailType = keyof typeof EMAILS
export const EMAIL_TYPES = Object.keys(EMAILS) as [EmailType, ...EmailType[]]

export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

export const MAIL_SERVER = 'Mail server: '

export const ONLY_FILES = 'E-mails are only written to files on the server: SMTP_URL is not set.'

export type NextTry = 'sending' | 'due' | (string & {})

/** An e-mail about many items lists this many, and counts the others. */
export const MAX_GATHERED = 20
export const countedMore = (count: number): string => `${count.toLocaleString('en-GB')} more`

export type WrittenMessage = { from: string; text: string }

/** `columns` are the three periods; a row that begins a group has its heading. */
export type MonthFigures = {
  month: string
  headline: string
  columns: readonly [string, string, string]
  rows: readonly { heading: string; label: string; now: string; before: string; yearBefore: string }[]
}

export type EmailWaitingLine = { heading: string; title: string; late: string; text: string; path: string }

/** Copied when the change happens: the job may be gone when the e-mail is sent. Money is '£1,234.50'. */
export type EmailContent = {
  recipientName: string
  jobRef: string
  jobType: JobType
  urgency: Urgency
  propertyName: string
  propertyAddress: string
  issueDescription: string
  accessNotes: string | null
  estateAgency: string
  estateAgentName: string
  estateAgentEmail: string | null
  estateAgentPhone: string | null
  contractorName: string | null
  contractorCompany: string | null
  path: string
  reason: string | null
  workDone: string | null
  quoteAmount: string | null
  quoteDescription: string | null
  quoteLines?: string
  appointment?: string
  calendar?: CalendarNote
  by?: string
  decision?: string
  changes?: string
  messages?: readonly WrittenMessage[]
  earlierMessages?: number
  waiting?: { lines: readonly EmailWaitingLine[]; count: number }
  figures?: MonthFigures
  /** As linkId, of a second link. */
  answerId?: string
  answer?: string
  unsubscribeId?: string
  unsubscribe?: string
  /** Of what the link ends, where it is not reminders. */
  unsubscribes?: 'figures'
  /** Of an e-mail about many jobs, whose jobRef is then their number. */
  handedOver?: { refs: string; from: string; to: string }
  side?: Recipient
  isLost?: true
  isReminder?: true
  complaint?: { ref: string; madeOn: string; answerBy: string }
  webhook?: { name: string; host: string; since: string }
  /** The link's secret is put at the path's end when the e-mail is sent. */
  linkId?: string
  signsInAs?: string
  role?: string
  /** 'Chrome on Windows' */
  device?: string
  /** Whom it is about, who is not its reader. */
  person?: string
  contractorPhone?: string | null
  trade?: string | null
  hazard?: string
  isEmergency?: true
  /** The parts of a hazard's written summary. */
  found?: string
  toDo?: string
  byWhen?: string
  tenantName?: string | null
  tenantPhone?: string | null
}
