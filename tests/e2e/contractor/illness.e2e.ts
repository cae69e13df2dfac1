import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { chooseContractor, examine, says } from '#tests/e2e/support/screen.ts'
import { aJob, type JobJson } from '#tests/e2e/support/world.ts'

test('a contractor with 12 jobs in hand falls ill: from any screen in 6 clicks another has them all', async ({
  people,
}) => {
  const crew = await people.crew({ firstName: 'Carla', lastName: `Ill${Date.now().toString(36)}` })
  const { admin, contractor } = crew
  const helper = await people.contractor({ firstName: 'Ben', lastName: `Helps${Date.now().toString(36)}` })
  const jobs: JobJson[] = []
  for (let n = 1; n <= 12; n++)
    jobs.push(await aJob(crew, n % 4 ? 'assigned' : 'in_progress', { job: { propertyName: `Rose Cottage ${n}` } }))

  let clicks = 0
  const click = async (what: Locator) => {
    clicks++
    await what.click()
  }
  const page = await admin.open('/')
  await click(page.getByRole('link', { name: 'Contractors', exact: true }).filter({ visible: true }).first())
  await click(page.getByRole('link', { name: contractor.name, exact: true }).filter({ visible: true }).first())
  await says(page, 'Jobs in hand (12)', 'Rose Cottage 12', 'to finish the work')
  await examine(page)

  await click(page.getByRole('link', { name: 'Reassign All' }))
  await says(page, `Reassign 12 jobs of ${contractor.name}`, `${contractor.name} gets 12 e-mails.`)
  await examine(page)
  clicks++
  await chooseContractor(page, helper.id, helper.identifier)
  await click(page.getByRole('button', { name: 'Reassign 12 jobs' }))

  await says(page, `12 jobs reassigned to ${helper.name}`)
  await examine(page)
  expect(clicks).toBeLessThanOrEqual(6)
  for (const { id, jobRef } of jobs) {
    await says(page, jobRef)
    expect(await admin.api.get(`/api/jobs/${id}`)).toMatchObject({ status: 'assigned', contractorId: helper.id })
  }

  const theirs = await helper.open('/jobs')
  await says(theirs, 'Rose Cottage 12')
  await page.getByRole('link', { name: `Back to ${contractor.name}` }).click()
  await says(page, 'No jobs in hand.')
})

test('two of three jobs are ticked and wait for a contractor again; an agent’s page leads to handing over', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew({ firstName: 'Carla', lastName: `Busy${Date.now().toString(36)}` })
  const { admin, agent, contractor } = crew
  const [one, two, three] = [await aJob(crew, 'assigned'), await aJob(crew, 'assigned'), await aJob(crew, 'assigned')]
  const page = await admin.open(`/admin/contractors/${contractor.id}`)
  for (const { jobRef } of [one, three]) await page.getByRole('checkbox', { name: jobRef }).check()
  await page.getByRole('button', { name: 'Reassign', exact: true }).click()
  await page.getByRole('radio', { name: 'Nobody yet: back to pending' }).check()
  await page.getByRole('button', { name: 'Reassign 2 jobs' }).click()
  await says(page, '2 jobs back to pending')
  const statusOf = async ({ id }: JobJson) => (await admin.api.get<JobJson>(`/api/jobs/${id}`)).status
  expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual(['pending', 'assigned', 'pending'])

  await page.goto(`/admin/estate-agents/${agent.id}`)
  await says(page, 'Unfinished jobs (3)', 'Nobody', contractor.name)
  await examine(page)
  await page.getByRole('link', { name: 'Hand Over All' }).click()
  await says(page, 'Who takes them over?')
})
