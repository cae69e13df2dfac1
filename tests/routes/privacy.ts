import { API, because, PAGE, type Route, reads, route } from './route.ts'

const answer = () => ({ text: 'We are sorry.' })

/** What administrators do about personal data. */
export const PRIVACY: Route[] = [
  route('GET /api/complaints', API.ADMIN),
  route('POST /api/complaints/:id/answer', API.ADMIN, { of: 'aComplaint', sent: answer }),
  route('POST /api/complaints/:id/close', API.ADMIN, { of: 'aComplaint', sent: because }),

  ...reads(PAGE.ADMIN, '/admin/complaints'),
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
