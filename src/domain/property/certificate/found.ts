import type { Role } from '../../account/account.ts'
import { isAdmin } from '../../account/roles.ts'
import { SOON_DAYS } from './state.ts'

export const CERTIFICATE_STATES = { late: 'Late', soon: `Within ${SOON_DAYS} days`, later: 'Later' } as const
export type CertificateState = keyof typeof CERTIFICATE_STATES
export const DOCUMENT_STATES = { none: 'No document' } as const

export type CertificateCounts = { late: number; soon: number }

export const certificatesHref = (role: Role | null): string => `${isAdmin({ role }) ? '/admin' : ''}/certificates`
