import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { detailsOf } from '#src/domain/job/fields.ts'
import { assignJob, cancelJob, createJob, insertJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { approveQuote, deleteQuote } from '#src/quotes/actions.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { transaction } from '#src/writes/transaction.ts'
import { longUntouched } from '#tests/retention/old.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  anAgent,
  type Cast,
  complete,
  completion,
  jobInput,
  statusOf,
  withQuote,
} from '#tests/support/world.ts'
import { rowOf, upload } from './uploads.ts'

/** A job raised with a photo, assigned to the contractor. */
async function pictured(cast: Cast) {
  const photo = await upload(cast.agent)
  const job = await createJob(cast.agent, { ...jobInput(), images: [photo] })
  await assignJob(cast.admin, job.id, cast.contractor.id)
  return { photo, job }
}

async function aRival(cast: Cast, jobId: string, contractor: Actor) {
  const [root] = await db.select().from(jobs).where(eq(jobs.id, jobId))
  const { estateAgentId, photosUrls } = root!
  const rival = await transaction((tx) =>
    insertJob(tx, cast.admin, { ...detailsOf(root!), estateAgentId, photosUrls, rivalOfJobId: jobId }),
  )
  await assignJob(cast.admin, rival.id, contractor.id)
  return rival
}

const workOf = async (jobId: string) => (await db.select().from(jobs).where(eq(jobs.parentJobId, jobId)))[0]!

describe('a job is raised with photos', () => {
  test('by call and by form, which keep their order; the form that was sent twice makes one job', async () => {
    const agent = await anAgent()
    const client = await signedInAs(agent)
    const photos = [await upload(agent), await upload(agent), await upload(agent)]
    const answer = await client.post('/api/jobs', { ...jobInput(), images: [photos[1], photos[0]] })
    const job = (await answer.json()) as { id: string; photosUrls: string[] }
    expect([answer.status, job.photosUrls]).toEqual([201, [photos[1]!, photos[0]!]])
    expect(await rowOf(photos[0]!)).toMatchObject({ jobId: job.id, visitId: null, state: 'stored' })
    const form = { ...(jobInput() as Record<string, string>), formKey: 'one-form', images: [photos[2]!] }
    for (let time = 0; time < 2; time++) expect((await client.submit('/create-job', form)).status).toBe(303)
    expect(await db.$count(jobs)).toBe(2)
    for (const path of ['/jobs/', '/api/jobs/'])
      expect(await (await client.get(path + job.id)).text()).toContain(`${photos[0]}`)
  })

  test('five at most, each once, stored, one’s own and nowhere else; else nothing is raised', async () => {
    const agent = await anAgent()
    const client = await signedInAs(agent)
    const [own, taken] = [await upload(agent), await upload(agent)]
    await createJob(agent, { ...jobInput(), images: [taken] })
    const WRONG: [string[], string][] = [
      [Array.from({ length: 6 }, () => own), 'Please add at most 5 photos'],
      [[own, own], `${own} is there twice`],
      [[taken], `${taken} is already on another job`],
      [[await upload(await aContractor())], 'is not a photo that you have uploaded'],
      [['nonsense'], 'is not a photo that you have uploaded'],
    ]
    for (const [images, message] of WRONG) {
      const refused = await client.post('/api/jobs', { ...jobInput(), images })
      expect(refused.status).toBe(422)
      expect(((await refused.json()) as { errors: { images: string } }).errors.images).toContain(message)
    }
    const again = await client.submit('/create-job', {
      ...(jobInput() as Record<string, string>),
      images: [own, taken],
    })
    const text = await again.text()
    expect(again.status).toBe(422)
    expect(text).toContain('is already on another job')
    expect(text).toContain(`<input type="hidden" name="images" value="${own}"/>`)
    expect(text).toContain('<details class="more-detail" open="">')
    expect(await db.$count(jobs)).toBe(1)
    expect(await rowOf(own)).toMatchObject({ jobId: null })
  })

  test('two forms that want one photo at once: one has it', async () => {
    const agent = await anAgent()
    const images = [await upload(agent)]
    const both = await Promise.allSettled([1, 2].map(() => createJob(agent, { ...jobInput(), images })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.$count(jobs)).toBe(1)
  })

  test('a contractor takes no photo of a job for a visit', async () => {
    const cast = await aCast()
    const { photo, job } = await pictured(cast)
    const carl = await signedInAs(cast.contractor)
    const refused = await carl.post(`/api/jobs/${job.id}/complete`, completion({ images: [photo] }))
    expect(refused.status).toBe(422)
    expect(await statusOf(job.id)).toBe('assigned')
  })
})

test('a job’s photo is read by its agent, its contractor and administrators', async () => {
  const cast = await aCast()
  const [next, rival, other] = [await aContractor(), await aContractor(), await aContractor()]
  const { photo, job } = await pictured(cast)
  const otherAgent = await anAgent()
  const who = async (): Promise<[string, Client][]> => [
    ['its agent', await signedInAs(cast.agent)],
    ['another agent', await signedInAs(otherAgent)],
    ['who has it', await signedInAs(cast.contractor)],
    ['who will have its quote work', await signedInAs(next)],
    ['a rival', await signedInAs(rival)],
    ['another contractor', await signedInAs(other)],
    ['an administrator', await signedInAs(cast.admin)],
    ['a stranger', stranger],
  ]
  const answers = async () => {
    const statuses: Record<string, number> = {}
    for (const [name, client] of await who()) statuses[name] = (await client.get(`${photo}?w=320`)).status
    return statuses
  }
  const first = {
    ...{ 'its agent': 200, 'another agent': 404, 'who has it': 200, 'who will have its quote work': 404 },
    ...{ 'a rival': 404, 'another contractor': 404, 'an administrator': 200, 'a stranger': 401 },
  }
  const { 'a stranger': _, ...inside } = first
  expect(await answers()).toMatchObject(inside)
  await complete(cast.contractor, job.id, withQuote())
  const against = await aRival(cast, job.id, rival)
  expect(await answers()).toMatchObject({ ...inside, 'a rival': 200 })
  await complete(rival, against.id, withQuote())
  const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, job.id) })
  await approveQuote(cast.agent, quote!.id)
  const work = await workOf(job.id)
  expect(work.photosUrls).toEqual([photo])
  await assignJob(cast.admin, work.id, next.id)
  expect(await answers()).toMatchObject({ ...inside, 'a rival': 200, 'who will have its quote work': 200 })
  expect(await rowOf(photo)).toMatchObject({ state: 'stored', jobId: job.id })
})

test('a contractor who had the job and lost it reads its photo no more', async () => {
  const cast = await aCast()
  const { photo, job } = await pictured(cast)
  const [idle, next] = [await aContractor(), await aContractor()]
  const statusFor = async (user: Actor) => (await (await signedInAs(user)).get(photo)).status
  await assignJob(cast.admin, job.id, idle.id)
  await assignJob(cast.admin, job.id, cast.contractor.id)
  await complete(cast.contractor, job.id, withQuote())
  const [quote] = await db.query.quotes.findMany()
  await deleteQuote(cast.admin, quote!.id)
  await assignJob(cast.admin, job.id, next.id)
  expect([await statusFor(cast.contractor), await statusFor(idle), await statusFor(next)]).toEqual([404, 404, 200])
})

describe('the photos of a job', () => {
  test('are not removed as unused', async () => {
    const cast = await aCast()
    const { photo } = await pictured(cast)
    const unused = await upload(cast.agent)
    await db.update(uploadedObjects).set({ createdAt: sql`now() - interval '2 days'`, claimedAt: null })
    await removeOrphans()
    expect([(await rowOf(photo))?.state, (await rowOf(unused))?.state]).toEqual(['stored', 'removing'])
  })

  test('go with it for good, and no rival shows what is gone; a quote work takes none with it', async () => {
    const cast = await aCast()
    const { photo, job } = await pictured(cast)
    await complete(cast.contractor, job.id, withQuote())
    const rival = await aRival(cast, job.id, await aContractor())
    const [quote] = await db.query.quotes.findMany()
    await approveQuote(cast.agent, quote!.id)
    await deleteJob(cast.admin, (await workOf(job.id)).id)
    expect((await rowOf(photo))?.state).toBe('stored')
    await deleteJob(cast.admin, job.id)
    expect((await rowOf(photo))?.state).toBe('removing')
    const [left] = await db.select().from(jobs).where(eq(jobs.id, rival.id))
    expect(left!.photosUrls).toEqual([])
    expect((await (await signedInAs(cast.admin)).get(photo)).status).toBe(404)
  })

  test('go alone: a rival keeps its own, and the work of its quote shows none that is gone', async () => {
    const cast = await aCast()
    const { photo, job } = await pictured(cast)
    await complete(cast.contractor, job.id, withQuote())
    const pat = await aContractor()
    const rival = await aRival(cast, job.id, pat)
    const own = await upload(cast.agent)
    await editJob(cast.agent, rival.id, { ...jobInput(), images: [photo, own] })
    await complete(pat, rival.id, withQuote())
    const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, rival.id) })
    await approveQuote(cast.agent, quote!.id)
    expect((await workOf(rival.id)).photosUrls).toEqual([photo, own])
    await deleteJob(cast.admin, job.id)
    const [left] = await db.select().from(jobs).where(eq(jobs.id, rival.id))
    expect([left!.photosUrls, (await workOf(rival.id)).photosUrls]).toEqual([[own], [own]])
    expect((await (await signedInAs(pat)).get(own)).status).toBe(200)
  })

  test('go with a job that its agent takes back, and with one that is seven years old', async () => {
    const cast = await aCast()
    const [early, old] = [await upload(cast.agent), await upload(cast.agent)]
    const { id } = await createJob(cast.agent, { ...jobInput(), images: [early] })
    const long = await createJob(cast.agent, { ...jobInput(), images: [old] })
    await cancelJob(cast.admin, long.id, 'Sold')
    await deleteJob(cast.agent, id)
    await longUntouched(long.id, '8 years')
    await applyRetention()
    expect(await db.$count(jobs)).toBe(0)
    expect([(await rowOf(early))?.state, (await rowOf(old))?.state]).toEqual(['removing', 'removing'])
  })
})
