import { readFile } from 'node:fs/promises'
import { given, Refused, signIn } from './client.ts'

// The life of a job: node src/run.mjs docs/api/examples/job.ts http://localhost:3000 photo.png

const [base = '', photo = ''] = process.argv.slice(2)
const agent = await signIn(base, 'olivia.hart', 'fettle-demo')
const contractor = await signIn(base, 'carl@masonplumbing.example', 'fettle-demo')
const admin = await signIn(base, 'admin@fettle.example', 'fettle-demo')

const repair = {
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane, Godalming GU7 1HE',
  issueDescription: 'The boiler loses pressure every night.',
}

// The agent raises a job. What is wrong with it is told at its place.
try {
  given(await agent.POST('/api/jobs', { body: { ...repair, propertyName: '' } }))
} catch (error) {
  if (!(error instanceof Refused)) throw error
  for (const { pointer, detail } of error.problem.problems ?? []) console.log(pointer, detail)
}
const { id, jobRef, status } = given(await agent.POST('/api/jobs', { body: { ...repair, urgency: 'high' } }))
console.log(jobRef, status)
const path = { id }

// The administrator assigns it; the contractor is told by e-mail and starts.
const carl = given(await contractor.GET('/api/auth/user'))
const body = { contractorId: carl.id }
console.log(given(await admin.POST('/api/jobs/{id}/assign', { params: { path }, body })).status)
console.log(given(await contractor.POST('/api/jobs/{id}/start', { params: { path } })).status)

// The contractor uploads a photo, then logs the visit with it and a quote.
const { uploadURL } = given(await contractor.POST('/api/objects/upload'))
await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: await readFile(photo) })
const visited = await contractor.POST('/api/jobs/{id}/complete', {
  params: { path },
  body: {
    workDone: 'Found a failed expansion vessel.',
    images: [uploadURL],
    needsQuote: true,
    quoteAmount: 480,
    quoteDescription: 'Replace the expansion vessel.',
  },
})
console.log(given(visited).status)

// The agent approves what they have read, and nothing newer: an ETag says what that was.
const [quote] = given(await agent.GET('/api/quotes/pending'))
const read = await agent.GET('/api/quotes/{id}', { params: { path: { id: quote!.id } } })
const header = { 'If-Match': read.response.headers.get('etag') ?? '' }
const approved = await agent.PATCH('/api/quotes/{id}/approve', { params: { path: { id: quote!.id }, header } })
console.log(given(approved).status)

// The contractor finishes the quote work that this makes.
const [work] = given(await contractor.GET('/api/jobs', { params: { query: { status: ['assigned', 'in_progress'] } } }))
const finished = await contractor.POST('/api/jobs/{id}/mark-complete', { params: { path: { id: work!.id } } })
console.log(given(finished).status)

// The administrator sends the visit's fee and the quote work to invoiced.
const [visit] = given(await admin.GET('/api/contractor-visits-invoicing'))
const items = [{ visitId: visit!.id }, { quoteId: quote!.id }]
const { results } = given(await admin.POST('/api/invoices', { body: { items } }))
for (const item of results)
  console.log(item.status, item.status === 201 ? `${item.invoiceNumber} ${item.amount}` : item.message)
for (const invoice of given(await admin.GET('/api/invoiced-items', { params: { query: { limit: 200 } } })))
  console.log(invoice.invoiceNumber, invoice.type, invoice.amount)
