import { expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { accountEvents, emailNotifications, links, passkeys } from '#db/schema.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { stranger } from '#tests/support/app.ts'
import { aContractor } from '#tests/support/world.ts'
import { aPasskeyOf } from './authenticator.ts'

async function askedBy(identifier: string): Promise<string> {
  await db.delete(links)
  await stranger.post('/api/password-reset', { identifier })
  const [link] = await db.select().from(links).orderBy(desc(links.id))
  return `/set-password/${mailedSecret(link!.id)}`
}

test('passkeys stay when a password is set by a link, whose e-mail and page name them, and go by a tick', async () => {
  const carl = await aContractor()
  await aPasskeyOf(carl)
  const own = () => db.$count(passkeys, eq(passkeys.userId, carl.id))
  const path = await askedBy(carl.email!)
  const [mailed] = await db.select().from(emailNotifications)
  expect(mailed!.content.device).toBe('Phone')
  expect(await (await stranger.get(path)).text()).toContain('They go on signing you in otherwise: Phone.')
  expect((await stranger.submit(path, { password: 'another horse' })).status).toBe(303)
  expect(await own()).toBe(1)
  const again = await askedBy(carl.email!)
  expect((await stranger.submit(again, { password: 'a third one', removePasskeys: 'yes' })).status).toBe(303)
  expect(await own()).toBe(0)
  const events = await db.select().from(accountEvents).where(eq(accountEvents.userId, carl.id))
  expect(events.map(({ event }) => event)).toContain('passkeyRemoved')
})
