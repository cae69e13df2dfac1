import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, quoteWork } from '#tests/support/world.ts'

// Somebody without an e-mail address hears of nothing by itself: whoever acts is told so, before and after.

const BY_PHONE = 'Carl Mason has no e-mail address and must be told by phone: 07700 900123.'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

const withoutEmail = async (phone: string | null = '07700 900123') => {
  await db.update(users).set({ email: null, phone }).where(eq(users.id, cast.contractor.id))
  await forgetNotified()
}
const page = async (response: Promise<Response>) => (await (await response).text()).replaceAll('&#x27;', "'")

describe('assigning to a contractor without an e-mail address', () => {
  test('is warned of where they are chosen', async () => {
    const { id } = await aJob(cast)
    expect(await page(ada!.get(`/admin/jobs/${id}/assign`))).not.toContain('no e-mail')
    await withoutEmail()
    const form = await page(ada!.get(`/admin/jobs/${id}/assign`))
    expect(form).toMatch(/<strong>Carl Mason<\/strong>(?:(?!<\/label>).)*no e-mail: will not be told/)
    expect(form).toContain('Those without an address do not.')
  })

  test('is answered with who was not told, on the page and in the API', async () => {
    await withoutEmail()
    const jobs = [await aJob(cast), await aJob(cast), await aJob(cast)]
    const form = { contractorId: cast.contractor.id }
    const path = (index: number) => `/admin/jobs/${jobs[index]!.id}/assign`
    expect(await toastOf(ada!.submit(path(0), form))).toBe(`Contractor Assigned / ${BY_PHONE}`)
    expect(await toastOf(ada!.htmx(path(1), { method: 'POST', form }))).toBe(`Contractor Assigned / ${BY_PHONE}`)
    const { status, body } = await answerOf(ada!.post(`/api/jobs/${jobs[2]!.id}/assign`, form))
    expect([status, body.message, body.status]).toEqual([200, BY_PHONE, 'assigned'])
    expect(await notified()).toEqual([])
  })

  test('says nothing of the kind of anybody who was told', async () => {
    const form = { contractorId: cast.contractor.id }
    const { body } = await answerOf(ada!.post(`/api/jobs/${(await aJob(cast)).id}/assign`, form))
    expect(body).not.toHaveProperty('message')
    const toast = await toastOf(ada!.submit(`/admin/jobs/${(await aJob(cast)).id}/assign`, form))
    expect(toast).toBe('Contractor Assigned / The contractor is told by e-mail.')
  })

  test('says so as well where they have no phone number either', async () => {
    await withoutEmail(null)
    const answer = await answerOf(
      ada!.post(`/api/jobs/${(await aJob(cast)).id}/assign`, { contractorId: cast.contractor.id }),
    )
    expect(answer.body.message).toBe(
      'Carl Mason has neither an e-mail address nor a phone number here and is not told.',
    )
  })
})

describe('taking a job from a contractor without an e-mail address', () => {
  test('by giving it to another', async () => {
    const [{ id }, other] = [await aJob(cast, 'assigned'), await aContractor()]
    await withoutEmail()
    expect(await page(ada!.get(`/admin/jobs/${id}/assign`))).toContain(BY_PHONE)
    const { body } = await answerOf(ada!.post(`/api/jobs/${id}/assign`, { contractorId: other.id }))
    expect([body.message, await notified()]).toEqual([BY_PHONE, [`job_assigned → ${other.email}`]])
  })

  test.each(['unassign', 'cancel'])('by %s', async (verb) => {
    const jobs = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    const asking = `/admin/jobs/${jobs[0]!.id}/${verb}`
    const question = () => page(verb === 'cancel' ? ada!.get(asking) : ada!.submit(asking))
    expect(await question()).toContain(
      verb === 'cancel' ? 'The contractor reads it in an e-mail.' : 'Carl Mason is told by e-mail.',
    )
    await withoutEmail()
    expect(await question()).toContain('has no e-mail address and must be told by phone: 07700 900123.')
    const form = { confirmed: 'yes', reason: 'The house was sold.' }
    expect(await toastOf(ada!.submit(asking, form))).toEndWith(BY_PHONE)
    const sent = verb === 'cancel' ? { reason: form.reason } : undefined
    const { body } = await answerOf(ada!.post(`/api/jobs/${jobs[1]!.id}/${verb}`, sent))
    expect(body.message).toBe(BY_PHONE)
  })
})

describe.each(['approve', 'decline'] as const)('to %s the quote of a contractor', (verb) => {
  const quoted = async () => (await aJob(cast, 'quote_pending')).quotes[0]!.id
  const question = async (id: string) =>
    page(verb === 'approve' ? olivia!.submit(`/quotes/${id}/approve`) : olivia!.get(`/quotes/${id}/decline`))

  test('with an address says what the specification says', async () => {
    expect(await question(await quoted())).toContain(
      verb === 'approve'
        ? 'Are you sure you want to approve this quote for £480.00? The contractor will be notified and can begin work.'
        : 'Are you sure you want to decline this quote? The contractor will be notified.',
    )
  })

  test('without one says how they hear of it, before and after', async () => {
    const [one, two] = [await quoted(), await quoted()]
    await withoutEmail()
    const asked = await question(one)
    expect(asked).toContain('The contractor has no e-mail address and must be told by phone: 07700 900123.')
    expect(asked).not.toContain('will be notified')
    const sent = await toastOf(olivia!.submit(`/quotes/${one}/${verb}`, { confirmed: 'yes', back: '/' }))
    expect(sent).toEndWith(`. ${BY_PHONE}`)
    expect((await answerOf(olivia!.patch(`/api/quotes/${two}/${verb}`))).body.message).toBe(BY_PHONE)
  })

  test('whose account is gone says that', async () => {
    const id = await quoted()
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    const asked = await question(id)
    expect(asked).toContain('The contractor is no longer on Fettle and is not told.')
    expect(asked).not.toContain('will be notified')
    expect(asked.includes('An administrator must assign the work.')).toBe(verb === 'approve')
  })
})

test('a person’s JSON leaves out when their account was deleted', async () => {
  const { work } = await quoteWork(cast)
  const { body } = await answerOf(olivia!.get(`/api/jobs/${work.id}`))
  for (const person of [body.contractor, body.estateAgent, body.quotes[0].contractor])
    expect(person).not.toHaveProperty('deletedAt')
})

test('deleting a job in hand says whom no e-mail tells of it, by page and API, of the administrator and of the agent', async () => {
  const jobs = await Promise.all(Array.from({ length: 4 }, () => aJob(cast, 'assigned')))
  await withoutEmail()
  const form = { confirmed: 'yes' }
  expect(await toastOf(ada!.submit(`/admin/jobs/${jobs[0]!.id}/delete`, form))).toEndWith(BY_PHONE)
  expect(await toastOf(olivia!.submit(`/jobs/${jobs[1]!.id}/delete`, form))).toEndWith(BY_PHONE)
  for (const [client, job] of [[ada!, jobs[2]!] as const, [olivia!, jobs[3]!] as const])
    expect((await answerOf(client.delete(`/api/jobs/${job.id}`))).body.message).toBe(
      `The job has been successfully deleted. ${BY_PHONE}`,
    )
})

describe('a booked visit that ends with the job’s assignment', () => {
  const AGENT = 'Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001.'
  const booked = async () => {
    const { id } = await aJob(cast, 'assigned')
    await bookVisit(cast.contractor, id, tomorrow())
    await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
    await forgetNotified()
    return id
  }

  test.each([
    ['assign', AGENT],
    ['unassign', AGENT],
    // Of the job and of the visit, in one sentence.
    ['cancel', AGENT],
  ])('%s says so of the agent, once', async (verb, message) => {
    const id = await booked()
    const other = await aContractor()
    const sent = { assign: { contractorId: other.id }, cancel: { reason: 'Sold' }, unassign: undefined }[verb]
    const { status, body } = await answerOf(ada!.post(`/api/jobs/${id}/${verb}`, sent))
    expect([status, body.message]).toEqual([200, message])
  })

  test('handing it back says so', async () => {
    const carl = await signedInAs(cast.contractor)
    const answer = await answerOf(carl.post(`/api/jobs/${await booked()}/hand-back`, { reason: 'Ill' }))
    expect(answer.body.message).toBe(`The job has been handed back. ${AGENT}`)
  })

  test('deleting the contractor says so', async () => {
    await booked()
    const { body } = await answerOf(ada!.delete(`/api/contractors/${cast.contractor.id}`))
    expect(body.message).toBe(`The contractor has been successfully removed from the system. ${AGENT}`)
  })
})
