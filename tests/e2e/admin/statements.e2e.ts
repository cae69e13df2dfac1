import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { examine, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob, HARD, type JobJson, upload } from '#tests/e2e/support/world.ts'

type Crew = { agent: Person; contractor: Person; admin: Person }

async function invoicedJob(crew: Crew, photo: Buffer): Promise<JobJson & { id: string }> {
  const images = [await upload(crew.contractor, photo)]
  const job = await aJob(crew, 'completed', { job: HARD.job, images })
  const { visits } = await crew.admin.api.get<{ visits: { id: string }[] }>(`/api/jobs/${job.id}`)
  await crew.admin.api.post(`/api/visits/${visits[0]!.id}/mark-invoiced`)
  return job
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('a job sheet is one page of A4, and evidence has its photos on paper', async ({ people, photo }) => {
  const crew = await people.crew(HARD.names)
  const open = await aJob(crew, 'assigned', { job: HARD.job })
  const phone = await crew.contractor.open(`/jobs/${open.id}`)
  await phone.getByRole('link', { name: 'Job sheet' }).click()
  await says(phone, `Job Sheet ${open.jobRef}`, 'Work done')
  await examine(phone)
  expect(pagesOf(await phone.pdf({ preferCSSPageSize: true }))).toBe(1)
  const done = await invoicedJob(crew, photo)
  const desk = await crew.agent.open(`/jobs/${done.id}`)
  await desk.getByRole('link', { name: 'Evidence' }).click()
  await says(desk, `Evidence ${done.jobRef}`, 'Visit Completed')
  await examine(desk)
  await desk.pdf({ preferCSSPageSize: true })
  expect(await desk.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth > 0))).toEqual([true])
})

test('an administrator sends the ticked statements of a month at once; who has the link prints it', async ({
  people,
  photo,
  watch,
}) => {
  watch.allow(/^422 POST /)
  const crew = await people.crew(HARD.names)
  await invoicedJob(crew, photo)
  const page = await crew.admin.open('/admin/statements')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: HARD.names.company }) })
  await examine(page)
  const tick = page.locator(`[data-tick][value="contractor.${crew.contractor.id}"]`)
  await tick.check()
  await page.getByRole('button', { name: 'Send Statements' }).click()
  await says(toastOf(page), 'Statements Sent')
  await expect(row.locator('time').first()).toBeVisible()
  await page.goto(`/statements/contractor.${crew.contractor.id}`)
  await says(page, 'To pay', 'Send Statement')
  await examine(page)
  await page.getByLabel('E-mail a link').fill('nobody')
  await page.getByRole('button', { name: 'Send Statement' }).click()
  await says(page, 'Please give an e-mail address')
  await examine(page)
  const theirs = await people.stranger('/dev/mail')
  await expect(async () => {
    await theirs.goto('/dev/mail')
    await theirs.getByRole('row').filter({ hasText: 'Statement of' }).getByRole('link').first().click({ timeout: 500 })
  }).toPass()
  const [, path = ''] =
    /https?:\/\/[^/\s]+(\/statement\/[\w-]{43})/.exec((await theirs.locator('main').textContent()) ?? '') ?? []
  await theirs.goto(path)
  await says(theirs, 'To pay')
  await examine(theirs)
})

test('a contractor has the months of their own invoices', async ({ people, photo }) => {
  const crew = await people.crew(HARD.names)
  await invoicedJob(crew, photo)
  const page = await crew.contractor.open('/statements')
  await examine(page)
  await page
    .locator('main')
    .getByRole('link', { name: /\d{4}$/ })
    .click()
  await says(page, 'To pay', '£60.00')
  await examine(page)
})
