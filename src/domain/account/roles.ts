import type { Role } from './account.ts'

type Of = { role: Role | null }

export const isAdmin = ({ role }: Of): boolean => role === 'admin'
export const isContractor = ({ role }: Of): boolean => role === 'contractor'
export const isAgent = ({ role }: Of): boolean => role === 'estate_agent'
/** Nothing of an administrator's is kept on a phone. */
export const readsOffline = (of: Of): boolean => isAgent(of) || isContractor(of)
