import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { keepsTyped } from '#tests/e2e/support/phone.ts'
import { dialogOf, examine, itemOf, questionOf, says } from '#tests/e2e/support/screen.ts'
import { aJob, upload } from '#tests/e2e/support/world.ts'

// What is typed over values that the server has.

const BACK = 'Your unsent text is back.'

const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')))

test('an edit outlives a reload and is dropped by Save, by Discard and by whoever closes its dialog', {
  tag: '@phone',
}, async ({ people, photo }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  await crew.agent.api.patch(`/api/jobs/${job.id}`, { images: [await upload(crew.agent, photo)] })
  const edit = `/jobs/${job.id}/edit`
  const page = await crew.agent.open(edit)
  const notes = page.getByLabel('Access Notes (Optional)')
  // Its photo alone is nothing unsent.
  await expect(page.getByLabel('Add Photos (Optional)')).toBeEnabled()
  expect(await kept(page)).toEqual([])
  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    return question.accept()
  })
  await notes.fill('Ring twice')
  await keepsTyped(page, 'Ring twice')
  await page.reload()
  await says(page, BACK)
  await expect(notes).toHaveValue('Ring twice')
  await examine(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(notes).toHaveValue('Key at the office')
  await page.reload()
  expect(asked).toEqual([])
  await expect(notes).toHaveValue('Key at the office')
  await notes.fill('Ring thrice')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await says(page, 'Job Updated')
  expect(asked).toEqual([])
  await expect.poll(() => kept(page)).toEqual([])

  // In the dialog of a list.
  await page.goto('/jobs')
  await itemOf(page, 'Rose Cottage').getByRole('link', { name: 'Rose Cottage' }).click()
  await dialogOf(page).getByRole('link', { name: /Edit/ }).click()
  await notes.fill('Ring four times')
  await keepsTyped(page, 'Ring four times')
  await page.goto('/jobs')
  expect(asked).toEqual([])
  await itemOf(page, 'Rose Cottage').getByRole('link', { name: 'Rose Cottage' }).click()
  await dialogOf(page).getByRole('link', { name: /Edit/ }).click()
  await says(dialogOf(page), BACK)
  await expect(notes).toHaveValue('Ring four times')
  await page.keyboard.press('Escape')
  await questionOf(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect.poll(() => kept(page)).toEqual([])
  expect(asked).toEqual([])
})

test('what was typed over a value that somebody has changed meanwhile is shown, and not put over it', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending')
  const edit = `/jobs/${job.id}/edit`
  const page = await crew.agent.open(edit)
  const notes = page.getByLabel('Access Notes (Optional)')
  await notes.fill('Ring twice')
  await page.getByLabel('Property Name').fill('Rose Cottage, rear')
  await keepsTyped(page, 'Rose Cottage, rear')
  await crew.admin.api.patch(`/api/jobs/${job.id}`, { accessNotes: 'Code 4711' })
  await page.goto('/jobs')
  await page.goto(edit)
  await says(page, 'Changed meanwhile, so your unsent text is not back here: Ring twice')
  await expect(notes).toHaveValue('Code 4711')
  await expect(page.getByLabel('Property Name')).toHaveValue('Rose Cottage, rear')
  await examine(page)
})
