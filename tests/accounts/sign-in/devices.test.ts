import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, signInDevices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { deviceWords } from '#src/domain/account/device.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { handle, signedInAs } from '#tests/support/app.ts'
import { anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'

test.each([
  [CHROME, 'Chrome on Windows'],
  [`${CHROME} Edg/142.0.0.0`, 'Edge on Windows'],
  [IPHONE, 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 14; SM-S921B) SamsungBrowser/25.0 Chrome/121.0.0.0', 'Samsung Internet on Android'],
  ['curl/8.14.1', 'A program'],
  [null, 'A program'],
])('%s is called %s', (userAgent, words) => expect(deviceWords(userAgent)).toBe(words))

/** A browser that keeps its cookies. */
function aBrowser(userAgent = CHROME) {
  const kept = new Map<string, string>()
  return {
    kept,
    async signIn({ email }: Actor, password = PASSWORD) {
      const headers = { 'user-agent': userAgent, cookie: [...kept].map((pair) => pair.join('=')).join('; ') }
      const body = new URLSearchParams({ identifier: email!, password })
      const answer = await handle(new Request('http://localhost/login', { method: 'POST', body, headers }))
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        kept.set(name!, value!)
      }
      return answer
    },
  }
}

const told = () => db.select().from(emailNotifications).where(sql`email_type = 'new_device'`)

describe('a sign-in', () => {
  test('from a device that was not seen before is told by e-mail, and not again', async () => {
    const ada = await anAdmin()
    const [desk, phone] = [aBrowser(), aBrowser(IPHONE)]
    expect((await desk.signIn(ada)).status).toBe(303)
    expect(await told()).toEqual([])
    await phone.signIn(ada)
    const [email] = await told()
    expect([email!.contractorEmail, email!.content.device]).toEqual([ada.email!, 'Safari on iPhone'])
    const { html, text } = composeEmail('new_device', email!.content, 'https://fettle.example')
    for (const part of [html, text]) expect(part).toContain('https://fettle.example/profile')
    expect(text).toContain('Safari on iPhone')
    await phone.signIn(ada)
    await desk.signIn(ada)
    expect(await told()).toHaveLength(1)
  })

  test('from another device after a long absence is told, too', async () => {
    const ada = await anAdmin()
    const [desk, phone] = [aBrowser(), aBrowser(IPHONE)]
    await desk.signIn(ada)
    await phone.signIn(ada)
    await db.execute(sql`delete from email_notifications`)
    await db.execute(sql`update sign_in_devices set last_used_at = last_used_at - interval '91 days'`)
    await applyRetention()
    expect(await db.$count(signInDevices)).toBe(1)
    await aBrowser().signIn(ada)
    expect(await told()).toHaveLength(1)
  })

  test('that is refused tells nobody and marks no device', async () => {
    const ada = await anAdmin()
    await aBrowser().signIn(ada)
    const phone = aBrowser(IPHONE)
    expect((await phone.signIn(ada, 'wrong')).status).toBe(401)
    expect(phone.kept.has('device')).toBe(false)
    expect(await told()).toEqual([])
  })

  test('by another person on the same browser is theirs: each is told of for themselves', async () => {
    const [ada, ben] = [await anAdmin(), await anAgent()]
    const shared = aBrowser()
    await aBrowser().signIn(ben)
    await shared.signIn(ada)
    await shared.signIn(ben)
    expect((await told()).map(({ contractorEmail }) => contractorEmail)).toEqual([ben.email!])
  })

  test('from ten new devices in a day is told of twice; the table keeps a hash', async () => {
    const ada = await anAdmin()
    const browsers = Array.from({ length: 10 }, () => aBrowser())
    for (const one of browsers) await one.signIn(ada)
    expect(await told()).toHaveLength(2)
    const rows = JSON.stringify(await db.execute(sql`select * from sign_in_devices`))
    for (const { kept } of browsers) expect(rows).not.toContain(kept.get('device')!)
  })
})

const idsOf = async (client: Awaited<ReturnType<typeof signedInAs>>) =>
  [...(await (await client.get('/profile')).text()).matchAll(/name="session" value="([0-9a-f]+)"/g)].map(
    ([, id]) => id!,
  )
const isIn = async (client: Awaited<ReturnType<typeof signedInAs>>) => (await client.get('/profile')).status === 200

describe('the profile', () => {
  test('lists one’s sessions, this one marked, and none of anybody else', async () => {
    const ada = await anAdmin()
    const phone = aBrowser(IPHONE)
    await phone.signIn(ada)
    await db.execute(sql`update sessions set sess = sess || '{"createdAt":"2027-01-02T10:00:00Z"}',
      last_used_at = '2027-01-05T10:00:00Z'`)
    await signedInAs(await anAgent())
    const here = await signedInAs(ada)
    const text = await (await here.get('/profile')).text()
    expect(text.match(/This device/g)).toHaveLength(1)
    expect(text).toMatch(/Safari on iPhone[\s\S]*02\/01\/2027[\s\S]*05\/01\/2027/)
    expect(await idsOf(here)).toHaveLength(1)
    const sids = (await db.execute(sql`select sid from sessions`)) as { sid: string }[]
    for (const { sid } of sids) expect(text).not.toContain(sid)
  })

  test('ends one session, or all others, never this one or another’s', async () => {
    const ada = await anAdmin()
    const [here, there, third] = [await signedInAs(ada), await signedInAs(ada), await signedInAs(ada)]
    const ben = await signedInAs(await anAgent())
    const [first, second] = await idsOf(here)
    expect((await ben.submit('/profile/sessions/end', { session: first! })).status).toBe(303)
    expect([await isIn(there), await isIn(third)]).toEqual([true, true])
    expect((await here.submit('/profile/sessions/end', { session: first! })).status).toBe(303)
    expect([await isIn(there), await isIn(third)].sort()).toEqual([false, true])
    expect(await idsOf(here)).toEqual([second!])
    expect(await (await here.get('/profile')).text()).toContain('API tokens go on')
    await here.submit('/profile/sessions/end', { session: 'others' })
    expect([await isIn(here), await isIn(there), await isIn(third), await isIn(ben)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await (await here.get('/profile')).text()).not.toContain('Sign Out All Others')
  })

  test('says the last day on which a session was used, noted once in half a day', async () => {
    const here = await signedInAs(await anAgent())
    await db.execute(sql`update sessions set last_used_at = now() - interval '3 days'`)
    await here.get('/profile')
    await Bun.sleep(100)
    const [row] = (await db.execute(
      sql`select last_used_at > now() - interval '1 minute' as lately from sessions`,
    )) as {
      lately: boolean
    }[]
    expect(row!.lately).toBe(true)
  })
})
