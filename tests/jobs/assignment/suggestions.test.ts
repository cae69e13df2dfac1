import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { answerOf } from '#tests/api/shape.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()

/** Carl has two jobs, one of them late; Pat is a plumber near by, Bob one in Bristol. */
async function aTown() {
  const [late] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await db
    .update(jobs)
    .set({ visitBy: new Date(Date.now() - 60_000) })
    .where(eq(jobs.id, late.id))
  const visited = await aJob(cast, 'in_progress')
  const past = new Date(Date.now() - 60_000)
  await db.update(jobs).set({ visitBy: past, firstVisitAt: past }).where(eq(jobs.id, visited.id))
  const pat = await aContractor({ firstName: 'Pat', lastName: 'Near', contractorTypes: ['plumbing'], areas: ['GU'] })
  const bob = await aContractor({
    firstName: 'Bob',
    lastName: 'Away',
    contractorTypes: ['plumbing', 'roofing'],
    areas: ['BS'],
  })
  const job = await aJob(cast, 'pending', { job: { contractorType: 'plumbing' } })
  return { pat, bob, job }
}

test('a script reads whom to give a job to, the best first, with the reasons', async () => {
  const { pat, bob, job } = await aTown()
  const ada = await signedInAs(cast.admin)
  const { status, body } = await answerOf(ada.get(`/api/jobs/${job.id}/contractors`))
  expect([status, body]).toEqual([
    200,
    [
      {
        id: pat.id,
        contractorTypes: ['plumbing'],
        areas: ['GU'],
        hasTrade: true,
        coversArea: true,
        openJobs: 0,
        lateJobs: 0,
      },
      { id: bob.id, contractorTypes: ['plumbing', 'roofing'], areas: ['BS'], hasTrade: true, coversArea: false },
      {
        id: cast.contractor.id,
        contractorTypes: [],
        areas: [],
        hasTrade: false,
        coversArea: false,
        openJobs: 3,
        lateJobs: 1,
      },
    ].map((one) => expect.objectContaining(one)),
  ])
  expect(Object.keys(body[0])).not.toContain('hashedPassword')
  const found = async (search: string) =>
    (await answerOf(ada.get(`/api/jobs/${job.id}/contractors?search=${encodeURIComponent(search)}`))).body.map(
      ({ id }: { id: string }) => id,
    )
  expect(await found('away ROOFING')).toEqual([bob.id])
  expect(await found('plumbing')).toEqual([pat.id, bob.id, cast.contractor.id])
  expect(await found('gu')).toEqual([pat.id])
  expect(await found('nobody')).toEqual([])
})

test('the form to assign shows them in this order, with trade, area, open and late jobs; anybody can be chosen', async () => {
  const { pat, bob, job } = await aTown()
  const ada = await signedInAs(cast.admin)
  const { html, words } = await read(ada.get(`/admin/jobs/${job.id}/assign`))
  for (const row of [
    "Pat Near Best Carl's Plumbing plumbing GU1 0 open",
    "Bob Away Carl's Plumbing plumbing not GU1 0 open",
    "Carl Mason Carl's Plumbing not plumbing not GU1 3 open 1 late",
  ])
    expect(words).toContain(row)
  expect(html).not.toContain('<select')
  // Enter takes the best, who is chosen already.
  expect(html).toMatch(new RegExp(`<input type="radio"[^>]*checked=""[^>]*value="${pat.id}"`))
  expect(html).toMatch(/<section class="job-beside".*12 Mill Lane.*Plumbing.*<\/section>/s)
  expect((await ada.submit(`/admin/jobs/${job.id}/assign`, { contractorId: bob.id })).status).toBe(303)
})

test('with many contractors a search narrows the choice, in the dialog and without JavaScript', async () => {
  const { job, bob } = await aTown()
  const ada = await signedInAs(cast.admin)
  const path = `/admin/jobs/${job.id}/assign`
  expect((await read(ada.get(path))).html).not.toContain('type="search"')
  for (let n = 0; n < 20; n++) await aContractor({ firstName: `Number${n}` })
  expect((await read(ada.get(path))).html).toContain('type="search"')
  const page = await read(ada.get(`${path}?search=bob`))
  expect(page.html).toContain(bob.id)
  expect(page.html).toContain('value="bob"')
  expect(page.html).not.toContain(cast.contractor.id)
  const part = await (await ada.htmx(`${path}?search=bob`)).text()
  expect(part).toStartWith('<div id="contractor-choice">')
  expect(part).toContain('1 found, the best first.')
  const first = await (await ada.htmx(`${path}?search=`)).text()
  expect(first.match(/type="radio"/g)).toHaveLength(8)
  expect(first).toContain('The best 8 of 23.')
  expect(await (await ada.htmx(`${path}?search=carl+mason`)).text()).toContain(cast.contractor.id)
})

test('the contractor who quoted is not offered for a competing quote', async () => {
  const { pat } = await aTown()
  const { id } = await aJob(cast, 'quote_pending')
  const { html } = await read((await signedInAs(cast.admin)).get(`/admin/jobs/${id}/rivals`))
  expect(html).toContain(pat.id)
  expect(html).not.toContain(cast.contractor.id)
})
