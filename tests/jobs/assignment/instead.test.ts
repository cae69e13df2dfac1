import { beforeEach, expect, test } from 'bun:test'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { read } from '#tests/checklist/reading.ts'
import { hiddenIn, toastOf } from '#tests/support/answers.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAdmin } from '#tests/support/world.ts'

// Two administrators: a page or a call that names what it saw does not take a job from who was given it meanwhile.

const cast = castOfEachTest()
let dee: Actor
let eli: Actor
const ada = signedInOfEachTest(cast, 'admin')
beforeEach(async () => {
  dee = await aContractor({ firstName: 'Dee', lastName: 'Whitlock' })
  eli = await aContractor({ firstName: 'Eli', lastName: 'Okafor' })
})

const holderOf = async (id: string) => (await jobVisibleTo(cast.admin, id)).contractorId
const TAKEN = 'Dee Whitlock has this job by now.'

test('a call that names whom it saw is refused when another has the job by now', async () => {
  const { id } = await aJob(cast)
  const path = `/api/jobs/${id}/assign`
  const seen = { contractorId: eli.id, instead: null }
  await assignJob(await anAdmin(), id, dee.id)
  const refused = await ada.post(path, seen)
  expect([refused.status, await refused.json()]).toMatchObject([409, { message: TAKEN, code: 'job_moved_on' }])
  expect((await ada.post(path, { ...seen, instead: cast.contractor.id })).status).toBe(409)
  expect(await holderOf(id)).toBe(dee.id)
  expect((await ada.post(path, { ...seen, instead: dee.id.toUpperCase() })).status).toBe(200)
  // Without it whoever has the job gives it up.
  expect((await ada.post(path, { contractorId: dee.id })).status).toBe(200)
  expect(await holderOf(id)).toBe(dee.id)
  expect((await ada.post(path, { contractorId: eli.id, instead: 7 })).status).toBe(422)
})

test('many at once: each job is held to what it was seen with', async () => {
  const [free, taken, held] = [await aJob(cast), await aJob(cast), await aJob(cast, 'assigned')]
  await assignJob(cast.admin, taken.id, dee.id)
  const jobIds = [free.id, taken.id, held.id]
  const seen = { jobIds, contractorId: eli.id, instead: [null, null, cast.contractor.id] }
  const { results } = (await (await ada.post('/api/jobs/assign', seen)).json()) as { results: { status: number }[] }
  expect(results).toMatchObject([{ status: 200 }, { status: 409, message: TAKEN }, { status: 200 }])
  const all = await ada.post('/api/jobs/assign', { jobIds: [taken.id], contractorId: eli.id, instead: null })
  expect(await all.json()).toMatchObject({ results: [{ status: 409, message: TAKEN }] })
  const short = await ada.post('/api/jobs/assign', { ...seen, instead: [null] })
  expect([short.status, await short.json()]).toMatchObject([422, { errors: { instead: expect.any(String) } }])
})

test.each([true, false])('the form keeps what was chosen and says who has the job now (htmx: %p)', async (partial) => {
  const { id } = await aJob(cast)
  const path = `/admin/jobs/${id}/assign`
  const shown = await (await ada.get(path)).text()
  await assignJob(await anAdmin(), id, dee.id)
  const send = (form: Record<string, string>) =>
    partial ? ada.htmx(path, { method: 'POST', form }) : ada.submit(path, form)
  const again = await send({ ...hiddenIn(shown), contractorId: eli.id })
  expect(again.status).toBe(409)
  const html = await again.text()
  expect(html).toContain(TAKEN)
  expect(html).toMatch(new RegExp(`checked=""[^>]*value="${eli.id}"`))
  expect(html).toContain('Now assigned to Dee Whitlock.')
  expect(await holderOf(id)).toBe(dee.id)
  // Who reads that and sends it again means it.
  const done = await send({ ...hiddenIn(html), contractorId: eli.id })
  expect(done.status).toBe(partial ? 200 : 303)
  expect(await holderOf(id)).toBe(eli.id)
})

test('a form whose job has ended meanwhile is told so', async () => {
  const { id } = await aJob(cast)
  const shown = await (await ada.get(`/admin/jobs/${id}/assign`)).text()
  await cancelJob(cast.agent, id, 'Sold')
  const answer = await ada.submit(`/admin/jobs/${id}/assign`, { ...hiddenIn(shown), contractorId: eli.id })
  expect([answer.status, toastOf(answer)?.text]).toEqual([303, 'This is no longer possible: the job is now Cancelled.'])
})

test('rows that are ticked hold what they showed, and the question names who has them by now', async () => {
  const [free, taken] = [await aJob(cast), await aJob(cast)]
  const list = await (await ada.get('/admin/jobs')).text()
  const ticks = [...list.matchAll(/name="id" value="([^"]+)"/g)].map(([, value]) => value!)
  await assignJob(await anAdmin(), taken.id, dee.id)
  const asked = await (await ada.submit('/admin/jobs/assign', { id: ticks, back: '/admin/jobs' })).text()
  expect((await read(new Response(asked))).words).toContain(`Changed hands since: ${taken.jobRef} (Dee Whitlock).`)
  // Another one is given away while the question stands.
  await assignJob(await anAdmin(), free.id, dee.id)
  const ids = [...asked.matchAll(/name="id" value="([^"]+)"/g)].map(([, value]) => value!)
  const form = { ...hiddenIn(asked), id: ids, contractorId: eli.id, back: '/admin/jobs' }
  const told = await (await ada.submit('/admin/jobs/assign', form)).text()
  expect((await read(new Response(told))).words).toContain(`${free.jobRef}: ${TAKEN}`)
  expect([await holderOf(free.id), await holderOf(taken.id)]).toEqual([dee.id, eli.id])
})

test('a question to unassign takes the job from nobody else', async () => {
  const { id } = await aJob(cast, 'assigned')
  const shown = hiddenIn(await (await ada.get(`/admin/jobs/${id}`)).text())
  await assignJob(await anAdmin(), id, dee.id)
  const form = { confirmed: 'yes', ...(shown.instead !== undefined && { instead: shown.instead }) }
  const answer = await ada.submit(`/admin/jobs/${id}/unassign`, form)
  expect(toastOf(answer)?.text).toBe(TAKEN)
  expect(await holderOf(id)).toBe(dee.id)
})

test('two administrators assign one job at once: one wins, the other reads who has it', async () => {
  const { id } = await aJob(cast)
  const eve = await signedInAs(await anAdmin())
  const answers = await Promise.all([
    ada.post(`/api/jobs/${id}/assign`, { contractorId: dee.id, instead: null }),
    eve.post(`/api/jobs/${id}/assign`, { contractorId: eli.id, instead: null }),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const lost = answers.find(({ status }) => status === 409)!
  expect(await lost.json()).toMatchObject({ message: expect.stringMatching(/^(Dee Whitlock|Eli Okafor) has this job/) })
})
