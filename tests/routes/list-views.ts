import { VIEW } from '#tests/support/targets.ts'
import { API, confirmed, PAGE, type Route, reads, route } from './route.ts'

const renamed = () => ({ name: 'Every morning' })
const form = () => ({ ...VIEW, name: 'Every morning' })

/** Views of lists, of administrators. */
export const LIST_VIEWS: Route[] = [
  route('GET /api/views', API.ADMIN),
  route('POST /api/views', API.ADMIN_CREATES, { sent: () => VIEW }),
  route('PATCH /api/views/:id', API.ADMIN, { of: 'aView', sent: renamed }),
  route('DELETE /api/views/:id', API.ADMIN, { of: 'aView' }),

  ...reads(PAGE.ADMIN, '/admin/views', '/admin/views/sidebar', '/admin/views/new'),
  route('POST /admin/views/new', PAGE.ADMIN_SENDS, {
    ...{ sent: form, page: '/admin/views/new' },
    refusals: [{ of: 'allViews' }],
  }),
  route('GET /admin/views/:id/edit', PAGE.ADMIN, { of: 'aView' }),
  route('POST /admin/views/:id/edit', PAGE.ADMIN_SENDS, { of: 'aView', sent: renamed }),
  route('POST /admin/views/:id/save', PAGE.ADMIN_SENDS, { of: 'aView', sent: () => ({ query: 'status=pending' }) }),
  route('POST /admin/views/:id/move', PAGE.ADMIN_SENDS, { of: 'aView', sent: () => ({ place: '1' }) }),
  route('POST /admin/views/:id/delete', PAGE.ADMIN_SENDS, { of: 'aView', sent: confirmed }),
]
