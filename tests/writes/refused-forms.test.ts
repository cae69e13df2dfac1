import { expect, test } from 'bun:test'
import { PAGES, ready, senderIn } from '#tests/routes/all.ts'
import { everything } from '#tests/support/database/everything.ts'
import { withIds } from '#tests/support/targets.ts'
import { aCast } from '#tests/support/world.ts'

// Every form of a page whose thing is no longer in the state that the form needs: no screen is lost to a bare error page.

/** Do what there is to do, or their thing is gone (404). */
const NEVER_REFUSED = [
  ...[
    '/profile/reminders',
    '/profile/sessions/end',
    '/profile/passkeys',
    '/profile/passkeys/:id/rename',
    '/profile/passkeys/:id/remove',
    '/profile/preferences',
    '/profile/away',
    '/profile/keys',
    '/links/:id/end',
    '/messages/:id/unread',
    '/profile/tokens/:id/revoke',
    '/profile/calendar/remove',
    '/completed-jobs/delete-all',
    '/invoices/files',
    '/admin/invoices/payments',
    '/certificates/import',
    '/admin/fees',
    '/certificates/:id/delete',
    '/certificate-links/:id/end',
  ],
  ...['/admin/jobs/:id/delete', '/admin/invoices/:id/delete', '/admin/emails/resend', '/admin/contractors/:id/delete'],
  ...['contractors', 'estate-agents', 'administrators'].map((people) => `/admin/${people}/:id/edit`),
  ...['estate-agent', 'contractor', 'administrator', 'import'].map((what) => `/admin/accounts/${what}`),
  ...['edit', 'turn-off', 'delete'].map((what) => `/admin/webhooks/:id/${what}`),
  ...['edit', 'save', 'move', 'delete'].map((what) => `/admin/views/:id/${what}`),
]

const FORMS = PAGES.filter(({ request }) => request.startsWith('POST'))
const cases = FORMS.flatMap((route) =>
  (route.refusals ?? []).map(
    (refusal) =>
      [`${route.request} ${refusal.back ? `leads to ${refusal.back}` : 'is shown again'}`, route, refusal] as const,
  ),
)

test.each(cases)('%s', async (_, route, { before: earlier, back, ...refusal }) => {
  const cast = await aCast()
  const client = await senderIn(cast, route)
  const { id, path, call } = await ready(cast, { sent: route.sent, ...refusal, request: route.request, may: route.may })
  const form = { ...call.form, ...(earlier && { formKey: crypto.randomUUID() }) } as Record<string, string>
  // The form's key has done something else before.
  if (earlier) expect((await client.submit(path, { ...form, ...earlier } as typeof form)).status).toBeLessThan(400)
  const before = await everything()

  const plain = await client.submit(path, form)
  if (back) {
    expect([plain.status, plain.headers.get('location')]).toEqual([303, withIds(back, id)])
    expect(decodeURIComponent(decodeURIComponent(plain.headers.get('set-cookie') ?? ''))).toContain('"destructive"')
  } else {
    expect(plain.status).toBe(409)
    expect(await plain.text()).toContain('class="error-summary"')
  }
  const live = await client.htmx(path, { method: 'POST', form })
  expect(live.status).toBe(409)
  expect(await everything()).toEqual(before)
})

test('every form of a page is refused, but those that never are', () => {
  const paths = FORMS.filter(({ refusals = [] }) => !refusals.length).map(({ request }) => request.split(' ')[1]!)
  expect(paths.sort()).toEqual(NEVER_REFUSED.sort())
})
