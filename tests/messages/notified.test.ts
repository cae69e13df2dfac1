import { describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, messageMarks, queuedWork, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { unassignJob } from '#src/jobs/actions.ts'
import { markRead, writeMessage } from '#src/messages/actions.ts'
import { notifyOfMessages } from '#src/messages/notify.ts'
import { claim } from '#src/queue/queue.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { aWorker, finish, handlers, until } from '#tests/queue/working.ts'
import { aCast, aContractor, aJob, anAdmin, complete, completion } from '#tests/support/world.ts'

async function world() {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await forgetNotified()
  return {
    cast,
    id,
    write: (by: Actor, text: string, adminsOnly = false) => writeMessage(by, id, { text, adminsOnly }),
  }
}

const due = () =>
  db
    .select()
    .from(queuedWork)
    .where(and(eq(queuedWork.kind, 'messages'), sql`run_at <= now() + interval '1 ms'`))

/** Does what is due now, as a worker does. */
async function deliver(): Promise<string[]> {
  for (const claimed of (await claim('messages', 100, 60_000, [])).claims) {
    await notifyOfMessages(claimed.subject)
    await finish(claimed)
  }
  return (await notified()).sort()
}

/** As if that much time had gone by since everybody was told. */
async function later(minutes: number): Promise<void> {
  const ago = sql`make_interval(mins => ${minutes})`
  await db.update(messageMarks).set({ toldAt: sql`told_at - ${ago}` })
  await db.update(queuedWork).set({ runAt: sql`run_at - ${ago}` })
}

const textTo = async ({ email }: Actor) =>
  (
    await db
      .select({ content: emailNotifications.content })
      .from(emailNotifications)
      .where(eq(emailNotifications.contractorEmail, email!))
      .orderBy(emailNotifications.id)
  ).map(({ content }) => content.messages?.map(({ text }) => text).join(' | '))

const to = (...people: Actor[]) => people.map(({ email }) => `new_messages → ${email}`).sort()

describe('who is told', () => {
  test('all others on the job, all administrators, and never its author', async () => {
    const { cast, write } = await world()
    const second = await anAdmin({ firstName: 'Alan' })
    const gone = await anAdmin()
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
    await write(cast.agent, 'The key is at No 4.')
    expect(await deliver()).toEqual(to(cast.contractor, cast.admin, second))
    await forgetNotified()
    await later(6)
    await write(cast.admin, 'Thanks')
    expect(await deliver()).toEqual(to(cast.agent, cast.contractor, second))
  })

  test('the contractor with the job is notified, and nobody who had it', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'in_progress')
    await complete(cast.contractor, id, completion())
    const [now, before] = [await aContractor(), await aContractor()]
    await db.update(jobs).set({ status: 'assigned', contractorId: now.id }).where(eq(jobs.id, id))
    await forgetNotified()
    await writeMessage(cast.agent, id, { text: 'Once more' })
    expect(await deliver()).toEqual(to(now, cast.admin))
    expect(await textTo(before)).toEqual([])
  })

  test('administrators alone of what is for them', async () => {
    const { cast, write } = await world()
    const second = await anAdmin()
    await write(cast.admin, 'They never pay.', true)
    expect(await deliver()).toEqual(to(second))
    await write(second, 'No.', true)
    await write(second, 'Dear all')
    await later(6)
    await deliver()
    expect(await textTo(cast.agent)).toEqual(['Dear all'])
    expect(await textTo(cast.admin)).toEqual(['No. | Dear all'])
  })

  test('nobody who may no longer read it, and no agent who removed it', async () => {
    const { cast, id, write } = await world()
    await write(cast.admin, 'Hello')
    await unassignJob(cast.admin, id)
    await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, id))
    await forgetButMessages()
    expect(await deliver()).toEqual([])
  })

  test('nobody without an address', async () => {
    const { cast, write } = await world()
    await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
    const { unreached } = await write(cast.contractor, 'Hello')
    expect(unreached).toEqual(['Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001.'])
    expect(await deliver()).toEqual(to(cast.admin))
  })
})

const forgetButMessages = async () => {
  await db.delete(queuedWork).where(eq(queuedWork.kind, 'email'))
  await db.delete(emailNotifications)
}

describe('at most one e-mail in five minutes', () => {
  test('the first at once, the rest together', async () => {
    const { cast, write } = await world()
    await write(cast.agent, 'One')
    await deliver()
    await write(cast.agent, 'Two')
    await write(cast.admin, 'Three')
    expect(await due()).toHaveLength(1)
    await deliver()
    expect([await textTo(cast.contractor), await textTo(cast.agent)]).toEqual([['One'], ['Three']])
    await later(4)
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['One'])
    await later(1)
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['One', 'Two | Three'])
    expect(await db.$count(queuedWork, eq(queuedWork.kind, 'messages'))).toBe(0)
  })

  test('each job by itself', async () => {
    const { cast, write } = await world()
    const other = await aJob(cast, 'assigned')
    await forgetNotified()
    await write(cast.agent, 'Here')
    await writeMessage(cast.agent, other.id, { text: 'There' })
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['Here', 'There'])
  })

  test('without what was read meanwhile', async () => {
    const { cast, id, write } = await world()
    const first = await write(cast.agent, 'Read')
    await markRead(cast.contractor, id, first.id)
    await write(cast.agent, 'Unread')
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['Unread'])
    const last = await write(cast.agent, 'Read too')
    await markRead(cast.contractor, id, last.id)
    await later(6)
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['Unread'])
  })

  test('not sooner when a worker is late: it is tried again', async () => {
    const { cast, write } = await world()
    await write(cast.agent, 'One')
    await deliver()
    await write(cast.agent, 'Two')
    const [mark] = await db.select().from(messageMarks).where(eq(messageMarks.userId, cast.contractor.id))
    expect(notifyOfMessages(mark!.id)).rejects.toThrow('less than 5 minutes ago')
    await later(6)
    await notifyOfMessages(mark!.id)
    expect(await textTo(cast.contractor)).toEqual(['One', 'Two'])
  })
})

describe('exactly once', () => {
  test('two processes at the same mark, and one that is asked again', async () => {
    const { cast, write } = await world()
    await write(cast.agent, 'One')
    const marks = await due()
    expect(marks).toHaveLength(2)
    await Promise.all([...marks, ...marks, ...marks].map(({ subject }) => notifyOfMessages(subject)))
    for (const { subject } of marks) await notifyOfMessages(subject)
    expect((await notified()).sort()).toEqual(to(cast.contractor, cast.admin))
  })

  test('a message written while the one before is notified is notified too', async () => {
    const { cast, write } = await world()
    await write(cast.agent, 'One')
    const { claims } = await claim('messages', 10, 60_000, [])
    for (const { subject } of claims) await notifyOfMessages(subject)
    await write(cast.agent, 'Two')
    // The row was changed under the worker, who does not remove it.
    for (const claimed of claims) expect(await finish(claimed)).toBe(false)
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['One'])
    await later(5)
    await deliver()
    expect(await textTo(cast.contractor)).toEqual(['One', 'Two'])
  })

  test('forty messages, written while two workers tell: each reader gets each once', async () => {
    const { cast, write } = await world()
    const worker = () => aWorker(handlers({ messages: { work: notifyOfMessages }, email: { work: async () => {} } }))
    worker()
    worker()
    const texts = Array.from({ length: 40 }, (_, index) => `No ${index}`)
    for (let wave = 0; wave < texts.length; wave += 8) {
      const these = texts.slice(wave, wave + 8)
      await Promise.all(these.map((text, index) => write(index % 2 ? cast.agent : cast.admin, text)))
      await later(6)
    }
    await until(async () => {
      await later(6)
      return (await db.$count(queuedWork)) === 0
    }, 'All being told')
    const got = (await textTo(cast.contractor)).flatMap((text) => text?.split(' | '))
    expect(got.toSorted()).toEqual(texts.toSorted())
    expect((await textTo(cast.agent)).flatMap((text) => text?.split(' | '))).toHaveLength(20)
  })

  test('a transaction that is undone tells nothing', async () => {
    const { cast, id } = await world()
    await expect(writeMessage(cast.agent, id, { text: 'x\0' })).rejects.toThrow()
    expect(await due()).toEqual([])
  })
})

test('the e-mail has the text, who wrote it, and leads to the messages', async () => {
  const { cast, id, write } = await world()
  await write(cast.agent, 'The key is\nat No 4.')
  await write(cast.contractor, 'Thank you')
  await deliver()
  const [email] = await db
    .select()
    .from(emailNotifications)
    .where(eq(emailNotifications.contractorEmail, cast.admin.email!))
  expect(email!.content).toMatchObject({
    path: `/admin/jobs/${id}#messages`,
    by: 'Olivia Hart and Carl Mason',
    messages: [
      { from: expect.stringMatching(/^Olivia Hart, Estate Agent, [\d/]+, \d\d:\d\d$/), text: 'The key is\nat No 4.' },
      { from: expect.stringMatching(/^Carl Mason, Contractor, /), text: 'Thank you' },
    ],
  })
  const [toAgent] = await db
    .select()
    .from(emailNotifications)
    .where(eq(emailNotifications.contractorEmail, cast.agent.email!))
  expect(toAgent!.content.path).toBe(`/jobs/${id}#messages`)
})
