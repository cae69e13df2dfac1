import { type ManagedRole, ROLE_LABELS, type Role } from '../account.ts'

/** Whoever something is held on: an account, or a tenant, whom jobs name. */
export type HeldPerson = {
  /** A tenant's names one of their jobs. */
  id: string
  name: string
  email: string | null
  phone: string | null
  role: Role | null
  isTenant: boolean
  jobs: number
  deletedAt: Date | null
  erasedAt: Date | null
}

export type Subject = { kind: 'account' | 'tenant'; id: string }

const TENANT = 'tenant.'

export const tenantId = (jobId: string): string => TENANT + jobId

export function subjectOf(id: string): Subject {
  const jobId = /^tenant\.(.*)$/.exec(id)?.[1]
  return jobId === undefined ? { kind: 'account', id } : { kind: 'tenant', id: jobId }
}

export const personKind = ({ isTenant, role }: Pick<HeldPerson, 'isTenant' | 'role'>): string =>
  isTenant ? 'Tenant' : role ? ROLE_LABELS[role] : 'Without a role'

/** Of accounts, and of tenants. */
export const MOST_FOUND = 50
export const mayBeMore = (found: readonly HeldPerson[]): boolean =>
  [true, false].some((tenants) => found.filter(({ isTenant }) => isTenant === tenants).length >= MOST_FOUND)

type InUse = Pick<HeldPerson, 'role' | 'deletedAt'>

/** Somebody has to take its jobs over first. Administrators, and who waits for a role, have none. */
export const mustBeDeleted = <Of extends InUse>(person: Of): person is Of & { role: ManagedRole } =>
  person.deletedAt === null && person.role !== null && person.role !== 'admin'

export const FORMER_TENANT = 'Former tenant'
const FORMER: Record<Role, string> = {
  estate_agent: 'Former agent',
  contractor: 'Former contractor',
  admin: 'Former administrator',
}
export const formerOf = (role: Role | null): string => (role ? FORMER[role] : 'Former user')

export const INVOICE_YEARS = 7
