import { expect, test } from '#tests/e2e/support/app.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { dialogOf, examine, itemOf, says } from '#tests/e2e/support/screen.ts'
import {
  aStory,
  chooseContractor,
  everybodyTold,
  ON_PHONE,
  openVisit,
  send,
  timelineOf,
} from '#tests/e2e/support/story.ts'
import { upload } from '#tests/e2e/support/world.ts'

// Jobs as they really go, by those who live them; what everybody was told, and the timeline as its evidence. Those with
// quotes are in quote-stories.e2e.ts. Contractors are on phones and administrators at desks; agents are here and there.

test('nobody is in twice, then the work is done', async ({ people }) => {
  const story = await aStory(people)
  const { admin, agent, contractor, property, id } = story
  const page = await contractor.open('/jobs', ON_PHONE)
  for (const words of ['Rang twice, nobody came to the door.', 'Nobody in again. Left a card.']) {
    await page.goto('/jobs')
    await itemOf(page, property).getByRole('link', { name: 'Book Visit' }).click()
    await dialogOf(page).getByLabel('Day').fill(inDays(1))
    await dialogOf(page).getByText('12:00–17:00').click()
    await examine(page)
    await dialogOf(page).getByRole('button', { name: 'Book Visit' }).click()
    await says(itemOf(page, property), /Booked: .+, 12:00–17:00/)
    await openVisit(page, id, 'Nobody let me in')
    await page.getByLabel('How did you try to get in?').fill(words)
    await examine(page)
    await send(page, 'Save Visit')
    await says(page, 'Visit Saved')
    await says(itemOf(page, property), 'Ready to Start')
  }
  const agentPage = await agent.open(`/jobs/${id}`)
  await says(agentPage, 'No access', 'Nobody in again. Left a card.')
  await examine(agentPage)
  await openVisit(page, id)
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await send(page, 'Complete Job')
  await says(page, 'Your visit has been recorded.')
  expect(await story.status()).toBe('completed')
  const adminPage = await admin.open('/')
  await everybodyTold(adminPage, property, [
    'carl: New job',
    'olivia: Visit booked',
    'olivia: Nobody was in',
    'olivia: Visit booked',
    'olivia: Nobody was in',
    'olivia: Job completed',
  ])
  expect(await timelineOf(adminPage, id)).toEqual([
    ...['Job Created', 'Contractor Assigned'],
    ...['Visit Booked', 'No Access', 'Booked Visit Missed'],
    ...['Visit Booked', 'No Access', 'Booked Visit Missed'],
    'Visit Completed',
  ])
})

test('parts are ordered, the contractor falls ill, another makes the second visit', async ({ people, photo }) => {
  const { admin, agent, contractor, property, id } = await aStory(people)
  const dee = await people.contractor({ firstName: 'Dee', lastName: 'Whitlock' })
  const page = await contractor.open('/jobs', ON_PHONE)
  await openVisit(page, id, 'I have to come back')
  await page.getByLabel('What is done, and what is left?').fill('The valve is worn. A new one comes on Thursday.')
  await page
    .getByLabel('Add Photos (Optional)')
    .setInputFiles([{ name: 'valve.jpg', mimeType: 'image/jpeg', buffer: photo }])
  await says(page, '1 of 1 photos sent')
  await send(page, 'Save Visit')
  await says(itemOf(page, property), 'In Progress')
  await page.goto(`/jobs/${id}`)
  await page.getByLabel('Write a message').fill('The part is at the merchant in Guildford.')
  await send(page, 'Send')
  await says(page, 'The part is at the merchant in Guildford.')
  await openVisit(page, id, 'I cannot take this job')
  await page.getByLabel('Why can you not take it?').fill('I am ill this week.')
  await send(page, 'Hand Back')
  await says(page, 'The job has been handed back.', 'No jobs assigned')

  const adminPage = await admin.open(`/admin/jobs/${id}`)
  await adminPage.getByRole('link', { name: 'Assign Contractor' }).click()
  await says(adminPage, 'Handed back by Carl Mason: I am ill this week.')
  await examine(adminPage)
  await chooseContractor(adminPage, dee, 'Assign Contractor')
  await says(adminPage, 'Contractor Assigned')

  const deesPage = await dee.open('/jobs', ON_PHONE)
  await says(itemOf(deesPage, property), 'Ready to Start', '1 new message')
  await itemOf(deesPage, property)
    .getByRole('link', { name: /Messages/ })
    .click()
  await says(deesPage, 'The part is at the merchant in Guildford.', 'The valve is worn.')
  await openVisit(deesPage, id)
  await deesPage.getByLabel('What work did you complete?').fill('Fitted the new valve.')
  await send(deesPage, 'Complete Job')
  await says(deesPage, 'Your visit has been recorded.')
  await says(await agent.open(`/jobs/${id}`), 'Return needed', 'Fitted the new valve.', 'Dee Whitlock')
  await everybodyTold(adminPage, property, [
    'carl: New job',
    'olivia: Another visit needed',
    'olivia: Handed back',
    'ada: Handed back',
    'carl: New job',
    'olivia: Job completed',
  ])
  expect(await timelineOf(adminPage, id)).toEqual([
    ...['Job Created', 'Contractor Assigned', 'Return Needed', 'Handed Back', 'Contractor Assigned', 'Visit Completed'],
  ])
})

test('a repair that failed again is reopened with the same contractor', async ({ people, photo }) => {
  const { admin, agent, contractor, property, id, status } = await aStory(people)
  const images = [await upload(contractor, photo)]
  await contractor.api.post(`/api/jobs/${id}/complete`, { workDone: 'Topped up the pressure.', images })
  const adminPage = await admin.open('/')
  await adminPage.goto('/?tab=visits')
  const [visit] = (await admin.api.get<{ visits: { id: string }[] }>(`/api/jobs/${id}`)).visits
  await admin.api.post(`/api/visits/${visit!.id}/mark-invoiced`)
  const agentPage = await agent.open(`/jobs/${id}`)
  await agentPage.getByRole('link', { name: 'Reopen Job' }).click()
  await agentPage.getByLabel('Reason').fill('The boiler loses pressure again.')
  await examine(agentPage)
  await send(agentPage, 'Reopen Job')
  await says(agentPage, 'The contractor has the job again.')
  expect(await status()).toBe('assigned')
  const page = await contractor.open('/jobs', ON_PHONE)
  await says(itemOf(page, property), 'Ready to Start')
  await openVisit(page, id)
  await page.getByLabel('What work did you complete?').fill('A new expansion vessel.')
  await send(page, 'Complete Job')
  await says(page, 'Your visit has been recorded.')
  await says(await agent.open(`/jobs/${id}`), 'Topped up the pressure.', 'A new expansion vessel.')
  await everybodyTold(adminPage, property, [
    'carl: New job',
    'olivia: Job completed',
    'carl: Reopened',
    'ada: Reopened',
    'olivia: Job completed',
  ])
  expect(await timelineOf(adminPage, id)).toEqual([
    ...['Job Created', 'Contractor Assigned', 'Visit Completed', 'Sent to Invoiced', 'Job Invoiced'],
    ...['Job Reopened', 'Visit Completed'],
  ])
})

test('a typo in the address is corrected while the contractor has the form open without a line', async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/)
  const wrong = { propertyAddress: '21 Mill Lane, Guildford GU1 3XY' }
  const { admin, agent, contractor, property, id, status } = await aStory(people, 'assigned', wrong)
  const page = await contractor.open('/jobs', ON_PHONE)
  await openVisit(page, id)
  await says(page, '21 Mill Lane')
  const photos = await photographs(page, 2, 400, 300)
  await page.context().setOffline(true)
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await page.getByLabel('Add Photos (Optional)').setInputFiles(photos)
  await send(page, 'Complete Job')
  await says(page, 'Kept on this phone.')

  const agentPage = await agent.open(`/jobs/${id}`)
  await agentPage.getByRole('link', { name: 'Edit Job' }).click()
  await agentPage.getByLabel('Property Address').fill('12 Mill Lane, Guildford GU1 3XY')
  await examine(agentPage)
  await send(agentPage, 'Save Changes')
  await says(agentPage, 'Job Updated')

  await page.context().setOffline(false)
  await expect(page).toHaveURL(/\/jobs$/)
  await says(page, 'Your visit has been recorded.')
  expect(await status()).toBe('completed')
  const adminPage = await admin.open('/')
  await everybodyTold(adminPage, property, ['carl: New job', 'carl: Job changed', 'olivia: Job completed'])
  expect(await timelineOf(adminPage, id)).toEqual([
    'Job Created',
    'Contractor Assigned',
    'Job Edited',
    'Visit Completed',
  ])
  await says(adminPage, /21 Mill Lane/, /12 Mill Lane/)
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
