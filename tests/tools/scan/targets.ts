/** `*` stands where the scanner puts its values. */
export type Target = {
  as: 'agent' | 'contractor' | 'admin' | 'stranger'
  request: string
  body?: Record<string, unknown>
}

export type Ids = { job: string; quote: string; visit: string; user: string; inHand: string }

const job = {
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane, Godalming',
  issueDescription: 'The boiler loses pressure every night.',
  urgency: 'high',
  accessNotes: 'Key at the office',
}

/** Every place where text that people send reaches the database. */
export const targets = ({ job: id, quote, visit, user, inHand }: Ids): Target[] => [
  { as: 'admin', request: 'GET /api/jobs?search=mill&status=pending&limit=5' },
  { as: 'admin', request: 'GET /api/messages?search=mill&show=unread&from=contractor&limit=5' },
  { as: 'admin', request: 'GET /api/visits?search=mill&agency=Rightway&limit=5' },
  { as: 'admin', request: 'GET /api/invoices?search=mill&state=open&property=12+Mill+Lane&limit=5' },
  { as: 'admin', request: 'GET /api/figures?from=2026-01-01&to=2026-03-31&agency=Rightway' },
  { as: 'admin', request: 'POST /api/jobs/chase', body: { jobIds: [id], text: 'Please see to it' } },
  {
    as: 'agent',
    request: 'GET /api/jobs?search=mill&limit=5&cursor=1795245952207.00000000-0000-7000-8000-000000000000',
  },
  { as: 'contractor', request: 'GET /api/jobs/completed?search=mill&limit=5' },
  { as: 'admin', request: 'GET /api/quotes?search=mill&status=pending&limit=5' },
  { as: 'admin', request: 'GET /api/jobs/export.csv?search=mill&status=pending' },
  { as: 'admin', request: 'GET /api/contractor-visits-invoicing?search=mill&limit=5' },
  { as: 'admin', request: 'GET /api/quote-work-invoicing?search=mill&limit=5' },
  { as: 'admin', request: 'GET /api/invoiced-items?search=mill&limit=5' },
  { as: 'admin', request: 'GET /api/contractors?search=carl&limit=5' },
  { as: 'agent', request: `GET /api/jobs/${id}*` },
  { as: 'agent', request: `GET /api/jobs/${id}*/events` },
  { as: 'agent', request: `GET /api/quotes/${quote}*` },
  { as: 'agent', request: `GET /objects/${id}*?w=320` },
  { as: 'stranger', request: 'GET /login?next=/jobs' },
  { as: 'stranger', request: 'POST /api/local/login', body: { identifier: 'olivia.hart', password: 'wrong' } },
  { as: 'agent', request: 'GET /jobs?search=mill&cursor=1.00000000-0000-7000-8000-000000000000' },
  { as: 'agent', request: 'GET /quotes?search=mill&status=pending' },
  { as: 'admin', request: 'GET /admin/jobs?search=mill&status=pending' },
  { as: 'admin', request: 'GET /admin/quotes?search=mill' },
  { as: 'admin', request: 'GET /admin/quote-work?search=mill' },
  { as: 'admin', request: 'GET /admin/contractors?search=carl' },
  { as: 'admin', request: 'GET /?tab=visits' },
  { as: 'agent', request: 'POST /api/jobs', body: job },
  { as: 'admin', request: `PATCH /api/jobs/${id}`, body: job },
  { as: 'admin', request: `POST /api/jobs/${id}/assign`, body: { contractorId: user } },
  { as: 'admin', request: `POST /api/jobs/${id}/cancel`, body: { reason: 'Sold' } },
  {
    as: 'contractor',
    request: `POST /api/jobs/${inHand}/complete`,
    body: { workDone: ' ', images: ['/objects/x'], needsQuote: true, quoteAmount: 5, quoteDescription: 'x' },
  },
  { as: 'admin', request: `POST /api/visits/${visit}*/mark-invoiced`, body: { amount: '60.00' } },
  { as: 'admin', request: `POST /api/quotes/${quote}*/mark-invoiced` },
  { as: 'admin', request: `DELETE /api/invoices/${visit}*?hardDelete=false` },
  {
    as: 'admin',
    request: 'POST /api/admin/create-contractor',
    body: {
      email: 'carl@masonplumbing.example',
      firstName: 'Nia',
      lastName: 'Cole',
      password: 'secret1',
      phone: '0',
      company: 'x',
    },
  },
  { as: 'admin', request: `PATCH /api/users/${user}*`, body: { phone: '020 7946 0009', company: 'x' } },
  { as: 'admin', request: `POST /api/estate-agents/${user}*/hand-over`, body: { to: user } },
  { as: 'admin', request: `DELETE /api/estate-agents/${user}*?handOverTo=${user}` },
  { as: 'admin', request: `PATCH /api/users/${user}*/role`, body: { role: 'contractor' } },
  { as: 'agent', request: 'POST /api/tokens', body: { name: 'Reports', expiresAt: '2020-01-01T00:00:00.000Z' } },
]
