import { expect, test } from 'bun:test'
import { eq, inArray } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, quoteWork } from '#tests/support/world.ts'

// Handing over, in the browser: by the list of Account Management, as a page and in the dialog.

async function aDesk() {
  const cast = await aCast()
  const ben = await anAgent({ firstName: 'Ben', lastName: 'Okafor', company: 'Rightway Lettings' })
  await quoteWork(cast)
  return { ...cast, ben, client: await signedInAs(cast.admin), path: `/admin/estate-agents/${cast.agent.id}` }
}
const owned = (agent: { id: string }) => db.$count(jobs, eq(jobs.estateAgentId, agent.id))
const isDeleted = async ({ id }: { id: string }) =>
  (await db.query.users.findFirst({ where: eq(users.id, id) }))?.deletedAt !== null
const toastOf = (response: Response) => JSON.parse(response.headers.get('hx-trigger')!).toast

test('the list leads to handing over, and to a deletion that asks who takes over, only where there is something', async () => {
  const { client, path, ben } = await aDesk()
  const list = await (await client.get('/admin/accounts')).text()
  expect(list).toContain(`href="${path}/hand-over"`)
  expect(list).toContain(`href="${path}/delete"`)
  expect(list).not.toContain(`action="${path}/delete"`)
  expect(list).toContain(`action="/admin/estate-agents/${ben.id}/delete"`)
})

test('a page hands over without JavaScript', async () => {
  const { client, path, agent, ben } = await aDesk()
  const form = await (await client.get(`${path}/hand-over`)).text()
  for (const words of ['Hand over the jobs of Olivia Hart', '2 jobs not finished', 'Ben Okafor, Rightway Lettings'])
    expect(form).toContain(words)
  const nobody = await client.submit(`${path}/hand-over`, { to: '' })
  expect(nobody.status).toBe(422)
  expect(await nobody.text()).toContain('Please choose an estate agent')
  const themselves = await client.submit(`${path}/hand-over`, { to: agent.id })
  expect([themselves.status, (await themselves.text()).includes('Please choose another estate agent')]).toEqual([
    422,
    true,
  ])
  const done = await client.submit(`${path}/hand-over`, { to: ben.id })
  expect([done.status, done.headers.get('location')]).toEqual([303, path])
  expect([await owned(agent), await owned(ben)]).toEqual([0, 2])
  expect(await (await client.get(`${path}/hand-over`)).text()).toContain('No unfinished jobs')
  const again = await client.submit(`${path}/hand-over`, { to: ben.id })
  expect([again.status, await owned(ben)]).toEqual([303, 2])
})

test('the dialog hands over, closes, and the rows of both know it', async () => {
  const { client, path, agent, ben } = await aDesk()
  const form = await (await client.htmx(`${path}/hand-over`)).text()
  expect(form).toContain(`hx-post="${path}/hand-over"`)
  const wrong = await client.htmx(`${path}/hand-over`, { method: 'POST', form: { to: '' } })
  expect([wrong.status, (await wrong.text()).includes('Who takes them over?')]).toEqual([422, true])
  const done = await client.htmx(`${path}/hand-over`, { method: 'POST', form: { to: ben.id } })
  const text = await done.text()
  expect(toastOf(done)).toEqual({ title: 'Jobs Handed Over', text: '2 jobs from Olivia Hart to Ben Okafor.' })
  expect(JSON.parse(done.headers.get('hx-trigger')!).closeDialog).toEqual({})
  for (const { id } of [agent, ben]) expect(text).toContain(`hx-target="#account-${id}"`)
  expect(text).toContain(`href="/admin/estate-agents/${ben.id}/delete"`)
  expect(text).toContain(`action="${path}/delete"`)
})

test('the dialog promises no e-mail to who has no address, and the toast says who is not told', async () => {
  const { client, path, agent, ben } = await aDesk()
  expect(await (await client.htmx(`${path}/hand-over`)).text()).toContain('Both are told by e-mail where they have an')
  await db
    .update(users)
    .set({ email: null, phone: null })
    .where(inArray(users.id, [agent.id, ben.id]))
  const done = await client.htmx(`${path}/hand-over`, { method: 'POST', form: { to: ben.id } })
  const notTold = 'has neither an e-mail address nor a phone number here and is not told.'
  expect(toastOf(done).text).toBe(`2 jobs from Olivia Hart to Ben Okafor. Olivia Hart ${notTold} Ben Okafor ${notTold}`)
  const back = { method: 'POST', form: { confirmed: 'yes', handOverTo: agent.id } } as const
  const deleted = await client.htmx(`/admin/estate-agents/${ben.id}/delete`, back)
  expect(toastOf(deleted).text).toEndWith(`removed from the system. Olivia Hart ${notTold}`)
})

test('the deletion of an agent with unfinished jobs says how many and asks who takes them over', async () => {
  const { client, path, agent, ben } = await aDesk()
  for (const answer of [await client.get(`${path}/delete`), await client.submit(`${path}/delete`)]) {
    const asked = await answer.text()
    for (const words of [
      'Delete the estate agent Olivia Hart?',
      '2 jobs not finished',
      'Who takes them over?',
      'Ben Okafor',
    ])
      expect(asked).toContain(words)
  }
  const nobody = await client.submit(`${path}/delete`, { confirmed: 'yes', handOverTo: '' })
  expect([nobody.status, (await nobody.text()).includes('Please choose an estate agent')]).toEqual([422, true])
  expect((await client.htmx(`${path}/delete`, { method: 'POST', form: { confirmed: 'yes' } })).status).toBe(409)
  expect(await isDeleted(agent)).toBe(false)
  const done = await client.submit(`${path}/delete`, { confirmed: 'yes', handOverTo: ben.id })
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/accounts'])
  expect([await isDeleted(agent), await owned(ben)]).toEqual([true, 2])
})

test('an agent without unfinished jobs is deleted as before', async () => {
  const cast = await aCast()
  await aJob(cast, 'completed')
  const client = await signedInAs(cast.admin)
  const path = `/admin/estate-agents/${cast.agent.id}/delete`
  expect(await (await client.submit(path)).text()).not.toContain('Who takes')
  expect(await (await client.get(path)).text()).not.toContain('Who takes')
  expect((await client.submit(path, { confirmed: 'yes' })).status).toBe(303)
  expect(await isDeleted(cast.agent)).toBe(true)
})
