import { usualCodes } from '#src/domain/invoice/files/program.ts'
import { API, confirmed, PAGE, type Route, reads, route } from './route.ts'

const LISTS = ['contractor-visits-invoicing', 'quote-work-invoicing', 'invoiced-items']
const visits = '/?tab=visits'

export const INVOICES: Route[] = [
  ...reads(API.ADMIN, ...LISTS.flatMap((list) => [`/api/${list}`, `/api/dev/${list}`]), '/api/sums'),
  ...reads(API.ADMIN, '/api/contractor-visits-invoicing/export.csv', '/api/invoiced-items/export.csv'),
  ...reads(API.EVERY_ROLE, '/api/invoices', '/api/invoices/export.csv'),
  route('GET /api/invoices/:id', API.OWN_NOW, { of: 'invoice' }),
  route('POST /api/invoices', API.ADMIN, { of: 'visit', sent: (_, id) => ({ items: [{ visitId: id }] }), each: true }),
  route('DELETE /api/invoices/:id', API.ADMIN, { of: 'invoice' }),
  route('POST /api/invoices/:id/void', API.ADMIN, { of: 'invoice', sent: () => ({ reason: 'Wrong' }) }),
  route('POST /api/invoices/:id/paid', API.ADMIN, { of: 'invoice' }),
  route('DELETE /api/invoices/:id/paid', API.ADMIN, { of: 'paidInvoice' }),
  route('POST /api/visits/:id/mark-invoiced', API.ADMIN_CREATES, { of: 'visit' }),
  route('POST /api/quotes/:id/mark-invoiced', API.ADMIN_CREATES, { of: 'finishedQuote' }),

  ...reads(API.EVERY_ROLE, '/api/figures', '/api/figures/export.csv'),
  route('GET /figures', PAGE.ELSEWHERE_FOR_ADMIN),
  route('GET /admin/figures', PAGE.ADMIN),

  ...reads(PAGE.EVERY_ROLE, '/invoices', '/invoices/export.csv'),
  route('POST /invoices/download', '403 403 403 403 200 403 302', {
    ...{ of: 'invoice', sent: (_, id) => ({ id }), each: true },
    refusals: [{ sent: () => ({}), back: '/invoices' }],
  }),
  route('POST /admin/invoices/paid', PAGE.ADMIN_SENDS, {
    ...{ of: 'invoice', sent: (_, id) => ({ ...confirmed(), id, paidBy: 'card' }) },
    refusals: [{ sent: () => ({}), back: '/invoices' }],
  }),
  route('GET /admin/fees', PAGE.ADMIN),
  route('POST /admin/fees', PAGE.ADMIN_SENDS, {
    sent: () => ({ agency: 'Rightway', 'agency.visitFee': '80' }),
    each: true,
  }),
  route('GET /admin/invoices/payments', PAGE.ADMIN),
  route('POST /admin/invoices/payments', PAGE.ADMIN_SENDS, {
    ...{
      of: 'numberedInvoice',
      sent: () => ({ take: 'yes', table: 'number,date,amount\nINV-777777,31/03/2026,60.00' }),
    },
  }),
  route('GET /invoices/files', PAGE.EVERY_ROLE),
  route('GET /statements', PAGE.ELSEWHERE_FOR_ADMIN),
  route('GET /admin/statements', PAGE.ADMIN),
  route('POST /statements/:id/send', '303 404 403 403 303 403 302', {
    ...{ of: 'agencysStatement', sent: () => ({ email: 'accounts@rightway.example' }), page: '/statements/:id' },
    refusals: [{ of: 'agencysStatement', before: { email: 'other@rightway.example' } }],
  }),
  route('POST /admin/statements/send', PAGE.ADMIN_SENDS, {
    ...{ of: 'agencysStatement', sent: (_, id) => ({ id: decodeURIComponent(id) }), page: '/admin/statements' },
    refusals: [{ sent: () => ({ period: '2026-01' }), back: '/admin/statements?period=2026-01' }],
  }),
  ...['', '/export.csv'].map((file) =>
    route(`GET /statements/:id${file}`, '404 404 200 404 200 403 302', { of: 'contractorsStatement' }),
  ),
  route('GET /invoices/:id', '200 404 200 404 200 403 302', { of: 'invoice' }),
  route('POST /invoices/files', '200 200 200 200 200 403 302', { sent: () => usualCodes('xero', 'sales'), each: true }),
  route('POST /admin/invoices', PAGE.ADMIN_SENDS, {
    of: 'visit',
    sent: (_, id) => ({ ...confirmed(), id }),
    refusals: [{ sent: () => ({}), back: visits }],
  }),
  route('POST /admin/invoices/:id/delete', PAGE.ADMIN_SENDS, { of: 'invoice', sent: confirmed }),
  route('GET /admin/invoices/:id/void', PAGE.ADMIN, { of: 'invoice' }),
  route('POST /admin/invoices/:id/void', PAGE.ADMIN_SENDS, {
    ...{ of: 'invoice', sent: () => ({ reason: 'Wrong' }) },
    refusals: [{ of: 'voidInvoice', back: '/invoices/:id' }],
  }),
  route('GET /admin/invoices/:id/paid', PAGE.ADMIN, { of: 'invoice' }),
  route('POST /admin/invoices/:id/paid', PAGE.ADMIN_SENDS, {
    ...{ of: 'invoice', sent: () => ({ paidBy: 'card' }) },
    refusals: [{ of: 'paidInvoice', back: '/invoices/:id' }],
  }),
  route('POST /admin/invoices/:id/unpaid', PAGE.ADMIN_SENDS, {
    ...{ of: 'paidInvoice', sent: confirmed },
    refusals: [{ of: 'invoice', back: '/invoices/:id' }],
  }),
  route('POST /admin/quotes/:id/invoice', PAGE.ADMIN_SENDS, {
    ...{ of: 'finishedQuote', sent: confirmed },
    refusals: [{ of: 'pendingQuote', back: '/?tab=quotes' }],
  }),
  route('GET /admin/visits/:id/invoice', PAGE.ADMIN, { of: 'visit' }),
  route('POST /admin/visits/:id/invoice', PAGE.ADMIN_SENDS, {
    ...{ of: 'visit', sent: () => ({ amount: '60' }) },
    refusals: [{ amount: '60' }, {}, { amount: 'sixty' }].map((sent) => ({
      ...{ of: 'invoicedVisit', sent: () => sent, back: visits },
    })),
  }),
  route('POST /admin/visits/:id/delete', PAGE.ADMIN_SENDS, {
    ...{ of: 'visit', sent: confirmed },
    refusals: [{ of: 'invoicedVisit', back: visits }],
  }),
]
