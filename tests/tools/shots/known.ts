import type { Api } from '#tests/e2e/support/api.ts'

type JobJson = {
  id: string
  propertyName: string
  status: string
  jobType: string
  quotes: { id: string; status: string; validUntil: string | null }[]
}

/** Ids of a stretched job in each state. */
export type Known = Record<
  'pending' | 'assigned' | 'started' | 'quoted' | 'work' | 'invoiced' | 'cancelled' | 'quote' | 'expired' | 'invoice',
  string
>

/** Throws when one is missing. */
export async function knownOf(admin: Api): Promise<Known> {
  const jobs = (await admin.get<JobJson[]>('/api/jobs')).filter(({ propertyName }) =>
    propertyName.startsWith('Llanfair'),
  )
  const id = (status: string, jobType = 'visit') => {
    const found = jobs.find((job) => job.status === status && job.jobType === jobType)
    if (!found) throw new Error(`No ${jobType} job is ${status}`)
    return found.id
  }
  const quotes = jobs.filter(({ status }) => status === 'quote_pending').flatMap((job) => job.quotes)
  const quote = (past: boolean) => quotes.find(({ validUntil }) => (validUntil !== null) === past)?.id ?? ''
  return {
    pending: id('pending'),
    assigned: id('assigned'),
    started: id('in_progress'),
    quoted: jobs.find(({ quotes }) => quotes.some((one) => one.id === quote(false)))?.id ?? '',
    work: id('assigned', 'quote_work'),
    invoiced: id('invoiced'),
    cancelled: id('cancelled'),
    quote: quote(false),
    expired: quote(true),
    invoice: (await admin.get<{ id: string }[]>('/api/invoices'))[0]?.id ?? '',
  }
}
