import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { markRead, writeMessage } from '#src/messages/actions.ts'
import { threadsFor } from '#src/messages/threads.ts'
import { unreadThreads } from '#src/messages/unread.ts'
import { aCast, aContractor, aJob, anAdmin, complete, completion } from '#tests/support/world.ts'

const list = async (user: Actor, filter = {}) =>
  (await threadsFor(user, filter).read(null, 50)).map(({ last, part, unreadMessages }) => [
    part,
    last.text,
    unreadMessages,
  ])

test('who lost a job reads up to then, and an administrators’ message is nobody else’s', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'in_progress')
  await complete(cast.contractor, id, completion())
  await db.update(jobs).set({ status: 'assigned', waitingOn: 'contractor', waitingFor: 'book' }).where(eq(jobs.id, id))
  await writeMessage(cast.agent, id, { text: 'Still leaking' })
  await writeMessage(cast.admin, id, { text: 'They never pay', adminsOnly: true })
  const other = await aContractor()
  await assignJob(cast.admin, id, other.id)
  await writeMessage(other, id, { text: 'I come on Monday' })
  await writeMessage(cast.admin, id, { text: 'Secret', adminsOnly: true })
  expect(await list(cast.contractor)).toEqual([['unread', 'Still leaking', 1]])
  expect(await list(cast.contractor, { from: 'contractor' })).toEqual([])
  expect(await list(cast.contractor, { from: 'estate_agent' })).toHaveLength(1)
  expect(await list(other)).toEqual([['unread', 'I come on Monday', 1]])
  expect(await list(cast.agent)).toEqual([['unread', 'I come on Monday', 1]])
  expect(await list(cast.admin)).toEqual([['unread', 'Secret', 2]])
  expect(await list(await anAdmin())).toEqual([['read', 'Secret', 0]])
  expect(await list(await aContractor())).toEqual([])
  expect((await unreadThreads(cast.contractor)).count).toBe(1)
})

test('what waits for an answer was written last by another side; words of the job find it', async () => {
  const cast = await aCast()
  const [one, two] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await writeMessage(cast.agent, one.id, { text: 'First' })
  await writeMessage(cast.admin, two.id, { text: 'Second' })
  const texts = async (user: Actor, filter: object) => (await list(user, filter)).map(([, text]) => text)
  expect(await texts(cast.admin, { show: 'waiting' })).toEqual(['First'])
  expect(await texts(cast.agent, { show: 'waiting' })).toEqual(['Second'])
  expect(await texts(cast.contractor, { show: 'waiting' })).toEqual(['Second', 'First'])
  expect(await texts(cast.admin, { from: 'estate_agent' })).toEqual(['First'])
  expect(await texts(cast.admin, { show: 'unread' })).toEqual(['First'])
  for (const user of [cast.admin, cast.agent, cast.contractor]) {
    expect(await texts(user, { search: one.jobRef })).toEqual(['First'])
    expect(await texts(user, { search: 'nowhere' })).toEqual([])
    expect(await threadsFor(user, { search: one.jobRef }).count()).toBe(1)
    expect(await threadsFor(user, {}).count()).toBe(2)
  }
})

test('conversations stand unread ones first, each part newest first, and count what is unread', async () => {
  const cast = await aCast()
  const [one, two, three] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await writeMessage(cast.agent, one.id, { text: 'First' })
  await writeMessage(cast.contractor, two.id, { text: 'Second' })
  const { id } = await writeMessage(cast.agent, three.id, { text: 'Third' })
  await markRead(cast.admin, three.id, id)
  expect(await list(cast.admin)).toEqual([
    ['unread', 'Second', 1],
    ['unread', 'First', 1],
    ['read', 'Third', 0],
  ])
  expect(await unreadThreads(cast.admin)).toEqual({ count: 2, oldest: expect.any(Date) })
  expect(await list(cast.contractor)).toEqual([
    ['unread', 'Third', 1],
    ['unread', 'First', 1],
    ['read', 'Second', 0],
  ])
})
