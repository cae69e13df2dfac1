import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { accountEvents, links, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime } from '#src/domain/dates.ts'
import { endLinks } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { remind } from '#src/reminders/actions.ts'
import { linksFor } from '#tests/links/by-link.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'
import { remindersSent, roundOf, since } from './world.ts'

const cast = castOfEachTest()

const isOn = async ({ id }: Actor) => (await db.query.users.findFirst({ where: eq(users.id, id) }))!.reminders
const history = async () => (await db.select().from(accountEvents).orderBy(accountEvents.id)).map(({ event }) => event)

/** The address in a reminder that the contractor was sent. */
async function addressOf(day = '2027-03-08'): Promise<string> {
  await since((await aJob(cast, 'assigned')).id, { waitingSince: londonTime('2027-03-01', '09:00') })
  await remind(cast.contractor.id, roundOf(day))
  return `/unsubscribe/${mailedSecret((await remindersSent()).at(-1)!.content.unsubscribeId!)}`
}

describe('on the profile', () => {
  test('a form turns reminders off and on, and the account’s history knows who did', async () => {
    const contractor = await signedInAs(cast.contractor)
    expect(await (await contractor.get('/profile')).text()).toContain('Turn Reminders Off')
    const off = await contractor.submit('/profile/reminders', { reminders: 'off' })
    expect([off.status, off.headers.get('location')]).toEqual([303, '/profile'])
    expect(await isOn(cast.contractor)).toBe(false)
    expect(await (await contractor.get('/profile')).text()).toContain('Turn Reminders On')
    await contractor.submit('/profile/reminders', { reminders: 'off' })
    await contractor.submit('/profile/reminders', { reminders: 'on' })
    expect(await isOn(cast.contractor)).toBe(true)
    expect(await isOn(cast.agent)).toBe(true)
    expect(await db.select().from(accountEvents).orderBy(accountEvents.id)).toMatchObject([
      { userId: cast.contractor.id, actorId: cast.contractor.id, actorName: 'Carl Mason', event: 'remindersTurnedOff' },
      { userId: cast.contractor.id, event: 'remindersTurnedOn' },
    ])
  })

  test('a form that does not say which is refused, and turns nothing off', async () => {
    const contractor = await signedInAs(cast.contractor)
    const wrong: Record<string, string>[] = [{}, { reminders: '' }, { reminders: 'yes' }]
    for (const form of wrong) expect((await contractor.submit('/profile/reminders', form)).status).toBe(422)
    expect([await isOn(cast.contractor), await history()]).toEqual([true, []])
  })

  test('so does a script', async () => {
    const admin = await signedInAs(cast.admin)
    const put = (body: unknown) => admin.send('/api/profile/reminders', { method: 'PUT', body })
    expect(await (await admin.get('/api/profile/reminders')).json()).toEqual({ byEmail: true, figures: false })
    expect(await (await put({ byEmail: false })).json()).toEqual({ byEmail: false, figures: false })
    expect(await (await admin.get('/api/profile/reminders')).json()).toEqual({ byEmail: false, figures: false })
    for (const body of [{}, { byEmail: 'false' }, { byEmail: null }]) {
      const answer = await put(body)
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { errors: { byEmail: 'Please say true or false' } },
      ])
    }
    expect(await isOn(cast.admin)).toBe(false)
  })
})

describe('by the link in a reminder', () => {
  test('opening it changes nothing, however often', async () => {
    const address = await addressOf()
    for (const method of ['GET', 'HEAD']) {
      const answer = await stranger.send(address, { method })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(await (await stranger.get(address)).text()).toContain(`action="${address}"`)
    expect([await isOn(cast.contractor), await history()]).toEqual([true, []])
  })

  test.each([
    ['its button', { form: {} }, {}],
    ['a mail reader for its user', { form: { 'List-Unsubscribe': 'One-Click' } }, {}],
    ['a mail reader in a browser', { form: {} }, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
    ['a page that sends no referrer', { form: {} }, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['a post without a body', {}, {}],
  ])('%s turns them off, without a sign-in, and twice is once', async (_, sent, headers) => {
    const address = await addressOf()
    for (let time = 0; time < 2; time++) {
      const answer = await stranger.send(address, { method: 'POST', ...sent, headers })
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(text).toContain('Reminders Are Off')
      expect(text).toContain('href="/profile"')
    }
    expect([await isOn(cast.contractor), await history()]).toEqual([false, ['remindersTurnedOff']])
    expect(await (await stranger.get(address)).text()).toContain('Reminders Are Off')
    await since((await aJob(cast, 'assigned')).id, { waitingSince: londonTime('2027-03-01', '09:00') })
    expect(await remind(cast.contractor.id, roundOf('2027-03-15'))).toBe(false)
    expect((await (await signedInAs(cast.contractor)).get('/')).status).toBe(200)
  })

  test('of several parts is taken as well', async () => {
    const address = await addressOf()
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await stranger.send(address, { method: 'POST', body, headers })).status).toBe(200)
    expect(await isOn(cast.contractor)).toBe(false)
  })

  test('one that was ended, or is made up, changes nothing and leads to the profile', async () => {
    const address = await addressOf()
    const forged = `/unsubscribe/${'a'.repeat(43)}`
    await db.transaction((tx) => endLinks(tx, cast.contractor.id))
    for (const path of [address, forged, '/unsubscribe/x', '/unsubscribe/%00'])
      for (const method of ['GET', 'POST']) {
        const answer = await stranger.send(path, { method })
        expect([path, answer.status, (await answer.text()).includes('href="/profile"')]).toEqual([path, 410, true])
      }
    expect(await isOn(cast.contractor)).toBe(true)
  })

  test('it ends with its e-mail address, whose owner learns nothing of the new one', async () => {
    const address = await addressOf()
    await editAccount(cast.admin, cast.contractor.id, { phone: '07700 900999' })
    expect((await stranger.get(address)).status).toBe(200)
    await editAccount(cast.admin, cast.contractor.id, { email: 'carl@new.example' })
    const shown = await stranger.get(address)
    expect([shown.status, await shown.text()]).toEqual([410, expect.not.stringContaining('carl@new.example')])
    expect((await stranger.send(address, { method: 'POST' })).status).toBe(410)
    expect(await isOn(cast.contractor)).toBe(true)
    expect(await addressOf('2027-03-10')).not.toBe(address)
  })

  test('it ends with its account', async () => {
    const address = await addressOf()
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect((await stranger.send(address, { method: 'POST' })).status).toBe(410)
  })

  test('it is one for each person, and nothing in the database opens it', async () => {
    const [first, second] = [await addressOf(), await addressOf('2027-03-10')]
    expect(second).toBe(first)
    const [link, ...others] = await linksFor('unsubscribe')
    expect(others).toEqual([])
    for (const stolen of [link!.id, link!.tokenHash])
      expect((await stranger.send(`/unsubscribe/${stolen}`, { method: 'POST' })).status).toBe(410)
    const stored = JSON.stringify([await db.query.emailNotifications.findMany(), await db.select().from(links)])
    expect(stored).not.toContain(first.split('/').at(-1)!)
  })
})
