import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, pastContractors, quotes, settings, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { reassignJobs } from '#src/jobs/assignment/reassign.ts'
import { pastContractorBackfill } from '#src/jobs/backfill/past-contractors.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { ownJobs } from '#src/jobs/lists.ts'
import { jobVisibleTo, lockJob } from '#src/jobs/queries.ts'
import { declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { signedInAs } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  type Cast,
  complete,
  completion,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'

const DAY = 24 * 3600 * 1000

/** Who visited or quoted and has the job no longer, as looking at every row tells. */
const LOOKED_UP = sql`
  select part.contractor_id, part.job_id from (
    select contractor_id, job_id from job_visits union select contractor_id, job_id from quotes
  ) part join jobs on jobs.id = part.job_id
  where part.contractor_id is not null and jobs.contractor_id is distinct from part.contractor_id`

const pairs = async (from: ReturnType<typeof sql>) =>
  (await db.execute<{ pair: string }>(sql`select contractor_id || ' ' || job_id as pair from (${from}) found`))
    .map(({ pair }) => pair)
    .sort()
const kept = () => pairs(sql`select contractor_id, job_id from past_contractors`)

async function expectRight(): Promise<string[]> {
  const looked = await pairs(LOOKED_UP)
  expect(await kept()).toEqual(looked)
  return looked
}

async function fillAll(fill = pastContractorBackfill()) {
  for (let turn = 0; turn < 50; turn++) if ((await fill()) === DAY) return
  throw new Error('does not end')
}

const readBy = async (user: Actor) => (await ownJobs(user, {}).read(null, 50)).map(({ id }) => id).sort()

/** A job that Carl completed, and that was opened again for another. */
async function passedOn(cast: Cast, to: Actor): Promise<string> {
  const { id } = await aJob(cast, 'completed')
  await reopenJob(cast.admin, id, { reason: 'It leaks again', keepContractor: false })
  await assignJob(cast.admin, id, to.id)
  return id
}

test('a contractor who visited or quoted goes on reading the job, whatever is done with it', async () => {
  const cast = await aCast()
  const other = await aContractor({ firstName: 'Dora' })
  const id = await passedOn(cast, other)
  expect(await expectRight()).toEqual([`${cast.contractor.id} ${id}`])
  expect(await readBy(cast.contractor)).toEqual([id])
  expect(await jobVisibleTo(cast.contractor, id)).toMatchObject({ status: 'no_longer_with_you', contractorId: null })
  await db.transaction(async (tx) => expect(lockJob(tx, cast.contractor, id)).rejects.toMatchObject({ status: 409 }))

  // It comes back to Carl, and stands once in his list.
  await reassignJobs(cast.admin, other.id, { contractorId: cast.contractor.id })
  expect(await expectRight()).toEqual([])
  expect(await readBy(cast.contractor)).toEqual([id])
  expect(await readBy(other)).toEqual([])

  // Handing back without a visit leaves nothing to read.
  await assignJob(cast.admin, id, other.id)
  await handJobBack(other, id, 'Too far')
  expect(await expectRight()).toEqual([`${cast.contractor.id} ${id}`])
  expect(await readBy(other)).toEqual([])

  const { visits } = await jobVisibleTo(cast.admin, id)
  await cancelJob(cast.admin, id, 'Sold')
  await deleteVisit(cast.admin, visits[0]!.id)
  expect(await expectRight()).toEqual([])
  expect(await readBy(cast.contractor)).toEqual([])
})

test('of quotes, quote work, rivals and deleted jobs and accounts too', async () => {
  const cast = await aCast()
  const other = await aContractor({ firstName: 'Dora' })
  const { parent, work } = await quoteWork(cast)
  await assignJob(cast.admin, work.id, other.id)
  await markJobComplete(other, work.id)
  await expectRight()

  const asked = await aJob(cast, 'quote_pending')
  await declineQuote(cast.agent, asked.quotes[0]!.id, { askAgain: true })
  await assignJob(cast.admin, asked.id, other.id)
  expect(await expectRight()).toContain(`${cast.contractor.id} ${asked.id}`)
  expect(await readBy(cast.contractor)).toContain(asked.id)
  await complete(other, asked.id, withQuote())
  const made = await db.query.quotes.findFirst({ where: eq(quotes.contractorId, other.id) })
  await deleteQuote(cast.admin, made!.id)
  await expectRight()

  await deleteAccount(cast.admin, other.id, 'contractor')
  expect(await expectRight()).toContain(`${other.id} ${asked.id}`)
  await deleteJob(cast.admin, asked.id)
  await deleteJob(cast.admin, parent.id)
  await expectRight()

  // As retention does, seven years later.
  const left = await passedOn(cast, await aContractor())
  expect(await expectRight()).toEqual([`${cast.contractor.id} ${left}`])
  await db.delete(users).where(eq(users.id, cast.contractor.id))
  expect(await expectRight()).toEqual([])
  await db.delete(jobs)
  expect(await kept()).toEqual([])
})

test('is right after races: jobs given to and fro, completed and deleted at once', async () => {
  const cast = await aCast()
  const others = await Promise.all([aContractor(), aContractor()])
  const [ada, carl] = await Promise.all([signedInAs(cast.admin), signedInAs(cast.contractor)])
  for (let round = 0; round < 8; round++) {
    const { id } = await aJob(cast, 'in_progress')
    await Promise.all([
      carl.post(`/api/jobs/${id}/complete`, completion()),
      ...others.map((other) => ada.post(`/api/jobs/${id}/assign`, { contractorId: other.id })),
      ...(round % 2 ? [ada.delete(`/api/jobs/${id}`)] : []),
    ])
    await Promise.all([
      ada.post(`/api/jobs/${id}/reopen`, { reason: 'It leaks again', keepContractor: false }),
      ada.post(`/api/jobs/${id}/assign`, { contractorId: others[round % 2]!.id }),
    ])
    await expectRight()
  }
})

/** As a database of an earlier version is after the migration. */
async function forget(): Promise<void> {
  await db.delete(pastContractors)
  await db.execute(sql`insert into settings (name, done) values ('past_contractors_missing', true)`)
}

test('jobs of earlier versions are read before they are filled in, and after', async () => {
  const cast = await aCast()
  const other = await aContractor()
  const ids = [await passedOn(cast, other), await passedOn(cast, other)].sort()
  const before = await kept()
  await forget()
  expect(await readBy(cast.contractor)).toEqual(ids)
  expect((await jobVisibleTo(cast.contractor, ids[0]!)).id).toBe(ids[0]!)
  expect(await readBy(other)).toEqual(ids)
  await Promise.all([fillAll(), fillAll()])
  expect(await kept()).toEqual(before)
  expect(await db.$count(settings, eq(settings.name, 'past_visitors_filled'))).toBe(1)
  expect(await readBy(cast.contractor)).toEqual(ids)
  // From then on nothing but the table is asked.
  await db.delete(pastContractors)
  expect(await readBy(cast.contractor)).toEqual([])
  await fillAll()
  expect(await kept()).toEqual(before)
})

test('a job that somebody works on is waited for by nobody, and filled in afterwards', async () => {
  const cast = await aCast()
  const other = await aContractor()
  const ids = [await passedOn(cast, other), await passedOn(cast, other)]
  await forget()
  const fill = pastContractorBackfill()
  await db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, ids[0]!)).for('update')
    expect(await fill()).toBeLessThan(DAY)
    expect(await kept()).toEqual([`${cast.contractor.id} ${ids[1]}`])
  })
  await fillAll(fill)
  await expectRight()
})
