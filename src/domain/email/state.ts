import type { EmailStatus } from './kinds.ts'

// What an e-mail is, in words. Each has its SQL of the same name in db/query/predicates.ts.

type Of = { status: EmailStatus }

export const isQueued = ({ status }: Of): boolean => status === 'queued'
export const isSent = ({ status }: Of): boolean => status === 'sent'
export const isUnsent = (email: Of): boolean => !isSent(email)
export const isFailed = ({ status }: Of): boolean => status === 'failed'
