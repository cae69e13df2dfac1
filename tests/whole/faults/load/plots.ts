import { jpeg } from '#tests/photos/pictures.ts'
import type { JobRead, Life } from './life.ts'
import type { Person } from './person.ts'

// Stories that jobs live through under load. Each step is done once in a life.

const photo = await jpeg()

async function raise(life: Life): Promise<void> {
  const { agent } = life.players
  const job = await life.do('create', agent, 'POST', '/api/jobs', {
    estateAgentName: 'Olivia Hart',
    estateAgency: 'Rightway Lettings',
    propertyName: life.name,
    propertyAddress: `${life.name}, Guildford`,
    issueDescription: 'The boiler loses pressure every night.',
  })
  life.jobId = job!.id!
}

async function assigned(life: Life): Promise<void> {
  await raise(life)
  const { admin, contractor } = life.players
  await life.do('assign', admin, 'POST', `/api/jobs/${life.jobId}/assign`, { contractorId: contractor.id })
}

/** Uploads a photo; returns its path. */
async function upload(
  life: Life,
  who: Person,
  [promise, put]: ['promise', 'upload'] | ['promiseReport', 'uploadReport'],
) {
  const promised = await life.do(promise, who, 'POST', '/api/objects/upload')
  const { pathname, search } = new URL(String(promised?.uploadURL))
  await life.do(put, who, 'PUT', pathname + search, photo)
  return pathname.replace('/upload', '')
}

async function visit(life: Life, quoted: boolean): Promise<JobRead> {
  const { contractor } = life.players
  const images = [await upload(life, contractor, ['promise', 'upload'])]
  await life.do('start', contractor, 'POST', `/api/jobs/${life.jobId}/start`)
  const work = { workDone: 'Topped up the pressure.', images }
  const quote = { needsQuote: true, quoteAmount: 480, quoteDescription: 'Replace the expansion vessel.' }
  const path = `/api/jobs/${life.jobId}/complete`
  if (quoted) await life.do('quote', contractor, 'POST', path, { ...work, ...quote })
  else await life.do('complete', contractor, 'POST', path, work)
  return (await life.job())!
}

const invoiceVisit = (life: Life, job: JobRead) =>
  life.do('invoiceVisit', life.players.admin, 'POST', `/api/visits/${job.visits[0]!.id}/mark-invoiced`)

async function quoteWork(life: Life): Promise<void> {
  await assigned(life)
  const job = await visit(life, true)
  const quote = job.quotes[0]!.id
  const { agent, contractor, admin } = life.players
  await life.do('approve', agent, 'PATCH', `/api/quotes/${quote}/approve`)
  const own = await contractor.read<JobRead[]>(`/api/jobs?limit=20&search=${encodeURIComponent(life.name)}`)
  const work = own?.find(({ parentJobId }) => parentJobId === life.jobId)
  if (!work) throw new Error(`${life.name}: the approved quote's job is not on the contractor's list`)
  await life.do('startWork', contractor, 'POST', `/api/jobs/${work.id}/start`)
  const images = [await upload(life, contractor, ['promiseReport', 'uploadReport'])]
  const report = { workDone: 'Replaced it.', images }
  await life.do('finishWork', contractor, 'POST', `/api/jobs/${work.id}/mark-complete`, report)
  await invoiceVisit(life, job)
  await life.do('invoiceQuote', admin, 'POST', `/api/quotes/${quote}/mark-invoiced`)
}

async function visitOnly(life: Life): Promise<void> {
  await assigned(life)
  await invoiceVisit(life, await visit(life, false))
}

async function declined(life: Life): Promise<void> {
  await assigned(life)
  const job = await visit(life, true)
  await life.do('decline', life.players.agent, 'PATCH', `/api/quotes/${job.quotes[0]!.id}/decline`)
  const invoice = await invoiceVisit(life, job)
  // Its id is in the answer alone.
  if (invoice?.id) await life.do('deleteInvoice', life.players.admin, 'DELETE', `/api/invoices/${invoice.id}`)
}

async function withdrawn(life: Life): Promise<void> {
  await raise(life)
  await life.do('edit', life.players.admin, 'PATCH', `/api/jobs/${life.jobId}`, { urgency: 'high' })
  await life.do('withdraw', life.players.agent, 'DELETE', `/api/jobs/${life.jobId}`)
}

async function cancelled(life: Life): Promise<void> {
  await assigned(life)
  await life.do('cancel', life.players.deputy, 'POST', `/api/jobs/${life.jobId}/cancel`, { reason: 'The tenant left.' })
}

/** Deleted by its agent while a contractor has it: called off and hidden in one. */
async function hidden(life: Life): Promise<void> {
  await assigned(life)
  await life.do('hide', life.players.agent, 'DELETE', `/api/jobs/${life.jobId}`)
}

async function reassigned(life: Life): Promise<void> {
  await assigned(life)
  const { deputy, other } = life.players
  await life.do('reassign', deputy, 'POST', `/api/jobs/${life.jobId}/assign`, { contractorId: other.id })
  await life.do('unassign', deputy, 'POST', `/api/jobs/${life.jobId}/unassign`)
}

/** Gone for good, photo included; the invoice stays. */
async function erased(life: Life): Promise<void> {
  await visitOnly(life)
  await life.do('erase', life.players.deputy, 'DELETE', `/api/jobs/${life.jobId}`)
}

/** Erased while a contractor has it in hand: they are told. */
async function erasedInHand(life: Life): Promise<void> {
  await assigned(life)
  await life.do('erase', life.players.admin, 'DELETE', `/api/jobs/${life.jobId}`)
}

export const PLOTS = [
  ...[quoteWork, visitOnly, declined, withdrawn, quoteWork],
  ...[cancelled, hidden, reassigned, quoteWork, erased, erasedInHand],
]
