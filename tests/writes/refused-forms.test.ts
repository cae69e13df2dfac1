import { expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import { signedInAs } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { withIds } from '#tests/support/targets.ts'
import { aCast } from '#tests/support/world.ts'
import { REFUSALS } from './refusals.ts'

// Every form of a page whose thing is no longer in the state that the form needs: no screen is lost to a bare error page.
// A route that is not here fails the last test.

const NEVER = [
  ...['/profile/reminders', '/unsubscribe/:token'],
  ...['/profile/tokens/:id/revoke', '/profile/calendar/remove', '/completed-jobs/delete-all', '/admin/jobs/:id/delete'],
  ...['/admin/invoices/:id/delete', '/admin/emails/resend', '/admin/contractors/:id/delete'],
  ...['/admin/contractors/:id/edit', '/admin/estate-agents/:id/edit'],
  ...['/admin/administrators/:id/edit', '/admin/accounts/administrator', '/admin/accounts/import'],
  ...['/admin/accounts/estate-agent', '/admin/accounts/contractor'],
  ...['/admin/webhooks/:id/edit', '/admin/webhooks/:id/turn-off', '/admin/webhooks/:id/delete'],
]

const cases = REFUSALS.map(
  (row) => [`${row.route} ${row.back ? `leads to ${row.back}` : 'is shown again'}`, row] as const,
)

test.each(cases)('%s', async (_, { route, who, given, back }) => {
  const cast = await aCast()
  const client = await signedInAs(cast[who])
  const { id = '', form = {} } = await given(cast, client)
  const path = withIds(route, id)
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

test('every form of a page is in this test', () => {
  const known = new Set([...REFUSALS.map(({ route }) => route), ...NEVER])
  const routes = app.routes.filter(
    ({ method, path }) => method === 'POST' && !/^\/(api|objects|login|forgot-password|set-password)\b/.test(path),
  )
  expect(routes.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
})
