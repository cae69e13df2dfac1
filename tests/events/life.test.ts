import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, personRecords } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { assignJob, createJob, unassignJob } from '#src/jobs/actions.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { erasePerson, finishErasure } from '#src/privacy/people/erase.ts'
import { approveQuote, deleteQuote } from '#src/quotes/actions.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { erased } from '#tests/privacy/erased.ts'
import { longUntouched } from '#tests/retention/old.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import {
  aContractor,
  aJob,
  anAgent,
  complete,
  completion,
  finishedQuoteWork,
  jobInput,
  quoteWork,
} from '#tests/support/world.ts'
import { aReader, typesOf } from './reading.ts'

const cast = castOfEachTest()

test('the life of a job is told step by step, to each what they may see', async () => {
  const [agent, contractor, admin] = await Promise.all(
    [cast.agent, cast.contractor, cast.admin].map((user) => aReader(user)),
  )
  const { id, jobRef } = await createJob(cast.agent, jobInput())
  await assignJob(cast.admin, id, cast.contractor.id)
  await complete(cast.contractor, id, completion())
  const told = await admin!.news()
  expect(typesOf(told)).toEqual(['job.created', 'job.assigned', 'job.completed', 'visit.logged'])
  expect(told[1]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'job.assigned',
    subject: { kind: 'job', id },
    jobId: id,
    jobRef,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    by: { id: cast.admin.id, name: 'Ada King', role: 'admin' },
    data: { from: 'pending', to: 'assigned' },
    gone: false,
  })
  expect(await agent!.news()).toEqual(told)
  expect(await contractor!.news()).toEqual(told.slice(1))
  expect(await agent!.news()).toEqual([])
})

test('a contractor who loses a job gets that event, and none that follows', async () => {
  const other = await aContractor()
  const job = await aJob(cast, 'assigned')
  const [contractor, receiver, agent] = await Promise.all([
    aReader(cast.contractor),
    aReader(other),
    aReader(cast.agent),
  ])
  await assignJob(cast.admin, job.id, other.id)
  await unassignJob(cast.admin, job.id)
  const gone = ({ type, gone }: { type: string; gone: boolean }) => ({ type, gone })
  expect((await contractor!.news()).map(gone)).toEqual([{ type: 'job.reassigned', gone: true }])
  expect((await receiver!.news()).map(gone)).toEqual([
    { type: 'job.reassigned', gone: false },
    { type: 'job.unassigned', gone: true },
  ])
  expect((await agent!.news()).map(gone)).toEqual([
    { type: 'job.reassigned', gone: false },
    { type: 'job.unassigned', gone: false },
  ])
})

test('deletions are told to those who could see the thing', async () => {
  const { parent, work } = await quoteWork(cast)
  const readers = await Promise.all([cast.agent, cast.contractor, cast.admin].map((user) => aReader(user)))
  await deleteJob(cast.admin, parent.id)
  for (const reader of readers) {
    const told = (await reader.news()).filter(({ type }) => type === 'job.deleted')
    expect(told.map(({ subject, gone }) => [subject.id, gone])).toEqual(
      [parent.id, work.id].sort().map((id) => [id, true]),
    )
  }
})

test('for an agent who removes a job it is gone; a deleted visit and quote are gone for those who could read them', async () => {
  const job = await aJob(cast, 'completed')
  const asked = await aJob(cast, 'quote_pending')
  const [agent, contractor] = await Promise.all([aReader(cast.agent), aReader(cast.contractor)])
  await deleteJob(cast.agent, job.id)
  await deleteQuote(cast.admin, asked.quotes[0]!.id)
  await deleteVisit(cast.admin, asked.visits[0]!.id)
  const shown = (events: { type: string; gone: boolean }[]) => events.map(({ type, gone }) => `${type} ${gone}`)
  expect(shown(await agent!.news())).toEqual([
    'job.hidden true',
    'quote.deleted true',
    'job.quoteDeleted false',
    'visit.deleted true',
    'job.visitDeleted false',
  ])
  expect(shown(await contractor!.news())[0]).toBe('job.hidden false')
})

test('jobs handed over are gone for one agent and there for the other', async () => {
  const { id } = await aJob(cast, 'assigned')
  const other = await anAgent()
  const [from, to] = await Promise.all([aReader(cast.agent), aReader(other)])
  await handOver(cast.admin, cast.agent.id, other.id)
  const [lost, got] = [await from!.news(), await to!.news()]
  expect(lost.map(({ type, jobId, gone }) => [type, jobId, gone])).toEqual([['job.handedOver', id, true]])
  expect(got.map(({ type, jobId, gone }) => [type, jobId, gone])).toEqual([['job.handedOver', id, false]])
})

test('a quote is told to who may read it, and to another contractor of the job only that the job moved on', async () => {
  const other = await aContractor()
  const job = await aJob(cast, 'assigned')
  // Both answered the job: the first by a visit.
  await complete(cast.contractor, job.id, completion())
  const { id } = await aJob({ ...cast, contractor: other }, 'quote_pending')
  const rival = await askCompetingQuote(cast.admin, id, cast.contractor.id)
  const [quoter, rivalling] = await Promise.all([aReader(other), aReader(cast.contractor)])
  const [quote] = (await jobVisibleTo(cast.admin, id)).quotes
  await approveQuote(cast.agent, quote!.id)
  expect(typesOf(await quoter!.news())).toContain('quote.approved')
  const seen = await rivalling!.news()
  expect(new Set(seen.map(({ jobId }) => jobId))).toEqual(new Set([rival.id]))
})

test('a message for administrators is told to them alone', async () => {
  const job = await aJob(cast, 'assigned')
  const readers = await Promise.all([cast.agent, cast.contractor, cast.admin].map((user) => aReader(user)))
  await writeMessage(cast.admin, job.id, { text: 'Key safe 1234', adminsOnly: true })
  await writeMessage(cast.agent, job.id, { text: 'Please ring first' })
  const counts = []
  for (const reader of readers) counts.push((await reader.news()).length)
  expect(counts).toEqual([1, 1, 2])
})

test('changes of accounts are told to administrators, the account and those who read its contacts on open jobs', async () => {
  await aJob(cast, 'assigned')
  const stranger = await anAgent()
  const readers = await Promise.all([cast.admin, cast.contractor, cast.agent, stranger].map((user) => aReader(user)))
  await editAccount(cast.admin, cast.contractor.id, { phone: '07700 900999' })
  await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
  const told = []
  for (const reader of [readers[0]!, readers[2]!, readers[3]!]) told.push(typesOf(await reader.news()))
  expect(told).toEqual([
    ['account.edited', 'job.contractorDeleted', 'account.deleted'],
    ['account.edited', 'job.contractorDeleted'],
    [],
  ])
})

test('a removal by retention is an event of deletion', async () => {
  const { parent, work } = await finishedQuoteWork(cast)
  const gone = await aContractor()
  await deleteAccount(cast.admin, gone.id, 'contractor')
  const [agent, admin] = await Promise.all([aReader(cast.agent), aReader(cast.admin)])
  await longUntouched(parent.id, '8 years')
  await db.execute(sql`update users set deleted_at = now() - interval '8 years' where id = ${gone.id}`)
  await applyRetention()
  const told = await agent!.news()
  expect(told.map(({ type, subject, by }) => [type, subject.id, by])).toEqual(
    [parent.id, work.id].sort().map((id) => ['job.deleted', id, { id: null, name: 'Fettle', role: null }]),
  )
  expect((await admin!.news()).filter(({ subject }) => subject.id === gone.id).map(({ type }) => type)).toEqual([
    'account.erased',
  ])
})

test('an erasure is told of the jobs that name the person, and of those whose texts lose the name', async () => {
  const contractor = await aContractor({ firstName: 'Xanthippa', lastName: 'Quillfeather' })
  const done = await aJob({ ...cast, contractor }, 'completed')
  const other = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, other.id, { text: 'Xanthippa Quillfeather has the key.' })
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  const readers = await Promise.all([cast.agent, cast.contractor].map((user) => aReader(user)))
  const news = async () => {
    const told = await Promise.all(readers.map((reader) => reader.news()))
    return told.map((events) => events.map(({ type, jobId, by }) => [type, jobId, by.name]))
  }
  await erasePerson(cast.admin, contractor.id)
  expect(await news()).toEqual([[['job.changed', done.id, 'Ada King']], []])
  const [record] = await db.select().from(personRecords)
  await finishErasure(record!.id)
  const [agent, another] = await news()
  expect(agent).toContainEqual(['job.changed', done.id, 'Fettle'])
  expect(agent).toContainEqual(['job.changed', other.id, 'Fettle'])
  expect(another).toEqual([['job.changed', other.id, 'Fettle']])
})

test('a contractor who lost a job is told of an erasure from the texts of their visit and quote', async () => {
  const job = await aJob(cast, 'quote_pending', { job: { tenantName: 'Xanthippa Quillfeather' } })
  await db.update(jobVisits).set({ workDescription: 'Xanthippa was out.' })
  await db.update(jobs).set({ status: 'cancelled', contractorId: null })
  const reader = await aReader(cast.contractor)
  await erased(cast, `tenant.${job.id}`)
  const told = await reader.news()
  expect(told.map(({ type, jobId, gone }) => [type, jobId, gone])).toEqual([['job.changed', job.id, false]])
})
