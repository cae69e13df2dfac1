import type { targets } from '#tests/support/targets.ts'
import type { Cast } from '#tests/support/world.ts'

type Target = keyof typeof targets
export type Sent = Record<string, unknown>

/** One way to make a request. */
export type Way = {
  /** What `:id` stands for, in the state that the request needs. */
  of?: Target
  /** The body or the form. */
  sent?: (cast: Cast, id: string) => Sent
  /** The page with the form, where that has a key. The others are done once by the state that they move. */
  page?: string
  /** A token is refused it. */
  bySignIn?: true
  /** What is answered, where it is other than to the first way. */
  may?: string
}

/** How a form is refused for the state of its thing. */
export type Refusal = {
  of?: Target
  sent?: (cast: Cast, id: string) => Sent
  /** What was sent under the form's key before, where it was other than the form. */
  before?: Sent
  /** The page that shows the refusal without JavaScript; without one it is the form itself, with what was typed. */
  back?: string
}

export type Route = Way & {
  /** Method and path. */
  request: string
  /** The status of the answer to each of API_WHO or PAGE_WHO. */
  may: string
  also?: Way[]
  refusals?: Refusal[]
  /** What is done is done at each repeat, and nothing is kept under a key. */
  each?: true
}

/** The columns of calls: `former` responded to the job earlier, and it is not theirs now. */
export const API_WHO = [
  ...(['agent', 'other agent', 'contractor', 'other contractor', 'former', 'admin', 'no role', 'stranger'] as const),
]
export const API = {
  SIGNED_IN: '200 200 200 200 200 200 200 401',
  EVERY_ROLE: '200 200 200 200 200 200 403 401',
  EVERY_ROLE_CREATES: '201 201 201 201 201 201 403 401',
  OWN: '200 404 200 404 200 200 403 401',
  OWN_NOW: '200 404 200 404 404 200 403 401',
  AGENTS: '200 200 403 403 403 403 403 401',
  AGENTS_CREATE: '201 201 403 403 403 403 403 401',
  OWN_AGENT: '200 404 403 403 403 403 403 401',
  AGENT_OR_ADMIN: '200 404 403 403 403 200 403 401',
  OWN_CONTRACTOR: '403 403 200 404 409 403 403 401',
  OWN_CONTRACTOR_NOW: '403 403 200 404 404 403 403 401',
  ADMIN: '403 403 403 403 403 200 403 401',
  ADMIN_CREATES: '403 403 403 403 403 201 403 401',
  ADMIN_QUEUES: '403 403 403 403 403 202 403 401',
}

/** The columns of pages. */
export const PAGE_WHO = [
  ...(['agent', 'other agent', 'contractor', 'other contractor', 'admin', 'no role', 'stranger'] as const),
]
export const PAGE = {
  EVERYBODY: '200 200 200 200 200 200 200',
  EVERY_ROLE: '200 200 200 200 200 403 302',
  EVERY_ROLE_SENDS: '303 303 303 303 303 403 302',
  /** What an administrator has under /admin. */
  ELSEWHERE_FOR_ADMIN: '200 200 200 200 303 403 302',
  OWN: '200 404 200 404 303 403 302',
  AGENTS: '200 200 403 403 403 403 302',
  AGENTS_SEND: '303 303 403 403 403 403 302',
  OWN_AGENT: '200 404 403 403 403 403 302',
  OWN_AGENT_SENDS: '303 404 403 403 403 403 302',
  CONTRACTORS: '403 403 200 200 403 403 302',
  CONTRACTORS_SEND: '403 403 303 303 403 403 302',
  OWN_CONTRACTOR: '403 403 200 404 403 403 302',
  OWN_CONTRACTOR_SENDS: '403 403 303 404 403 403 302',
  ADMIN: '403 403 403 403 200 403 302',
  ADMIN_SENDS: '403 403 403 403 303 403 302',
  ADMIN_CREATES: '403 403 403 403 201 403 302',
}

export const route = (request: string, may: string, of: Omit<Route, 'request' | 'may'> = {}): Route => ({
  ...{ request, may },
  ...of,
})

/** Of each that stands in these columns alike. */
export const reads = (may: string, ...paths: string[]): Route[] => paths.map((path) => route(`GET ${path}`, may))

export const confirmed = () => ({ confirmed: 'yes' })
export const because = () => ({ reason: 'Sold' })
export const toContractor = ({ contractor }: Cast) => ({ contractorId: contractor.id })
