import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { awayWords } from '#src/domain/account/away.ts'
import { dayOf, londonTime } from '#src/domain/dates.ts'
import { remindEverybody } from '#src/reminders/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { read } from '#tests/checklist/reading.ts'
import { remindersSent, roundOf, since } from '#tests/reminders/world.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { dayIn } from '#tests/support/times.ts'
import { aContractor, aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()

test('an administrator says on the form until when a contractor is away, and everybody who chooses reads it', async () => {
  const ada = await signedInAs(cast.admin)
  const path = `/admin/contractors/${cast.contractor.id}`
  const back = dayIn(20)
  const words = awayWords({ awayUntil: back })
  const form = {
    firstName: 'Carl',
    lastName: 'Mason',
    email: cast.contractor.email!,
    company: '',
    phone: '',
    areas: '',
  }
  expect((await ada.submit(`${path}/edit`, { ...form, awayUntil: back })).status).toBe(303)
  expect((await read(ada.get(`${path}/edit`))).html).toContain(`value="${back}"`)
  for (const shown of [path, '/admin/contractors']) expect((await read(ada.get(shown))).words).toContain(words)
  expect((await read(ada.get(`/admin/users/${cast.contractor.id}/history`))).words).toContain(
    `Away until: none → ${dayOf(back)}`,
  )
  const other = await aContractor({ firstName: 'Dora' })
  for (let n = 0; n < 2; n++) await aJob({ ...cast, contractor: other }, 'assigned')
  const { id } = await aJob(cast)
  const { body } = await answerOf(ada.get(`/api/jobs/${id}/contractors`))
  expect(body.map((one: { id: string; awayUntil: string | null }) => [one.id, one.awayUntil])).toEqual([
    [other.id, null],
    [cast.contractor.id, back],
  ])
  expect(body[1].reasons[0]).toEqual({ label: words, good: false })
  expect((await read(ada.get('/api/contractors/export.csv'))).html).toContain(`,${back}`)

  expect((await ada.submit(`${path}/edit`, { ...form, awayUntil: '' })).status).toBe(303)
  expect((await read(ada.get(path))).words).not.toContain('Away until')
})

test('an agent says so on the profile, and who hands over reads it', async () => {
  const olivia = await signedInAs(cast.agent)
  const other = await signedInAs(await anAgent({ firstName: 'Ben' }))
  const back = dayIn(3)
  const answer = await olivia.submit('/profile/away', { awayUntil: back })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/profile'])
  expect((await read(olivia.get('/profile'))).words).toContain(awayWords({ awayUntil: back }))
  expect((await answerOf(olivia.get('/api/auth/user'))).body).toMatchObject({ awayUntil: back })
  const [ben] = await db.select({ id: users.id }).from(users).where(eq(users.firstName, 'Ben'))
  await aJob({ ...cast, agent: (await db.query.users.findFirst({ where: eq(users.id, ben!.id) })) as never })
  const ada = await signedInAs(cast.admin)
  expect((await read(ada.get(`/admin/estate-agents/${ben!.id}/hand-over`))).words).toContain(
    `Olivia Hart, Rightway Lettings, ${awayWords({ awayUntil: back })}`,
  )
  expect((await answerOf(olivia.send('/api/profile/away', { method: 'PUT', body: { awayUntil: '' } }))).body).toEqual({
    awayUntil: null,
  })
  for (const awayUntil of [dayIn(0), dayIn(-1), '2026-02-30', 'Friday'])
    expect([awayUntil, (await other.submit('/profile/away', { awayUntil })).status]).toEqual([awayUntil, 422])
  expect((await ada.submit('/profile/away', { awayUntil: back })).status).toBe(403)
  const patched = ada.send(`/api/users/${cast.admin.id}`, { method: 'PATCH', body: { awayUntil: back } })
  expect((await answerOf(patched)).body.errors).toEqual({
    awayUntil: 'Only contractors and estate agents have this',
  })
})

test('reminders wait until the day of coming back, which ends it by itself', async () => {
  const job = await aJob(cast, 'assigned')
  await since(job.id, { waitingSince: londonTime('2027-03-01', '09:00') })
  await db.update(users).set({ awayUntil: '2027-03-10' }).where(eq(users.id, cast.contractor.id))
  const told = async (day: string) => {
    await remindEverybody(roundOf(day))
    return (await remindersSent()).filter(({ contractorEmail }) => contractorEmail === cast.contractor.email).length
  }
  expect([await told('2027-03-08'), await told('2027-03-09'), await told('2027-03-10')]).toEqual([0, 0, 1])

  await db
    .update(users)
    .set({ awayUntil: dayIn(0) })
    .where(eq(users.id, cast.contractor.id))
  const ada = await signedInAs(cast.admin)
  const read = await answerOf(ada.get(`/api/users/${cast.contractor.id}`))
  expect(read.body).toMatchObject({ awayUntil: null })
  const events = async () => (await answerOf(ada.get(`/api/accounts/${cast.contractor.id}/events`))).body.length
  const before = await events()
  await ada.send(`/api/users/${cast.contractor.id}`, { method: 'PATCH', body: { awayUntil: '' } })
  expect(await events()).toBe(before)
})

test('who becomes an administrator is not away any more, as only others say so', async () => {
  const ada = await signedInAs(cast.admin)
  const other = await anAgent({ awayUntil: dayIn(20) })
  expect((await ada.send(`/api/users/${other.id}/role`, { method: 'PATCH', body: { role: 'admin' } })).status).toBe(200)
  expect((await answerOf(ada.get(`/api/users/${other.id}`))).body).toMatchObject({ role: 'admin', awayUntil: null })
})
