import type { Api } from './api.ts'

// Jobs for the browser to find, made through the API as scripts would make them.

export type JobJson = {
  id: string
  jobRef: string
  status: string
  propertyName: string
  quotes: QuoteJson[]
  visits: { id: string; photosUrls: string[] }[]
}
export type QuoteJson = { id: string; status: string; amount: string }

export const jobInput = (values: Record<string, string> = {}) => ({
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane, Guildford GU1 3XY',
  issueDescription: 'The boiler loses pressure every night and the radiators stay cold.',
  urgency: 'medium',
  accessNotes: 'Key at the office',
  ...values,
})

export type Crew = { agent: { api: Api }; contractor: { api: Api; id: string }; admin: { api: Api } }

export const WORK_DONE = 'Topped up the pressure and bled the radiators.'
export const QUOTE = { amount: 480, description: 'Replace the expansion vessel.' }

export type Stage =
  | 'pending'
  | 'assigned'
  | 'in_progress'
  | 'completed'
  | 'quote_pending'
  | 'quote_approved'
  | 'quote_work_done'

type Wish = {
  job?: Record<string, string>
  /** Stored paths of photos of the visit. */
  images?: string[]
  completion?: Record<string, unknown>
}

/** A visit job brought to where it is wanted by those whose turn it is; as the administrator sees it then. */
export async function aJob({ agent, contractor, admin }: Crew, stage: Stage = 'pending', wish: Wish = {}) {
  const { id } = await agent.api.post<JobJson>('/api/jobs', jobInput(wish.job))
  const read = () => admin.api.get<JobJson>(`/api/jobs/${id}`)
  if (stage === 'pending') return read()
  await admin.api.post(`/api/jobs/${id}/assign`, { contractorId: contractor.id })
  if (stage === 'assigned') return read()
  if (stage === 'in_progress') {
    await contractor.api.post(`/api/jobs/${id}/start`)
    return read()
  }
  const done = { workDone: WORK_DONE, images: wish.images ?? [], ...wish.completion }
  if (stage === 'completed') {
    await contractor.api.post(`/api/jobs/${id}/complete`, { ...done, needsQuote: false })
    return read()
  }
  const quote = { needsQuote: true, quoteAmount: QUOTE.amount, quoteDescription: QUOTE.description }
  await contractor.api.post(`/api/jobs/${id}/complete`, { ...quote, ...done })
  if (stage === 'quote_pending') return read()
  await agent.api.patch(`/api/quotes/${(await read()).quotes[0]?.id}/approve`)
  if (stage === 'quote_work_done') {
    const work = (await contractor.api.get<(JobJson & { parentJobId: string })[]>('/api/jobs')).find(
      ({ parentJobId }) => parentJobId === id,
    )
    await contractor.api.post(`/api/jobs/${work?.id}/mark-complete`)
  }
  return read()
}

/** Uploads a photo and returns what its completion call names it. */
export async function upload({ api }: { api: Api }, photo: Buffer): Promise<string> {
  const { uploadURL } = await api.post<{ uploadURL: string }>('/api/objects/upload')
  const sent = await fetch(uploadURL, {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(photo),
  })
  if (!sent.ok) throw new Error(`The photo was not taken: ${sent.status} ${await sent.text()}`)
  return uploadURL
}

/** Values that stretch every screen: long names, the largest usual amount, 800 characters of issue. */
export const HARD = {
  job: {
    propertyName:
      `Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch House, ${'Flat 12b and the annexe '.repeat(3)}`.trim(),
    propertyAddress: `The Old Coach House and Stables, ${'Upper Wolverhampton-on-the-Marsh Road, '.repeat(3)}Milton Keynes MK9 3QA`,
    estateAgency: 'Featherstonehaugh, Cholmondeley & Wriothesley Residential Lettings (South West) Limited',
    issueDescription: 'Damp and a smell of mould behind the wardrobe. '.repeat(18).slice(0, 800),
    accessNotes: 'SupercalifragilisticexpialidociousSupercalifragilisticexpialidociousKeySafe0000',
    urgency: 'high',
  },
  completion: { quoteAmount: 1_234_567.89, quoteDescription: 'Take the wall down and build it again. '.repeat(20) },
  names: {
    firstName: 'Bartholomew-Maximilian',
    lastName: 'Featherstonehaugh-Cholmondeley',
    company: 'Wriothesley & Daughters Plumbing, Heating, Drainage and Roofing Contractors Ltd',
  },
}
