import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, users } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, jobInput } from '#tests/support/world.ts'
import { timeline, told } from './told.ts'

const versionOf = async (id: string) => (await db.query.users.findFirst({ where: eq(users.id, id) }))!.activityVersion
const rowOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!

test('an edit that changes nothing is none: no event, no new time, no message, and a success', async () => {
  const cast = await aCast()
  const job = await aJob(cast)
  const ada = await signedInAs(cast.admin)
  const before = [await rowOf(job.id), await versionOf(cast.agent.id)]
  const { accessNotes, ...rest } = jobInput()
  for (const change of [
    {},
    { propertyName: job.propertyName },
    jobInput(),
    { ...rest, accessNotes: ` ${accessNotes} ` },
  ]) {
    const answer = await ada.patch(`/api/jobs/${job.id}`, change)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: job.id, updatedAt: job.updatedAt.toISOString() })
  }
  const sent = await ada.submit(`/admin/jobs/${job.id}/edit`, { ...rest, accessNotes: accessNotes! })
  expect(sent.status).toBe(303)
  expect(decodeURIComponent(sent.headers.get('set-cookie')!)).toContain('Nothing%20Changed')
  expect([await rowOf(job.id), await versionOf(cast.agent.id)]).toEqual(before)
  expect([await timeline(job.id), await told()]).toEqual([['created: – > pending'], []])
})

test('emptied access notes are a change, once', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast)
  const ada = await signedInAs(cast.admin)
  for (const accessNotes of ['', null, '']) await ada.patch(`/api/jobs/${id}`, { accessNotes })
  expect((await rowOf(id)).accessNotes).toBeNull()
  expect(await timeline(id)).toEqual(['created: – > pending', 'edited'])
})
