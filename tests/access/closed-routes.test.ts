import { expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aNobody } from '#tests/support/world.ts'

// Who may send which form. A form that is not here fails the last test. What a role may send is another test's matter.

const AGENT = ['contractor', 'admin'] as const
const CONTRACTOR = ['agent', 'admin'] as const
const ADMIN = ['agent', 'contractor'] as const

/** The forms of the pages, and the roles that are refused. */
const FORMS: Record<string, readonly ('agent' | 'contractor' | 'admin')[]> = {
  '/create-job': AGENT,
  '/jobs/:id/delete': ['contractor'],
  '/jobs/:id/edit': AGENT,
  '/jobs/:id/cancel': AGENT,
  '/jobs/:id/reopen': AGENT,
  '/completed-jobs/delete-all': AGENT,
  '/quotes/:id/approve': AGENT,
  '/quotes/:id/decline': AGENT,
  '/quotes/:id/edit': CONTRACTOR,
  '/quotes/:id/withdraw': CONTRACTOR,
  '/jobs/:id/start': CONTRACTOR,
  '/jobs/:id/complete': CONTRACTOR,
  '/jobs/:id/mark-complete': CONTRACTOR,
  '/jobs/:id/book': CONTRACTOR,
  '/jobs/:id/book/cancel': CONTRACTOR,
  '/jobs/:id/messages': [],
  '/admin/jobs/:id/messages': ADMIN,
  '/profile/password': [],
  '/profile/reminders': [],
  '/profile/tokens': [],
  '/profile/calendar': CONTRACTOR,
  '/profile/calendar/remove': CONTRACTOR,
  '/profile/tokens/:id/revoke': [],
  '/admin/jobs/assign': ADMIN,
  '/admin/jobs/cancel': ADMIN,
  '/admin/invoices': ADMIN,
  '/admin/jobs/:id/edit': ADMIN,
  '/admin/jobs/:id/assign': ADMIN,
  '/admin/jobs/:id/rivals': ADMIN,
  '/admin/jobs/:id/unassign': ADMIN,
  '/admin/jobs/:id/cancel': ADMIN,
  '/admin/jobs/:id/reopen': ADMIN,
  '/admin/jobs/:id/delete': ADMIN,
  '/admin/visits/:id/invoice': ADMIN,
  '/admin/visits/:id/delete': ADMIN,
  '/admin/quotes/:id/invoice': ADMIN,
  '/admin/quotes/:id/delete': ADMIN,
  '/admin/invoices/:id/delete': ADMIN,
  '/admin/emails/:id/resend': ADMIN,
  '/admin/emails/resend': ADMIN,
  '/admin/contractors/:id/edit': ADMIN,
  '/admin/contractors/:id/delete': ADMIN,
  '/admin/contractors/:id/reset-password': ADMIN,
  '/admin/contractors/:id/reassign': ADMIN,
  '/admin/estate-agents/:id/edit': ADMIN,
  '/admin/estate-agents/:id/delete': ADMIN,
  '/admin/estate-agents/:id/reset-password': ADMIN,
  '/admin/estate-agents/:id/hand-over': ADMIN,
  '/admin/accounts/estate-agent': ADMIN,
  '/admin/accounts/contractor': ADMIN,
  '/admin/accounts/administrator': ADMIN,
  '/admin/accounts/import': ADMIN,
  '/admin/administrators/:id/edit': ADMIN,
  '/admin/users/:id/invite': ADMIN,
  '/admin/users/:id/role': ADMIN,
  '/admin/webhooks/new': ADMIN,
  '/admin/webhooks/:id/edit': ADMIN,
  '/admin/webhooks/:id/turn-on': ADMIN,
  '/admin/webhooks/:id/take-over': ADMIN,
  '/admin/webhooks/:id/turn-off': ADMIN,
  '/admin/webhooks/:id/test': ADMIN,
  '/admin/webhooks/:id/rotate': ADMIN,
  '/admin/webhooks/:id/delete': ADMIN,
  '/admin/webhooks/:id/deliveries/:deliveryId/send': ADMIN,
}

/** Open to everybody: the way in, and what whoever has a link from an e-mail may do. */
const OPEN = ['/login', '/forgot-password', '/set-password/:token', '/unsubscribe/:token']

for (const [path, refused] of Object.entries(FORMS)) {
  test(path, async () => {
    const cast = await aCast()
    const at = path.replace(':id', crypto.randomUUID())
    const form = { confirmed: 'yes' }
    for (const role of refused) {
      const somebody = await signedInAs(cast[role])
      const answers = [await somebody.submit(at, form), await somebody.htmx(at, { method: 'POST', form })]
      expect([role, ...answers.map(({ status }) => status)]).toEqual([role, 403, 403])
    }
    expect((await (await signedInAs(await aNobody())).submit(at, form)).status).toBe(403)
    const answer = await stranger.submit(at, form)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?next=%2F'])
    expect((await stranger.htmx(at, { method: 'POST', form })).status).toBe(401)
  })
}

test('no form is left out', () => {
  const posts = app.routes.filter(({ method, path }) => method === 'POST' && !path.startsWith('/api'))
  expect(posts.map(({ path }) => path).sort()).toEqual([...Object.keys(FORMS), ...OPEN].sort())
})
