import { refusalOf } from '#tests/support/problem.ts'

const FORMS: [string, RegExp][] = [
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['instant', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['money', /^\d+\.\d\d$/],
]

/**
 * What an answer looks like rather than what it says: 'uuid', 'instant' (ISO 8601, UTC), 'day', 'money' (two decimals),
 * 'text', 'number', 'boolean', null; of a list the shape of its items, which must share one.
 */
export function shape(value: unknown): unknown {
  if (value === null) return null
  if (Array.isArray(value)) {
    const [first, ...others] = value.map(shape)
    if (others.some((other) => !Bun.deepEquals(other, first))) throw new Error('The items differ in shape')
    return value.length ? [first] : []
  }
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shape(one)]))
  if (typeof value !== 'string') return typeof value
  return FORMS.find(([, form]) => form.test(value))?.[0] ?? 'text'
}

/** An answer's status and body, of a refusal its older part. Throws when the body is not JSON, in type and text. */
export async function answerOf(coming: Promise<Response>) {
  const response = await coming
  const { status } = response
  const type = response.headers.get('content-type') ?? ''
  if (status < 400 && !/^application\/json; ?charset=utf-8$/.test(type))
    throw new Error(`The answer is ${type || 'without a type'}`)
  return { status, body: status < 400 ? await response.json() : await refusalOf(response) }
}

// What the API answers, as `shape` tells it: with all that can be there.
export const PERSON = {
  ...{ id: 'uuid', firstName: 'text', lastName: 'text', name: 'text' },
  ...{ company: 'text', email: 'text', phone: 'text' },
}
export const QUOTE = {
  ...{ id: 'uuid', jobId: 'uuid', contractorId: 'uuid', visitId: 'uuid', contractor: PERSON },
  ...{ description: 'text', amount: 'money', materialsCost: 'money', laborCost: 'money' },
  ...{ estimatedDuration: 'text', validUntil: 'day', notes: 'text' },
  ...{ version: 'number', lines: null, net: null, vat: null, reason: null, workJobId: null },
  ...{ status: 'text', workStatus: 'text', invoicingStatus: 'text', createdAt: 'instant', updatedAt: 'instant' },
}
export const VISIT = {
  ...{
    id: 'uuid',
    jobId: 'uuid',
    contractorId: 'uuid',
    contractor: PERSON,
    visitDate: 'instant',
    createdAt: 'instant',
  },
  ...{
    workDescription: 'text',
    photosUrls: [],
    images: [],
    isQuoteRequired: 'text',
    invoicingStatus: 'text',
    fee: null,
    invoiceNumber: null,
    outcome: 'text',
  },
}
export const JOB = {
  ...{ id: 'uuid', jobRef: 'text', estateAgentId: 'uuid', contractorId: 'uuid', parentJobId: null },
  ...{ estateAgentName: 'text', estateAgency: 'text', propertyName: 'text', propertyAddress: 'text' },
  ...{ issueDescription: 'text', accessNotes: 'text', status: 'text', urgency: 'text', jobType: 'text' },
  ...{ contractorType: null, cancelReason: null, hiddenFromEstateAgent: 'text', tenantName: null, tenantPhone: null },
  ...{ photosUrls: [], postcode: 'text', rivalOfJobId: null, hazard: null, certificate: null, appointment: null },
  ...{ waitingOn: 'text', waitingFor: 'text', waitingSince: 'instant', visitBy: 'instant', visitTarget: 'text' },
  ...{ createdAt: 'instant', updatedAt: 'instant', estateAgent: PERSON, contractor: PERSON },
  ...{ quotes: [QUOTE], visits: [VISIT], quote: 'number', unreadMessages: 'number' },
  ...{ noAccessVisits: 'number', office: { phone: 'text', email: 'text' } },
}

/** A job that nobody has yet. */
export const UNASSIGNED = { ...JOB, contractorId: null, contractor: null, quotes: [], visits: [], quote: null }

export const INVOICE = {
  ...{ id: 'uuid', invoiceNumber: 'text', type: 'text', description: 'text', amount: 'money', jobId: 'uuid' },
  ...{ contractorId: 'uuid', visitId: 'uuid', quoteId: 'uuid', contractorName: 'text', contractorCompany: 'text' },
  ...{
    net: 'money',
    vat: 'money',
    agency: 'text',
    jobRef: 'text',
    propertyName: 'text',
    taxPoint: 'day',
    dueOn: 'day',
  },
  ...{ contractorAddress: null, contractorVatNumber: null, voidedAt: null, voidReason: null, creditNote: null },
  ...{ paidOn: null, paidBy: null },
  ...{ replaces: null, replacesNumber: null, replacedBy: null, replacedByNumber: null },
  lines: [
    { description: 'text', quantity: 'number', vatRate: 'number', unitPrice: 'money', net: 'money', vat: 'money' },
  ],
  ...{ propertyAddress: 'text', invoiceDate: 'instant', createdAt: 'instant', updatedAt: 'instant' },
}
