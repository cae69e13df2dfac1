import type { Page } from '@playwright/test'
import { expect, type People, type Person } from './app.ts'
import { chooseContractor as chooseOffered } from './screen.ts'
import { aJob, type Crew, type Stage } from './world.ts'

// What the stories of tests/e2e/stories/stories.e2e.ts and quote-stories.e2e.ts share: a job at a property of its own, its
// form, its mail and its timeline.

/** A contractor's phone, and an agent's on the way. */
export const ON_PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true } as const

/** A job that nobody else's list has; its agent reads e-mail. */
export async function aStory(people: People, stage: Stage = 'assigned', job: Record<string, string> = {}) {
  const agent = await people.agent({ email: `olivia${Date.now()}${Math.random()}@rightway.example` })
  const crew = { admin: people.admin, agent, contractor: await people.contractor() }
  const property = `Rose Cottage ${agent.identifier}`
  const { id, jobRef } = await aJob(crew as Crew, stage, { job: { propertyName: property, ...job } })
  const status = async () => (await crew.admin.api.get<{ status: string }>(`/api/jobs/${id}`)).status
  return { ...crew, property, id, jobRef, status }
}

/** The contractor's form, and what is to be said of the visit. */
export async function openVisit(page: Page, id: string, happened?: string): Promise<void> {
  await page.goto(`/visit/${id}`)
  await expect(page.getByLabel('Add Photos (Optional)')).toBeEnabled()
  if (happened) await page.getByText(happened, { exact: true }).click()
}

export const send = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click()

/** Chooses a contractor in a form that gives a job to one. */
export async function chooseContractor(page: Page, person: Person, button: string): Promise<void> {
  await chooseOffered(page, person.id, person.identifier)
  await page.getByRole('button', { name: button, exact: true }).last().click()
}

/**
 * Looks at everything that was sent about a property until `check` throws nothing, and a while at most: the oldest
 * first, as '<whose address> <subject without the property>'. What the check says of the last look is what fails.
 */
export async function mailsAbout(page: Page, property: string, check: (told: string[]) => void): Promise<void> {
  const rows = page.getByRole('row').filter({ hasText: property })
  await expect(async () => {
    await page.goto('/dev/mail')
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [subject = '', to = ''] = [...row.querySelectorAll('td, th')].map(
          (cell) => cell.textContent?.trim() ?? '',
        )
        return `${/^(olivia|carl|ada)/.exec(to)?.[0] ?? to}: ${subject}`
      }),
    )
    // Other tests' administrators on the same server are told of it too.
    const ours = texts.filter((text) => !text.includes('@'))
    check(ours.reverse().map((text) => subjectAlone(text, property)))
  }).toPass({ timeout: 30_000 })
}

/** Waits until exactly these were sent about a property, in this order, besides messages. */
export const everybodyTold = (page: Page, property: string, mails: string[]): Promise<void> =>
  mailsAbout(page, property, (told) => expect(told.filter((line) => !line.includes(' wrote'))).toEqual(mails))

const subjectAlone = (text: string, property: string) =>
  text
    .replace(property, '')
    .replace(/JOB-\d+/, '')
    .replace(/: [A-Z][a-z]+day [^,]*, \d[\d: to]*/, '')
    .replace(/[ ,:]+$/, '')
    .replace(/\s+/g, ' ')

/** The timeline on the job's page, by its headings. */
export async function timelineOf(page: Page, id: string): Promise<string[]> {
  await page.goto(`/admin/jobs/${id}/history`)
  const moments = await page.locator('ol[aria-label=Timeline] > li > strong').allTextContents()
  return moments.filter((label) => label !== 'Last Visit' && label !== 'Last Updated')
}
