import type { Role } from './account.ts'

type Of = { role: Role | null }

export const isAdmin = ({ role }: Of): boolean => role === 'admin'
export const isContractor = ({ role }: Of): boolean => role === 'contractor'
export const isAgent = ({ role }: Of): boolean => role === 'estate_agent'
