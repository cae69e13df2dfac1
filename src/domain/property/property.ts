import type { Person, Role } from '../account/account.ts'
import { isAdmin, isContractor } from '../account/roles.ts'
import { propertyKeyOf } from '../job/address.ts'
import type { Job } from '../job/job.ts'
import type { JobForAdmins, JobForAgents } from '../job/listed.ts'

export type Property = Pick<Job, 'propertyName' | 'propertyAddress'> & { key: string }

type Spent = { count: number; pence: number }

export type PropertyFigures = {
  open: number
  jobs: number
  visits: number
  photos: number
  approved: Spent
  fees: Spent
  quoteWork: Spent
}

export type AgencyThere = { agency: string; jobs: number }

export type Visitor = Pick<Person, 'id' | 'firstName' | 'lastName' | 'company' | 'deletedAt'> & {
  visits: number
  last: Date
}

export const PROPERTY_PARTS = ['open', 'closed', 'visits', 'quotes', 'invoices'] as const
export type PropertyPart = (typeof PROPERTY_PARTS)[number]

export type JobThere = JobForAgents & Partial<Pick<JobForAdmins, 'estateAgency' | 'estateAgentName' | 'chasedAt'>>
export type ListOf<Item> = { items: readonly Item[]; next: string | null }

/** The key is made of the address alone, so that a link tells nobody more than the address beside it. */
export function propertyPath(address: string, role: Role | null): string | null {
  const key = isContractor({ role }) ? null : propertyKeyOf(address)
  return key && propertyHref(key, role)
}

export const propertyHref = (key: string, role: Role | null): string =>
  `${isAdmin({ role }) ? '/admin' : ''}/properties/${encodeURIComponent(key)}`
