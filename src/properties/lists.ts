import { isSelected } from '#db/query/conditions.ts'
import { jobVisits } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { CLOSED, type JobStatus, OPEN } from '#src/domain/job/status.ts'
import type { JobThere, ListOf, Property, PropertyPart } from '#src/domain/property/property.ts'
import { type Cursor, PAGE_SIZE } from '#src/http/cursor.ts'
import { type Listing, readCorrected } from '#src/http/list/listing.ts'
import { invoicesFor } from '#src/invoices/lists.ts'
import { listedForAdmins, ownListed } from '#src/jobs/lists.ts'
import { quotesOfJobsIn } from '#src/quotes/lists.ts'
import { visitsFor } from '#src/visits/lists.ts'
import { isInvoicedAt, jobIdsThere } from './queries.ts'

/** Of what is not a job, until more is asked for. */
const FIRST = 10

type More = { part: PropertyPart; cursor: Cursor }

/** Reads the beginning of each list, but of the one that `more` is asked of what follows; `alone` no other than that. */
export async function listsOfProperty(user: Actor, property: Property, more?: More, alone = false) {
  const ids = jobIdsThere(user, property)
  const read = async <Item extends { id: string }>(part: PropertyPart, list: Listing<Item>) => {
    const cursor = more?.part === part ? more.cursor : null
    const isJobs = part === 'open' || part === 'closed'
    if (alone && !cursor) return { items: [], next: null }
    const { items, next } = await readCorrected(list, cursor, cursor || isJobs ? PAGE_SIZE : FIRST)
    return { items, next }
  }
  const readJobs = (part: PropertyPart, statuses: readonly JobStatus[]): Promise<ListOf<JobThere>> => {
    const filter = { property: property.propertyAddress, status: statuses.join(',') }
    return isAdmin(user) ? read(part, listedForAdmins(user, filter)) : read(part, ownListed(user, filter))
  }
  const [open, closed, visits, quotes, invoiced] = await Promise.all([
    readJobs('open', OPEN),
    readJobs('closed', CLOSED),
    read('visits', visitsFor(user, { search: '', where: isSelected(jobVisits.jobId, ids) })),
    read('quotes', quotesOfJobsIn(user, ids)),
    read('invoices', invoicesFor(user, { search: '', where: isInvoicedAt(property.key) })),
  ])
  return { open, closed, visits, quotes, invoices: invoiced }
}
