import { describe, expect, test } from 'bun:test'
import { actorById } from '#src/accounts/queries.ts'
import { signedInAs } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, aContractor, aJob, anAdmin } from '#tests/support/world.ts'

async function world() {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned')
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  const people = { agent: agent!, contractor: contractor!, admin: admin! }
  const write = (who: keyof typeof people, text: string, more = {}) =>
    people[who].post(`/api/jobs/${job.id}/messages`, { text, ...more })
  /** Agent, contractor, administrator. */
  const unread = () =>
    Promise.all(
      Object.values(people).map(async (client) => {
        const one = (await (await client.get(`/api/jobs/${job.id}`)).json()) as { unreadMessages: number }
        const list = (await (await client.get('/api/jobs')).json()) as { id: string; unreadMessages: number }[]
        expect(list.find(({ id }) => id === job.id)?.unreadMessages).toBe(one.unreadMessages)
        return one.unreadMessages
      }),
    )
  return { cast, job, people, write, unread }
}

test('each counts what others wrote since they looked, and only that', async () => {
  const { job, people, write, unread } = await world()
  expect(await unread()).toEqual([0, 0, 0])
  await write('agent', 'The key is at No 4.')
  await write('agent', 'From nine.')
  expect(await unread()).toEqual([0, 2, 2])
  await people.contractor.get(`/jobs/${job.id}`)
  expect(await unread()).toEqual([0, 0, 2])
  await write('admin', 'They owe us.', { adminsOnly: true })
  // A script that writes has not read.
  expect(await unread()).toEqual([0, 0, 2])
  await people.admin.htmx(`/admin/jobs/${job.id}/messages`, {
    method: 'POST',
    form: { text: 'I see.', adminsOnly: 'yes' },
  })
  expect(await unread()).toEqual([0, 0, 0])
  await write('contractor', 'Thank you.')
  expect(await unread()).toEqual([1, 0, 1])
  await people.agent.htmx(`/jobs/${job.id}`)
  await people.admin.htmx(`/admin/jobs/${job.id}`)
  expect(await unread()).toEqual([0, 0, 0])
})

describe('what is not reading', () => {
  test('a HEAD, a page that the browser fetches ahead, a poll, the API', async () => {
    const { job, people, write, unread } = await world()
    await write('agent', 'Hello')
    const { contractor } = people
    await contractor.send(`/jobs/${job.id}`, { method: 'HEAD' })
    await contractor.get(`/jobs/${job.id}`, { 'sec-purpose': 'prefetch;prerender' })
    await contractor.htmx(`/jobs/${job.id}/messages`)
    await contractor.get(`/api/jobs/${job.id}/messages`)
    await contractor.get('/jobs')
    expect(await unread()).toEqual([0, 1, 1])
    await contractor.get(`/jobs/${job.id}/messages`)
    expect(await unread()).toEqual([0, 0, 1])
  })

  test('reading again writes nothing', async () => {
    const { job, people, write } = await world()
    await write('agent', 'Hello')
    await people.contractor.get(`/jobs/${job.id}`)
    const before = await everything()
    await people.contractor.get(`/jobs/${job.id}`)
    expect(await everything()).toEqual(before)
  })
})

test('a later contractor has all messages unread; a new administrator none from before', async () => {
  const { cast, job, people, write } = await world()
  await write('agent', 'Mind the dog.')
  const [other, newcomer] = [await aContractor(), await anAdmin()]
  await people.admin.post(`/api/jobs/${job.id}/assign`, { contractorId: other.id })
  const unreadOf = async (user: typeof other) =>
    ((await (await (await signedInAs(user)).get(`/api/jobs/${job.id}`)).json()) as { unreadMessages: number })
      .unreadMessages
  expect([await unreadOf(other), await unreadOf(newcomer)]).toEqual([1, 0])
  await write('agent', 'And the cat.')
  expect([await unreadOf(other), await unreadOf(newcomer)]).toEqual([2, 1])
  expect((await (await signedInAs(cast.contractor)).get(`/api/jobs/${job.id}`)).status).toBe(404)
})

test('polled dashboards of those who may read it see that something changed, and nobody else’s', async () => {
  const { cast, job, people, write } = await world()
  const versions = async () =>
    Promise.all([cast.agent, cast.contractor].map(async ({ id }) => (await actorById(id))!.activityVersion)) as Promise<
      [number, number]
    >
  const changed = async (act: () => Promise<unknown>) => {
    const before = await versions()
    await act()
    return (await versions()).map((version, index) => version !== before[index])
  }
  expect(await changed(() => write('admin', 'Secret', { adminsOnly: true }))).toEqual([false, false])
  expect(await changed(() => write('admin', 'Hello'))).toEqual([true, true])
  expect(await changed(() => people.agent.get(`/jobs/${job.id}`))).toEqual([true, false])
  expect(await changed(() => people.agent.get(`/jobs/${job.id}`))).toEqual([false, false])
})

test('is said on cards and rows, in words', async () => {
  const { cast, job, people, write } = await world()
  const done = await aJob(cast, 'completed')
  await write('admin', 'One')
  await write('admin', 'Two')
  await people.admin.post(`/api/jobs/${done.id}/messages`, { text: 'Three' })
  const says = async (client: typeof people.agent, path: string, words: string) =>
    expect([path, (await (await client.get(path)).text()).split(`${words}</span>`).length - 1]).toEqual([path, 1])
  await says(people.agent, '/', '2 new messages')
  await says(people.agent, '/jobs', '2 new messages')
  await says(people.agent, '/completed-jobs', '1 new message')
  for (const path of ['/', '/jobs', '/visit']) await says(people.contractor, path, '2 new messages')
  await says(people.contractor, '/completed-jobs', '1 new message')
  await write('agent', 'Four')
  await says(people.admin, '/admin/jobs', '1 new message')
  await says(people.admin, '/', '1 new message')
  const page = await (await people.contractor.get('/jobs')).text()
  expect(page).toContain(`href="/jobs/${job.id}#messages"`)
})
