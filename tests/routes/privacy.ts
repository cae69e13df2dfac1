import { API, because, confirmed, PAGE, type Route, reads, route } from './route.ts'

const answer = () => ({ text: 'We are sorry.' })

/** What administrators do about personal data. */
export const PRIVACY: Route[] = [
  route('GET /api/complaints', API.ADMIN),
  route('GET /api/complaints/:id', API.ADMIN, { of: 'aComplaint' }),
  route('POST /api/complaints/:id/answer', API.ADMIN, { of: 'aComplaint', sent: answer }),
  route('POST /api/complaints/:id/close', API.ADMIN, { of: 'aComplaint', sent: because }),

  route('GET /api/people', API.ADMIN, { bySignIn: true }),
  route('GET /api/people/:id/export.zip', API.ADMIN, { of: 'aContractor', bySignIn: true }),
  route('POST /api/people/:id/erase', API.ADMIN, { of: 'aFormerContractor', bySignIn: true }),

  ...reads(PAGE.ADMIN, '/admin/complaints', '/admin/people'),
  route('GET /admin/people/:id', PAGE.ADMIN, { of: 'aContractor' }),
  route('POST /admin/people/:id/erase', PAGE.ADMIN_SENDS, {
    ...{ of: 'aFormerContractor', sent: confirmed },
    refusals: [{ of: 'aContractor', back: '/admin/people/:id' }],
  }),
  route('GET /admin/complaints/:id', PAGE.ADMIN, { of: 'aComplaint' }),
  route('POST /admin/complaints/:id/answer', PAGE.ADMIN_SENDS, {
    ...{ of: 'aComplaint', sent: answer },
    refusals: [{ of: 'anAnsweredComplaint', sent: answer, back: '/admin/complaints/:id' }],
  }),
  route('POST /admin/complaints/:id/close', PAGE.ADMIN_SENDS, {
    ...{ of: 'aComplaint', sent: because },
    refusals: [{ of: 'aClosedComplaint', sent: because, back: '/admin/complaints/:id' }],
  }),
]
