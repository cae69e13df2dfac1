import type { Locator, Page } from '@playwright/test'
import { expect, type People } from './app.ts'
import { aJob } from './world.ts'

// The form in which a contractor says what was done, with photos.

type Finished = {
  status: string
  visits: { workDescription: string; images: string[] }[]
  quotes: { amount: string; description: string; materialsCost: string | null }[]
}

export const WORK = 'Topped up the pressure and bled the radiators.'
export const photoList = (page: Page): Locator => page.getByRole('list', { name: 'Photos' })
export const addPhotos = (page: Page): Locator => page.getByLabel('Add Photos (Optional)')
export const whatWork = (page: Page): Locator => page.getByLabel('What work did you complete?')

/** A contractor with a job, and what the administrator reads of it. */
export async function withJob(people: People) {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  return { ...crew, job, form: `/visit/${job.id}`, read: () => crew.admin.api.get<Finished>(`/api/jobs/${job.id}`) }
}

/** Opens the form of the job in its card's place. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  await expect(addPhotos(page)).toBeEnabled()
}
