import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { keepsTyped } from '#tests/e2e/support/phone.ts'
import { dialogOf, examine, itemOf, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// Raising a job on a phone: what is known of the property is told while one types, and photos come along.

const picked = (photo: Buffer, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `crack-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: photo,
  }))

const reactOf = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => void (/\/react-/.test(request.url()) && asked.push(request.url())))
  return asked
}

/** Until the returned function is called. */
async function holdsPhotos(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const passes = await intercept(page, '**/objects/upload/**', async (route) => {
    await held
    await route.continue()
  })
  return () => {
    passes()
    release()
  }
}

async function typeJob(page: Page) {
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await page.getByLabel('Property Address').pressSequentially('12 MILL LANE guildford gu13xy')
  await page.getByLabel('What needs fixing?').fill('A crack in the wall grows every week.')
}

test('an open job at the property is told and stops nobody; trade, tenant and photos go with the new one', async ({
  people,
  photo,
}) => {
  const crew = await people.crew()
  const there = await aJob(crew)
  const page = await crew.agent.open('/')
  const react = reactOf(page)
  await page.goto('/create-job')
  await typeJob(page)
  await says(page, `${there.jobRef}, today, Pending: The boiler loses pressure`)
  await expect(page.getByRole('link', { name: `Open it instead: ${there.jobRef}` })).toBeVisible()
  await examine(page)
  expect(react).toEqual([])

  await page.getByText('More detail').click()
  await page.getByLabel('Trade').selectOption('Plastering and decorating')
  await page.getByLabel("Tenant's Name").fill('Winifred Quill')
  await page.getByLabel("Tenant's Phone").fill('07700 900987')
  await page.getByLabel('Add Photos (Optional)').setInputFiles(picked(photo, 1))
  await says(page, '1 of 1 photos sent')
  await examine(page)

  await keepsTyped(page, 'Winifred Quill')
  // The tab is lost; text and photo are there again, and not folded away.
  const next = await page.context().newPage()
  await page.close()
  await next.goto('/create-job')
  await says(next, 'Your unsent text is back.', '1 of 1 photos sent')
  await expect(next.getByLabel("Tenant's Name")).toHaveValue('Winifred Quill')

  // Sent while a photo is still on its way, the form waits for it.
  const release = await holdsPhotos(next)
  await next.getByLabel('Add Photos (Optional)').setInputFiles(picked(photo, 1))
  await next.getByRole('button', { name: 'Create Job' }).click()
  await says(next, 'The job is created when the photos have been sent.')
  release()
  await expect(next).toHaveURL('/')
  await says(next, 'Job Created')

  const [made] = await crew.agent.api.get<{ id: string; jobRef: string; photosUrls: string[] }[]>('/api/jobs?limit=1')
  expect(made).toMatchObject({ contractorType: 'plastering_decorating', postcode: 'GU1 3XY' })
  expect(made?.photosUrls).toHaveLength(2)
  await next.goto(`/jobs/${made?.id}`)
  await says(next, '2 photos by Olivia Hart', 'Winifred Quill', 'Other jobs at this property', there.jobRef)
  await examine(next)

  // Also where htmx sends the form.
  await next.goto('/jobs')
  await itemOf(next, made!.jobRef).getByRole('link', { name: 'Rose Cottage' }).click()
  await dialogOf(next).getByRole('link', { name: /Edit/ }).click()
  await expect(next.getByLabel('Add Photos (Optional)')).toBeEnabled()
  const releaseAgain = await holdsPhotos(next)
  await next.getByLabel('Add Photos (Optional)').setInputFiles(picked(photo, 1))
  await next.getByRole('button', { name: 'Save Changes' }).click()
  await says(next, 'The job is saved when the photos have been sent.')
  releaseAgain()
  await says(next, 'Job Updated')
  expect(await crew.agent.api.get(`/api/jobs/${made!.id}`)).toMatchObject({ photosUrls: { length: 3 } })

  // The next form begins without them.
  await next.goto('/create-job')
  await next.getByText('More detail').click()
  await expect(next.getByLabel('Add Photos (Optional)')).toBeEnabled()
  await expect(next.getByRole('list', { name: 'Photos' })).toHaveCount(0)
})

test('a photo that does not arrive is told where the form is, and the form is not sent without it', async ({
  people,
  photo,
  watch,
}) => {
  watch.allow(/objects\/upload/)
  const agent = await people.agent()
  const page = await agent.open('/create-job')
  await typeJob(page)
  await page.getByText('More detail').click()
  await page.route('**/objects/upload/**', (route) => route.fulfill({ status: 415, body: '{"message":"Not a photo"}' }))
  await page.getByLabel('Add Photos (Optional)').setInputFiles(picked(photo, 1))
  await says(page, 'Not a photo')
  await page.getByRole('button', { name: 'Remove crack-1.jpg' }).click()
  await page.getByRole('button', { name: 'Create Job' }).click()
  await says(page, 'Job Created')
})

test('the contractor has whom to call, whom to write to, and the way', async ({ people }) => {
  const crew = await people.crew()
  const job = { tenantName: 'Winifred Quill', tenantPhone: '07700 900987 (evenings)' }
  const { id } = await aJob(crew, 'assigned', { job })
  const page = await crew.contractor.open('/jobs')
  const tenant = page.getByRole('link', { name: 'Call Tenant: Winifred Quill' })
  const map = page.getByRole('link', { name: /12 Mill Lane.*opens a map/ })
  for (const path of ['/jobs', `/visit/${id}`]) {
    await page.goto(path)
    await expect(tenant).toHaveAttribute('href', 'tel:07700900987')
    await expect(map).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=12%20Mill%20Lane/,
    )
    await examine(page)
  }
})

async function openEdit(page: Page, propertyName: string) {
  await page.getByRole('link', { name: `View the job for ${propertyName}` }).click()
  await dialogOf(page).getByRole('link', { name: 'Edit Job' }).click()
  await dialogOf(page).getByText('More detail').click()
  return dialogOf(page).getByLabel('Add Photos (Optional)')
}

test('a photo that is refused in Edit Job is led to from what is said of it', async ({ people, photo, watch }) => {
  watch.allow(/^422 /)
  const crew = await people.crew()
  const job = await aJob(crew)
  const page = await crew.agent.open('/jobs')
  await (await openEdit(page, job.propertyName)).setInputFiles(picked(photo, 1))
  await says(page, '1 of 1 photos sent')
  await dialogOf(page)
    .locator('input[name=images]')
    .evaluate((image: HTMLInputElement) => image.form?.append(image.cloneNode()))
  await dialogOf(page).getByRole('button', { name: 'Save Changes' }).click()
  await page.locator('.error-summary').getByRole('link').press('Enter')
  await expect(dialogOf(page).getByLabel('Add Photos (Optional)')).toBeFocused()
})

test('removing photos in Edit Job leads to the next, then to the one before, then to Add Photos', async ({
  people,
  photo,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew)
  const page = await crew.agent.open('/jobs')
  const add = await openEdit(page, job.propertyName)
  await add.setInputFiles(picked(photo, 3))
  await says(page, '3 of 3 photos sent')
  const remove = (number: number) => dialogOf(page).getByRole('button', { name: `Remove crack-${number}.jpg` })
  for (const [gone, next] of [
    [2, remove(3)],
    [3, remove(1)],
    [1, add],
  ] as const) {
    await remove(gone).press('Enter')
    await expect(remove(gone)).toHaveCount(0)
    await expect(next).toBeFocused()
  }
})
