import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { assignJob, startJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { answerOf } from '#tests/api/shape.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, complete, completion, quoteWork } from '#tests/support/world.ts'

let other: Awaited<ReturnType<typeof aContractor>>
const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
beforeEach(async () => {
  other = await aContractor({ firstName: 'Dora' })
})

const to = (contractor: { id: string }) => ({ contractorId: contractor.id })
const page = async (path: string) => (await (await ada.get(path)).text()).replaceAll('&#x27;', "'")

describe('a started job', () => {
  test('goes to another contractor, who begins anew, by page and API', async () => {
    const [one, two] = [await aJob(cast, 'in_progress'), await aJob(cast, 'in_progress')]
    for (const word of ['Reassign', 'Unassign', 'Cancel Job'])
      expect(await page(`/admin/jobs/${one.id}`)).toContain(word)
    expect(await toastOf(ada.submit(`/admin/jobs/${one.id}/assign`, to(other)))).toStartWith('Contractor Assigned')
    expect((await ada.post(`/api/jobs/${two.id}/assign`, to(other))).status).toBe(200)
    for (const { id } of [one, two]) {
      expect(await jobVisibleTo(other, id)).toMatchObject({ status: 'assigned', contractorId: other.id })
      expect((await timeline(id)).at(-1)).toBe('reassigned: in_progress > assigned')
      await expect(complete(cast.contractor, id, completion())).rejects.toMatchObject({ status: 409 })
      await complete(other, id, completion())
    }
  })

  test('is not given to the contractor who has it', async () => {
    const { id } = await aJob(cast, 'in_progress')
    expect(await answerOf(ada.post(`/api/jobs/${id}/assign`, to(cast.contractor)))).toEqual({
      status: 409,
      body: { message: 'This job is already assigned to Carl Mason.' },
    })
  })

  test('returns to pending when it is withdrawn', async () => {
    const { id } = await aJob(cast, 'in_progress')
    expect((await ada.submit(`/admin/jobs/${id}/unassign`, { confirmed: 'yes' })).status).toBe(303)
    expect(await jobVisibleTo(cast.agent, id)).toMatchObject({ status: 'pending', contractorId: null })
  })
})

describe('started quote work', () => {
  const workStatus = async (id: string) => (await db.query.quotes.findFirst({ where: eq(quotes.id, id) }))!.workStatus

  test.each(['assign', 'unassign'])('is not started once it is taken away: %s', async (verb) => {
    const { work, quote } = await quoteWork(cast)
    await startJob(cast.contractor, work.id)
    expect(await workStatus(quote.id)).toBe('in_progress')
    const answer = await ada.post(`/api/jobs/${work.id}/${verb}`, verb === 'assign' ? to(other) : undefined)
    expect([answer.status, await workStatus(quote.id)]).toEqual([200, 'not_started'])
    if (verb === 'unassign') await assignJob(cast.admin, work.id, other.id)
    await markJobComplete(other, work.id)
    expect(await workStatus(quote.id)).toBe('completed')
  })
})

test('an administrator who assigns a job reads why it was handed back, the newest reason first', async () => {
  const { id } = await aJob(cast, 'assigned')
  await handJobBack(cast.contractor, id, 'I do not do gas.\n<b>Sorry</b>')
  await assignJob(cast.admin, id, other.id)
  await handJobBack(other, id, 'I am ill.')
  const html = await page(`/admin/jobs/${id}/assign`)
  const [dora, carl] = ['Handed back by Dora Mason: I am ill.', 'Handed back by Carl Mason: I do not do gas.']
  expect(html.indexOf(dora)).toBeGreaterThan(0)
  expect(html.indexOf(carl)).toBeGreaterThan(html.indexOf(dora))
  expect(html).toContain('&lt;b&gt;Sorry')
  const refused = await (await ada.submit(`/admin/jobs/${id}/assign`, { contractorId: '' })).text()
  expect(refused).toContain(dora)
})
