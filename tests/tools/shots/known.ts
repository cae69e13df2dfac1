import type { Api } from '#tests/e2e/support/api.ts'
import { certificatesOf } from './certificates.ts'
import { privacyOf } from './privacy.ts'

type JobJson = {
  id: string
  propertyName: string
  propertyAddress: string
  estateAgency: string
  status: string
  jobType: string
  quotes: { id: string; status: string; validUntil: string | null }[]
}

/** Ids of a stretched job in each state. */
export type Known = Record<
  | (
      | 'pending'
      | 'assigned'
      | 'started'
      | 'quoted'
      | 'work'
      | 'invoiced'
      | 'cancelled'
      | 'quote'
      | 'expired'
      | 'invoice'
    )
  | (
      | 'summary'
      | 'property'
      | 'certificates'
      | 'certificate'
      | 'certified'
      | 'person'
      | 'tenant'
      | 'complaint'
      | 'closed'
    ),
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
  const quoted = jobs.find(({ quotes }) => quotes.some((one) => one.id === quote(false)))
  const summary = await hazardOf(admin, id('in_progress'))
  return {
    ...summary,
    ...(await certificatesOf(admin, quoted!)),
    ...(await privacyOf(admin, id('pending'))),
    pending: id('pending'),
    assigned: id('assigned'),
    started: id('in_progress'),
    quoted: quoted?.id ?? '',
    work: id('assigned', 'quote_work'),
    invoiced: id('invoiced'),
    cancelled: id('cancelled'),
    quote: quote(false),
    expired: quote(true),
    invoice: (await admin.get<{ id: string }[]>('/api/invoices'))[0]?.id ?? '',
  }
}

const AT_LENGTH =
  'Black mould behind the wardrobe, worse after rain, where the wall is cold and the gutter leaks. '.repeat(9)

/** Marks the job, with attempts at access, and sends a summary as a link. */
async function hazardOf(admin: Api, id: string): Promise<Pick<Known, 'summary'>> {
  const on = new Date().toISOString().slice(0, 10)
  const hazard = { level: 'emergency', kinds: ['damp', 'gas', 'electrics'], investigatedAt: new Date() }
  for (const attemptWay of ['phone', 'letter'])
    await admin.patch(`/api/jobs/${id}/hazard`, { ...hazard, attemptOn: on, attemptWay, reason: 'As it was found.' })
  const texts = { found: AT_LENGTH, toDo: AT_LENGTH, byWhen: 'Made safe: by Friday 4 December' }
  const sent = await admin.post<{ id: string }>(`/api/jobs/${id}/hazard/summary`, texts)
  return { summary: sent.id }
}
