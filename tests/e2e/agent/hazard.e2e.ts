import { expect, test } from '#tests/e2e/support/app.ts'
import { mailedPath, openMail } from '#tests/e2e/support/mail.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aStory, ON_PHONE, openVisit, send } from '#tests/e2e/support/story.ts'

test('a hazard from its report to its evidence, on phones of 360 px', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^422 POST .*\/hazard$/)
  const email = `tom${Date.now()}@home.example`
  const { admin, agent, contractor } = await aStory(people)
  const property = `Damp House ${Date.now()}`
  const page = await agent.open('/create-job', ON_PHONE)
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill(property)
  await page.getByLabel('Property Address').fill('12 Mill Lane, Guildford GU1 3XY')
  await page.getByLabel('What needs fixing?').fill('Black mould behind the wardrobe, and the baby coughs.')
  await page.getByText('Could this harm somebody?').click()
  await says(page, '0800 111 999')
  await page.getByLabel('How soon?').selectOption('significant')
  await page.getByLabel('Damp and mould').check()
  await examine(page)
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(page, 'Job Created')
  await says(page, /1 hazard/)
  await examine(page)
  const found = await agent.api.get<{ id: string; propertyName: string }[]>('/api/jobs')
  const { id } = found.find(({ propertyName }) => propertyName === property)!
  await admin.api.post(`/api/jobs/${id}/assign`, { contractorId: contractor.id })

  const visits = await contractor.open('/jobs', ON_PHONE)
  await openVisit(visits, id, 'I have to come back')
  await visits.getByLabel('What is done, and what is left?').fill('The wall behind the wardrobe is wet and cold.')
  await send(visits, 'Save Visit')
  await says(visits, 'Visit Saved')

  await page.goto(`/jobs/${id}/hazard`)
  await page.getByLabel('An attempt at access, on').fill(new Date().toISOString().slice(0, 10))
  await page.getByLabel('How', { exact: true }).selectOption('phone')
  await examine(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'Hazard Saved')
  await page.goto(`/jobs/${id}`)
  await says(page, /Looked at inside/, 'Awaab’s Law targets (social housing; good practice elsewhere)')
  await examine(page)
  await page.getByRole('link', { name: 'Write Summary' }).click()
  await expect(page.getByLabel('What was found')).toHaveValue(/The wall behind the wardrobe is wet and cold\./)
  await examine(page)
  await page.getByLabel('What will be done').fill('The wall is insulated.')
  await page.getByLabel('The tenant’s e-mail').fill(email)
  await page.getByRole('button', { name: 'Send Summary' }).click()
  await says(page, 'Summary Sent', `Sent to ${email}, by`)
  await examine(page)
  await page.getByRole('region', { name: 'Sent' }).or(page.locator('.card').last()).getByRole('link').first().click()
  await says(page.locator('.paper'), 'The wall is insulated.', property)
  await examine(page)
  const tenant = await people.stranger('/', ON_PHONE)
  await openMail(tenant, email)
  await tenant.goto(await mailedPath(tenant, 'See the summary'))
  await says(tenant, 'The wall is insulated.', property)
  await examine(tenant)

  await openVisit(visits, id)
  await visits.getByLabel('What work did you complete?').fill('Insulated the wall and washed the mould off.')
  await send(visits, 'Complete Job')
  await says(visits, 'Your visit has been recorded.')
  await page.goto(`/jobs/${id}/evidence`)
  await says(
    page,
    'Completed',
    'Made safe',
    `Sent to ${email}, by`,
    'The wall is insulated.',
    'Summary of Hazard Sent',
    /there is 1/,
  )
  await examine(page)
  await page.goto(`/jobs/${id}/hazard`)
  await page.getByLabel('Ended otherwise').selectOption('housed_elsewhere')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'Please give a reason')
  await examine(page)
})
