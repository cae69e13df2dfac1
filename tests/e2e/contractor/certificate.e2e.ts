import type { Page } from '@playwright/test'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { expect, type People, test } from '#tests/e2e/support/app.ts'
import { addPhotos, WORK, whatWork } from '#tests/e2e/support/completion.ts'
import { outboxIsLoaded, RECORDED } from '#tests/e2e/support/phone.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { ON_PHONE } from '#tests/e2e/support/story.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { dayIn } from '#tests/support/times.ts'

const ON_DESK = { viewport: { width: 1280, height: 800 }, hasTouch: false }

let houses = 0

/** Of an agency that is nobody else's, as its agent is who the job is raised for. */
async function raised(people: People) {
  const crew = await people.crew({ company: `Certified ${Date.now()} ${++houses}` })
  const { agent, contractor, admin } = crew
  const propertyAddress = `${Date.now()} Mill Lane, Guildford GU1 3XY`
  const sent = {
    propertyName: 'Gas House',
    propertyAddress,
    kind: 'gas_safety',
    doneOn: dayIn(-345),
    endsOn: dayIn(20),
  }
  const { id } = await agent.api.post<{ id: string }>('/api/certificates', sent)
  await agent.api.patch(`/api/certificates/${id}`, { reference: 'GS-1' })
  const find = () => agent.api.get<{ id: string }[]>('/api/jobs')
  await expect.poll(async () => (await find()).length).toBe(1)
  const [job] = await find()
  await admin.api.post(`/api/jobs/${job!.id}/assign`, { contractorId: contractor.id })
  return { ...crew, form: `/visit/${job!.id}`, property: propertyHref(propertyKeyOf(propertyAddress)!, 'estate_agent') }
}

const GAS = { name: 'gas.pdf', mimeType: 'application/pdf', buffer: pdf() }
const document = (page: Page) => page.getByLabel('Document (Optional)')
const complete = (page: Page) => page.getByRole('button', { name: 'Complete Job' })

async function downloaded(page: Page, property: string): Promise<boolean> {
  await page.goto(property)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Document' }).click(),
  ])
  return (await download.path()) !== null && download.suggestedFilename().endsWith('.pdf')
}

test('a contractor gives the certificate’s document with the job, and the agent downloads it', {
  tag: '@phone',
}, async ({ people, watch }) => {
  watch.allow(/^422 PUT /)
  const { contractor, agent, form, property } = await raised(people)
  const page = await contractor.open(form, ON_PHONE)
  await expect(addPhotos(page)).toBeEnabled()
  await whatWork(page).fill(WORK)
  await document(page).setInputFiles({ ...GAS, buffer: Buffer.from('<!doctype html>') })
  await says(page, 'This is neither a PDF nor a photo.')
  await document(page).setInputFiles(GAS)
  await says(page, 'What you chose is kept.')
  await examine(page)
  await page.getByLabel('Done on').fill(dayIn(-3))
  await page.reload()
  await says(page, 'What you chose is kept.')
  await expect(page.getByLabel('Done on')).toHaveValue(dayIn(-3))
  await page.getByLabel('Done on').fill('')
  await page.reload()
  await says(page, 'What you chose is kept.')
  await expect(page.getByLabel('Done on')).toHaveValue('')
  await page.getByLabel('Done on').fill(dayIn(-3))
  await complete(page).click()
  await says(page, 'Your visit has been recorded.')
  expect(await downloaded(await agent.open('/', ON_DESK), property)).toBe(true)
})

test('without a line the form says that the document is not kept, and goes without it', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/, RECORDED)
  const { contractor, agent, form, property } = await raised(people)
  const page = await contractor.open(form, ON_PHONE)
  await expect(addPhotos(page)).toBeEnabled()
  await whatWork(page).fill(WORK)
  await outboxIsLoaded(page)
  await page.context().setOffline(true)
  await document(page).setInputFiles(GAS)
  await says(page, 'This device does not keep a document')
  await expect(complete(page)).toBeDisabled()
  await examine(page)
  await page.getByRole('button', { name: 'Remove Document' }).click()
  await complete(page).click()
  await says(page, 'Kept on this phone.')
  await page.context().setOffline(false)
  await says(page, 'Your visit has been recorded.')
  const home = await agent.open(property)
  await says(home, 'Gas safety')
  await expect(home.getByRole('link', { name: 'Document' })).toHaveCount(0)
})

test('a form without JavaScript brings the document', { tag: '@phone' }, async ({ people }) => {
  const { contractor, agent, form, property } = await raised(people)
  const page = await contractor.open(form, { ...ON_PHONE, javaScriptEnabled: false })
  await whatWork(page).fill(WORK)
  await document(page).setInputFiles(GAS)
  await complete(page).click()
  await says(page, 'Your visit has been recorded.')
  expect(await downloaded(await agent.open(), property)).toBe(true)
})
