import { API, because, confirmed, PAGE, type Route, reads, route } from './route.ts'

const revised = () => ({ quoteAmount: '48.50', quoteDescription: 'A new vessel.', version: '1' })
const pendingQuote = { of: 'pendingQuote' } as const
const backTo = (back: string) => ({ sent: () => ({ ...confirmed(), back }), back })

export const QUOTES: Route[] = [
  ...reads(API.EVERY_ROLE, '/api/quotes', '/api/quotes/pending', '/api/quotes/export.csv'),
  route('GET /api/quotes/:id', API.OWN_NOW, pendingQuote),
  route('PATCH /api/quotes/:id/approve', API.OWN_AGENT, pendingQuote),
  route('PATCH /api/quotes/:id/decline', API.OWN_AGENT, pendingQuote),
  route('PATCH /api/quotes/:id', API.OWN_CONTRACTOR_NOW, { ...pendingQuote, sent: () => ({ notes: 'By ladder' }) }),
  route('POST /api/quotes/:id/withdraw', API.OWN_CONTRACTOR_NOW, { ...pendingQuote, sent: because }),
  route('DELETE /api/quotes/:id', API.ADMIN, pendingQuote),

  route('GET /quotes', '200 200 303 303 303 403 302'),
  route('GET /quotes/:id', PAGE.OWN, pendingQuote),
  route('GET /quotes/:id/approve', PAGE.OWN_AGENT, pendingQuote),
  route('POST /quotes/:id/approve', PAGE.OWN_AGENT_SENDS, {
    ...{ ...pendingQuote, sent: confirmed },
    refusals: [{ of: 'declinedQuote', ...backTo('/quotes') }],
  }),
  route('GET /quotes/:id/decline', PAGE.OWN_AGENT, pendingQuote),
  route('POST /quotes/:id/decline', PAGE.OWN_AGENT_SENDS, {
    ...{ ...pendingQuote, sent: confirmed },
    refusals: [{ of: 'approvedQuote', ...backTo('/') }],
  }),
  route('GET /quotes/:id/landlord', PAGE.OWN_AGENT, pendingQuote),
  route('POST /quotes/:id/landlord', PAGE.OWN_AGENT_SENDS, {
    ...{ ...pendingQuote, sent: () => ({ email: 'landlord@home.example' }) },
    refusals: [{ of: 'approvedQuote', sent: () => ({ email: 'landlord@home.example' }) }],
  }),
  route('GET /quotes/:id/edit', PAGE.OWN_CONTRACTOR, pendingQuote),
  route('POST /quotes/:id/edit', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ ...pendingQuote, sent: revised },
    refusals: [{ of: 'approvedQuote', sent: () => ({ quoteAmount: '5' }) }],
  }),
  route('GET /quotes/:id/withdraw', PAGE.OWN_CONTRACTOR, pendingQuote),
  route('POST /quotes/:id/withdraw', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ ...pendingQuote, sent: because },
    refusals: [{ of: 'declinedQuote', back: '/quotes/:id' }],
  }),

  ...reads(PAGE.ADMIN, '/admin/quotes', '/admin/quotes/export.csv', '/admin/quote-work'),
  route('GET /admin/quotes/:id', PAGE.ADMIN, pendingQuote),
  route('GET /admin/quote-work/:id', PAGE.ADMIN, { of: 'quoteWork' }),
  route('POST /admin/quotes/:id/delete', PAGE.ADMIN_SENDS, {
    ...{ ...pendingQuote, sent: confirmed },
    refusals: [{ of: 'approvedQuote', back: '/?tab=quotes' }],
  }),
]
