import type { Role } from '../../account/account.ts'
import { isAdmin } from '../../account/roles.ts'
import { SOON_DAYS } from './state.ts'

export const CERTIFICATE_STATES = { late: 'Late', soon: `Within ${SOON_DAYS} days`, later: 'Later' } as const
export type CertificateState = keyof typeof CERTIFICATE_STATES
export const DOCUMENT_STATES = { none: 'No document' } as const

export const CERTIFICATES_FOUND_BY = ['search', 'state', 'kind', 'document', 'agency'] as const

/** As the address has it. */
export type CertificatesFoundBy = Partial<Record<(typeof CERTIFICATES_FOUND_BY)[number], string>>

export type CertificateCounts = { late: number; soon: number }

export const certificatesHref = (role: Role | null): string => `${isAdmin({ role }) ? '/admin' : ''}/certificates`
