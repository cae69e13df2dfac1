import type { Role } from '../account/account.ts'

export const MAX_MESSAGE = 2000

/** `author.id` is null once the account is gone. */
export type Message = {
  id: number
  author: { id: string | null; name: string; role: Role }
  text: string
  adminsOnly: boolean
  createdAt: Date
}

export type Conversation = {
  messages: readonly Message[]
  hasEarlier: boolean
  version: string
  hasGone: boolean
}

export const countedNew = (count: number): string => `${count} new message${count === 1 ? '' : 's'}`

/** At most one e-mail about a job to each person in that time. */
export const QUIET_MINUTES = 5
