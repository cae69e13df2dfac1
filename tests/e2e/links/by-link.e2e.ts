import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { mailedPath, openMail, pressInMail } from '#tests/e2e/support/mail.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'

// Without JavaScript: what is decided here is decided in any browser that a mail reader opens.
const PLAIN = { javaScriptEnabled: false }
const LIMIT = 12_000

let made = 0
const unique = (name: string) => `${name}${Date.now().toString(36)}${++made}@mail.example`

/** What a page brings, with all that hangs on it, as it comes over the line. */
async function bytesOf(page: Page, path: string): Promise<number> {
  const sizes: Promise<number>[] = []
  const note = (response: { request(): { sizes(): Promise<{ responseBodySize: number }> } }) =>
    void sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  page.on('response', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('response', note)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const JOB = { propertyName: 'Rose Cottage' }

test('an agent decides a quote from the e-mail in three touches, without JavaScript', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^4(10|22) /, /Blocked script execution/)
  const email = unique('olivia')
  const crew = await people.crew()
  const agent = await people.agent({ email })
  await aJob({ ...crew, agent }, 'quote_pending', { job: JOB })
  const page = await people.stranger('/', PLAIN)
  await openMail(page, email, 'Quote of')
  const path = await mailedPath(page, 'Approve or decline')
  const link = await pressInMail(page, 'Approve or decline')
  const touches = [link.getByLabel('Approve', { exact: true }), link.getByRole('button', { name: 'Send Answer' })]
  for (const touch of touches) await touch.click()
  await says(link, 'Approved: £480.00.')
  expect(1 + touches.length).toBe(3)
  expect((await page.goto(path))?.status()).toBe(410)
})

test('a landlord answers from the e-mail in three touches, without JavaScript', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^4(10|22) /, /Blocked script execution/)
  const email = unique('lorna')
  const crew = await people.crew()
  const { id } = await aJob(crew, 'quote_pending', { job: JOB })
  await crew.agent.api.post(`/api/jobs/${id}/links`, { purpose: 'landlord', email })
  const page = await people.stranger('/', PLAIN)
  await openMail(page, email)
  const link = await pressInMail(page, 'Answer yes or no')
  const touches = [link.getByLabel('Yes, I agree'), link.getByRole('button', { name: 'Send Answer' })]
  for (const touch of touches) await touch.click()
  await says(link, 'Thank You')
  expect(1 + touches.length).toBe(3)
})

test('each page of a link is light, and may be read by everybody', async ({ people, watch }) => {
  watch.allow(/^4(10|22) /, /Blocked script execution/)
  const [agentEmail, landlord, tenant] = [unique('olivia'), unique('lorna'), unique('tom')]
  const crew = await people.crew()
  const agent = await people.agent({ email: agentEmail })
  const own = { ...crew, agent }
  const quoted = await aJob(own, 'quote_pending', { job: JOB })
  await agent.api.post(`/api/jobs/${quoted.id}/links`, { purpose: 'landlord', email: landlord })
  const assigned = await aJob(own, 'assigned', { job: { propertyName: 'Ivy House' } })
  const completed = await aJob(own, 'completed', { job: JOB })
  const follow = await agent.api.post<{ url: string }>(`/api/jobs/${completed.id}/links`, { purpose: 'follow_job' })
  await agent.api.post(`/api/jobs/${assigned.id}/links`, { purpose: 'follow_job', email: tenant })
  const page = await people.stranger('/')
  const mailed = async (button: string, ...words: string[]) => {
    await openMail(page, ...words)
    return mailedPath(page, button)
  }
  const paths = [
    await mailed('Approve or decline', agentEmail, 'Quote of'),
    await mailed('Take it or hand it back', crew.contractor.identifier, 'Ivy House'),
    await mailed('Answer yes or no', landlord),
    await mailed('See how it stands', tenant),
    new URL(follow.url).pathname,
  ]
  for (const path of paths) {
    expect(await bytesOf(page, path), path).toBeLessThan(LIMIT)
    await examine(page)
    await page.locator('form').last().getByRole('button').click()
    await expect(page.locator('.error-summary')).toBeVisible()
    await examine(page)
  }
})

test('an agent shares certificates; the landlord downloads one from the e-mail in two touches, without JavaScript', async ({
  people,
  watch,
}) => {
  watch.allow(/^4(10|22) /, /Blocked script execution/)
  const email = unique('lorna')
  const agent = await people.agent({ company: 'Rightway Lettings' })
  const number = Date.now() % 1_000_000
  const property = { propertyName: 'Rose Cottage', propertyAddress: `${number} Mill Lane, Guildford GU1 3XY` }
  const kept = { ...property, kind: 'gas_safety', doneOn: new Date().toISOString().slice(0, 10), reference: 'GS-14' }
  const { id } = await agent.api.post<{ id: string }>('/api/certificates', kept)
  const desk = await agent.open(`/certificates/${id}/edit`)
  await desk.getByLabel('Document').setInputFiles({ name: 'gas.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await desk.getByRole('button', { name: 'Save' }).click()
  await says(desk, 'Certificate Changed')
  await desk.getByRole('link', { name: 'Share' }).click()
  await examine(desk)
  await desk.getByLabel('The landlord’s e-mail').fill('lorna')
  await desk.getByRole('button', { name: 'Make Link' }).click()
  await expect(desk.locator('.error-summary')).toBeVisible()
  await desk.getByLabel('The landlord’s e-mail').fill(email)
  await desk.getByRole('button', { name: 'Make Link' }).click()
  await says(desk, 'Link Sent')
  await examine(desk)
  const page = await people.stranger('/', PLAIN)
  await openMail(page, email)
  const path = await mailedPath(page, 'See the certificates')
  const link = await pressInMail(page, 'See the certificates')
  await says(link, 'In force', 'GS-14')
  const [file] = await Promise.all([
    link.waitForEvent('download'),
    link.getByRole('link', { name: 'Download Gas safety' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^gas-safety-.*\.pdf$/)
  const light = await people.stranger('/')
  expect(await bytesOf(light, path)).toBeLessThan(LIMIT)
  await examine(light)
  await desk.getByRole('button', { name: `End the link: ${email}` }).click()
  await says(desk, 'Link Ended')
  expect((await page.goto(path))?.status()).toBe(410)
})

test('an agent shares a job, and ends the link', async ({ people, watch }) => {
  watch.allow(/^4(10|22) /, /Blocked script execution/)
  const crew = await people.crew()
  const { id } = await aJob(crew, 'assigned', { job: JOB })
  const page = await crew.agent.open(`/jobs/${id}`)
  await page.getByRole('link', { name: 'Share' }).click()
  await examine(page)
  await page.getByRole('button', { name: 'Make Link' }).click()
  await says(page, 'Please copy it now: it is shown this once.')
  await examine(page)
  await page.getByRole('button', { name: 'End the link: Link to copy' }).click()
  await says(page, 'Link Ended')
})
