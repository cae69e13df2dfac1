import { propertyKeyOf } from '#src/domain/job/address.ts'
import { keyOf, uuidOf } from './people.ts'

// Everything about job i follows from i, by a hash, so that the world is the same at every run.

export type WorldSize = { jobs: number; agents: number; contractors: number }

const list = (names: string) => names.split(/\s+/)

export const COLUMNS = {
  jobs: list(`id job_ref estate_agent_id contractor_id estate_agent_name estate_agency property_name property_address
    issue_description access_notes status urgency job_type parent_job_id created_at updated_at property_key
    contractor_type waiting_on waiting_for waiting_since visit_by first_visit_at words
    first_assigned_at closed_at`),
  job_visits: list(`id job_id contractor_id visit_date work_description photos_urls is_quote_required invoicing_status
    created_at`),
  quotes: list(`id job_id contractor_id visit_id description amount status work_status invoicing_status work_job_id
    agent_id created_at updated_at first_decided_at`),
  invoices: list(`id invoice_number type job_id contractor_id visit_id description amount contractor_name
    property_address invoice_date created_at`),
  job_events: list('job_id actor_name event from_status to_status created_at'),
  email_notifications: list('id job_id contractor_email email_type content status created_at sent_at'),
}
export type Table = keyof typeof COLUMNS
export const TABLES = Object.keys(COLUMNS) as Table[]

const HOUSES = ['Rose Cottage', 'Flat', 'The Old Mill', 'Harbour View', 'Elm House', 'Station Court', 'Garden Flat']
const STREETS = ['Mill Lane', 'High Street', 'Church Road', 'Station Road', 'Victoria Street', 'Park Lane', 'The Green']
const TOWNS = ['Guildford GU1', 'Leeds LS6', 'Bristol BS3', 'York YO1', 'Brighton BN1', 'Cardiff CF10', 'Norwich NR2']
const OPEN = ['pending', 'pending', 'pending', 'assigned', 'assigned', 'in_progress', 'quote_pending', 'quote_approved']
const URGENCIES = ['low', 'medium', 'high']
const ISSUE =
  'The boiler loses pressure every night and the radiators stay cold. The tenant says that it began last week.'
const TRADES = ['general', 'plumbing', 'heating_gas', 'plumbing', 'electrical', 'general', 'roofing', 'plumbing']
const VISITED = new Set(['quote_pending', 'quote_approved', 'completed', 'invoiced'])
const WAITS: Record<string, readonly [on: string, what: string]> = {
  pending: ['admin', 'assign'],
  assigned: ['contractor', 'book'],
  in_progress: ['contractor', 'finish'],
  quote_pending: ['agent', 'decide'],
  quote_approved: ['contractor', 'book'],
  completed: ['admin', 'invoice'],
}

const DAY = 86_400_000
const YEAR = 365.25 * DAY
/** The newest jobs are open. */
const OPEN_SHARE = 0.1

const pick = <T>(from: readonly T[], number: number): T => from[Math.floor(number) % from.length]!

function hash(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

const ref = (i: number) => String(i).padStart(6, '0')

function statusOf(i: number, jobs: number): string {
  const isOpen = i > Math.floor(jobs * (1 - OPEN_SHARE))
  if (i % 20 === 19) return isOpen ? 'quote_approved' : 'invoiced'
  if (i % 20 === 0) return isOpen ? 'assigned' : 'invoiced'
  if (isOpen) return pick(OPEN, i * 7)
  if (i % 50 === 7) return 'cancelled'
  return i % 10 === 3 ? 'completed' : 'invoiced'
}

/** As the trigger makes them; the addresses have no whole postcode. */
const wordsOf = (...texts: string[]) =>
  ` ${texts
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
const ISSUE_WORDS = wordsOf(ISSUE).trim()

const isClosed = (status: string) => ['completed', 'invoiced', 'cancelled'].includes(status)

const propertyKeys = new Map<string, string | null>()
function propertyKey(address: string): string | null {
  const known = propertyKeys.get(address)
  if (known !== undefined) return known
  const key = propertyKeyOf(address)
  propertyKeys.set(address, key)
  return key
}

type Value = string | number | null
type Add = (table: Table, ...values: Value[]) => void

/** Seven years of jobs, a twentieth of them quote work, with what follows from each. */
export function addJob(add: Add, i: number, { jobs, agents, contractors }: WorldSize, now: number): void {
  const isWork = i % 20 === 0
  const n = isWork ? i - 1 : i
  const status = statusOf(i, jobs)
  const createdAt = now - 60_000 - (7 * YEAR * (jobs - i)) / jobs
  const after = (days: number) => new Date(createdAt + days * DAY).toISOString()
  const [created, dayAfter] = [after(0), after(1)]
  const id = uuidOf(4, i)
  const agent = 1 + (hash(n) % agents)
  const agency = `Agency ${Math.floor(agent / 4)}`
  const contractor =
    status === 'pending' || status === 'cancelled' ? null : keyOf('contractor', 1 + (hash(n + 1) % contractors))
  const house = `${pick(HOUSES, n)} ${n}`
  const address = `${1 + (n % 240)} ${pick(STREETS, n / 7)}, ${pick(TOWNS, n / 49)}`
  const [on = 'nobody', what = null] = WAITS[status] ?? []
  const isVisited = !isWork && VISITED.has(status)
  const words = `${wordsOf(house, address, `JOB ${ref(i)}`)}${ISSUE_WORDS}${wordsOf('Olivia Hart', agency)}`
  const jobType = isWork ? 'quote_work' : 'visit'
  add(
    'jobs',
    ...[id, `JOB-${ref(i)}`, keyOf('agent', agent), contractor, 'Olivia Hart', agency, house, address, ISSUE],
    ...['Key at the office', status, pick(URGENCIES, i), jobType, isWork ? uuidOf(4, i - 1) : null, created, after(3)],
    ...[propertyKey(address), pick(TRADES, n / 11), on, what, status === 'pending' ? created : dayAfter],
    ...[isWork ? null : after(pick([28, 7, 1], i)), isVisited ? dayAfter : null, words],
    ...[contractor && created, isClosed(status) ? dayAfter : null],
  )
  const invoicing = status === 'invoiced' ? 'invoiced' : 'pending'
  const visit = uuidOf(5, i)
  const isQuoted = status === 'quote_pending' || status === 'quote_approved'
  // Some jobs went to another contractor after the first one's visit.
  const isHandedOn = i % 37 === 5 && i % 20 !== 19 && !isQuoted
  const visitor = isHandedOn ? keyOf('contractor', 1 + (hash(n + 2) % contractors)) : contractor
  if (isVisited) {
    add(
      'job_visits',
      ...[visit, id, visitor, dayAfter, 'Topped up the pressure and bled the radiators.'],
      ...['{/objects/a,/objects/b}', isQuoted ? 'yes' : 'no', invoicing, dayAfter],
    )
    addQuote(add, {
      i,
      id,
      agent: keyOf('agent', agent),
      contractor: visitor,
      visit,
      status,
      jobs,
      dayAfter,
      twoDays: after(2),
    })
  }
  if (isVisited && status === 'invoiced')
    add(
      'invoices',
      ...[uuidOf(7, i), `INV-${ref(i)}`, 'contractor_visit', id, visitor, visit, 'Visit fee', 60, 'Carl Mason'],
      ...[address, after(5), created],
    )
  add('job_events', id, 'Olivia Hart', 'created', null, 'pending', created)
  if (status === 'completed' || status === 'invoiced')
    add('job_events', id, 'Carl Mason', 'completed', 'in_progress', 'completed', dayAfter)
  // Retention keeps e-mails for three years.
  if (contractor && createdAt > now - 3 * YEAR) {
    const sent = i % 10_000 === 7777 ? 'failed' : 'sent'
    add(
      'email_notifications',
      ...[uuidOf(8, i), id, 'contractor@bench.example', 'job_assigned', '{}', sent, created, created],
    )
  }
}

type Quoted = Record<'id' | 'agent' | 'visit' | 'status' | 'dayAfter' | 'twoDays', string> & {
  i: number
  jobs: number
  contractor: string | null
}

function addQuote(add: Add, { i, id, agent, contractor, visit, status, jobs, dayAfter, twoDays }: Quoted): void {
  const hasWork = i % 20 === 19 && i < jobs
  if (status !== 'quote_pending' && status !== 'quote_approved' && !hasWork && i % 10 !== 2 && i % 10 !== 5) return
  const work = hasWork ? statusOf(i + 1, jobs) : null
  const isDone = work === 'completed' || work === 'invoiced'
  const decided = hasWork ? 'approved' : 'declined'
  const isPending = status === 'quote_pending'
  add(
    'quotes',
    ...[uuidOf(6, i), id, contractor, visit, 'Replace the expansion vessel.', 100 + (hash(i) % 900)],
    ...[isPending ? 'pending' : decided, isDone ? 'completed' : 'not_started'],
    ...[work === 'invoiced' ? 'invoiced' : 'pending', hasWork ? uuidOf(4, i + 1) : null, agent, dayAfter, twoDays],
    isPending ? null : twoDays,
  )
  if (!isPending) add('job_events', id, 'Olivia Hart', hasWork ? 'quoteApproved' : 'quoteDeclined', null, null, twoDays)
}
