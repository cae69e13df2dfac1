import { dayIn, tomorrow } from '#tests/support/times.ts'
import { completion, withQuote } from '#tests/support/world.ts'
import { API, because, confirmed, PAGE, type Route, reads, route, type Way } from './route.ts'

const slot = () => ({ day: dayIn(1), slot: 'morning' })
export const visitWithQuote = {
  ...{ workDone: 'Bled it.', needsQuote: 'yes' },
  ...{ quoteAmount: '480', quoteDescription: 'A new vessel.' },
}
const onceMore = (happened?: string) => ({ workDone: 'Once more.', ...(happened && { happened }) })
const OTHER_ENDS = ['no_access', 'return', 'hand_back']
const ending = (of: Way['of']) =>
  OTHER_ENDS.map((happened): Way => ({ of, sent: () => ({ workDone: 'Rang twice.', happened }), page: '/visit/:id' }))

/** What a contractor does with a job: appointments and visits. */
export const WORK: Route[] = [
  route('POST /api/jobs/:id/start', API.OWN_CONTRACTOR, { of: 'assigned' }),
  route('POST /api/jobs/:id/complete', API.OWN_CONTRACTOR, {
    ...{ of: 'in_progress', sent: () => withQuote() },
    also: [{ of: 'in_progress', sent: () => completion() }],
  }),
  route('POST /api/jobs/:id/mark-complete', API.OWN_CONTRACTOR, {
    ...{ of: 'quoteWork' },
    also: [{ of: 'quoteWork', sent: () => completion() }],
  }),
  route('POST /api/jobs/:id/visits', API.OWN_CONTRACTOR, {
    of: 'in_progress',
    sent: () => ({ outcome: 'no_access', workDone: 'Rang twice.' }),
    also: [{ of: 'in_progress', sent: () => ({ outcome: 'return', workDone: 'The part is ordered.' }) }],
  }),
  route('POST /api/jobs/:id/hand-back', API.OWN_CONTRACTOR, { of: 'in_progress', sent: because }),
  route('PUT /api/jobs/:id/appointment', API.OWN_CONTRACTOR, { of: 'in_progress', sent: () => tomorrow() }),
  route('DELETE /api/jobs/:id/appointment', API.OWN_CONTRACTOR, { of: 'booked' }),
  ...reads(API.EVERY_ROLE, '/api/visits', '/api/visits/export.csv'),
  route('DELETE /api/visits/:id', API.ADMIN, { of: 'visit' }),
  route('POST /api/objects/upload', API.EVERY_ROLE),

  ...reads(PAGE.CONTRACTORS, '/visit', '/history'),
  ...reads(PAGE.EVERY_ROLE, '/visits'),
  route('GET /visit/:id', PAGE.OWN_CONTRACTOR, { of: 'assigned' }),
  route('POST /jobs/:id/start', PAGE.OWN_CONTRACTOR_SENDS, {
    of: 'assigned',
    refusals: [{ of: 'in_progress', back: '/jobs' }],
  }),
  route('POST /jobs/:id/complete', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ of: 'in_progress', sent: () => visitWithQuote, page: '/visit/:id' },
    also: [
      { of: 'in_progress', sent: () => ({ workDone: completion().workDone }), page: '/visit/:id' },
      ...ending('in_progress'),
    ],
    refusals: [undefined, ...OTHER_ENDS].map((end) => ({ of: 'completed', sent: () => onceMore(end) })),
  }),
  route('POST /jobs/:id/mark-complete', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ of: 'quoteWork', sent: confirmed, page: '/jobs' },
    also: [{ of: 'quoteWork', sent: () => ({ workDone: 'Replaced it.' }), page: '/visit/:id' }, ...ending('quoteWork')],
    refusals: [{ of: 'finishedQuoteWork' }, { of: 'finishedQuoteWork', sent: () => ({}), back: '/jobs' }],
  }),
  route('GET /jobs/:id/book', PAGE.OWN_CONTRACTOR, { of: 'assigned' }),
  route('POST /jobs/:id/book', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ of: 'assigned', sent: () => ({ ...slot(), from: '', to: '' }), page: '/jobs/:id/book' },
    refusals: [{ of: 'completed', sent: () => ({ ...slot(), back: '/jobs' }) }],
  }),
  route('POST /jobs/:id/book/cancel', PAGE.OWN_CONTRACTOR_SENDS, {
    ...{ of: 'booked', sent: confirmed },
    refusals: [{ of: 'assigned', sent: () => ({ ...confirmed(), back: '/jobs' }), back: '/jobs' }],
  }),
]
