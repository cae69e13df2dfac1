import { ROLE_LABELS, ROLES, type Role } from '../account/account.ts'

export const MAX_MESSAGE = 2000
export const NEWEST_MESSAGES = 500

/** `author.id` is null once the account is gone, `role` of whoever has none. */
export type Message = {
  id: number
  author: { id: string | null; name: string; role: Role | null }
  text: string
  adminsOnly: boolean
  late: boolean
  photosUrls: readonly string[]
  /** When it was written, where it was sent later. */
  recordedAt: Date | null
  createdAt: Date
}

export const OUTSIDE = 'Somebody outside, by a link'

/** Who may have written last: one of a role, or somebody by a link. */
export const WRITERS = [...ROLES, 'outside'] as const
export type Writer = (typeof WRITERS)[number]
export const isOutside = (writer: Writer): writer is 'outside' => writer === 'outside'
export const WRITER_LABELS: Record<Writer, string> = { ...ROLE_LABELS, outside: 'Somebody outside' }

export const writerLabel = ({ role }: Message['author']): string => (role ? ROLE_LABELS[role] : 'Not signed in')

export type Conversation = {
  messages: readonly Message[]
  hasEarlier: boolean
  version: string
  hasGone: boolean
}

/** Conversations with something new come first, each part newest first by `at`. */
export const THREAD_PARTS = ['unread', 'read'] as const

/** What one reader has of a job's conversation, `last` of what they may read. */
export type Thread = {
  id: string
  jobRef: string
  propertyName: string
  propertyAddress: string
  unreadMessages: number
  last: Message
  at: Date
  part: (typeof THREAD_PARTS)[number]
}

export const THREADS_SHOWN = ['unread', 'waiting'] as const
/** `show` and `from` are one value, or several with commas: either. */
export type ThreadFilter = { search?: string; show?: string; from?: string }

export const asksOnlyUnread = ({ show }: ThreadFilter): boolean => show === 'unread'
const asksForUnread = ({ show = '' }: ThreadFilter): boolean => show.split(',').includes('unread')
export const asksForEither = (filter: ThreadFilter): boolean => asksForUnread(filter) && asksForWaiting(filter)
export const asksForWaiting = ({ show = '' }: ThreadFilter): boolean => show.split(',').includes('waiting')

export const countedNew = (count: number): string => `${count} new message${count === 1 ? '' : 's'}`

/** At most one e-mail about a job to each person in that time. */
export const QUIET_MINUTES = 5
