import type { Locator, Page } from '@playwright/test'
import { test as base, expect } from '#tests/e2e/support/app.ts'
import { Hands } from '#tests/e2e/support/hands.ts'
import { chooseContractor, dialogOf, examine, itemOf, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'
import { type Server, startServer } from '#tests/e2e/support/server.ts'
import { DAY, ILL, OPEN, URGENT, VISITS } from '#tests/tools/shots/day-figures.ts'

// One administrator's Monday over 460 open jobs; each part of it within so many clicks.

const test = base.extend<object, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startServer(undefined, 'day')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

type ContractorJson = { id: string; firstName: string; lastName: string; openJobs?: number }

async function menu(page: Page, name: string) {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()
  // Hands are slower than scripts that the browser has.
  await page.waitForURL(href)
}
const waiting = (page: Page, words: RegExp) =>
  page.getByRole('region', { name: 'Waiting for you' }).getByRole('link', { name: words })
const boxes = (place: Page | Locator) => place.locator('[data-tick]')
const bar = (page: Page) => page.getByRole('form', { name: /^Selected/ })
const rows = (page: Page) => page.locator('tbody tr[id]')

test("an administrator's day", async ({ people }) => {
  const { admin } = people
  const page = await admin.open('/profile')
  const hands = await Hands.on(page)
  const contractors = await admin.api.get<ContractorJson[]>('/api/contractors')
  const named = (lastName: string) => contractors.find((one) => one.lastName === lastName)!
  const [dee, nell, ill] = [named('Whitlock'), named('Ford'), named(ILL.lastName)]
  const count = async (query: string) => (await admin.api.get<unknown[]>(`/api/jobs?${query}`)).length
  const ofIll = `contractor=${ill.id}&status=assigned,in_progress`
  expect(await count('status=pending,assigned,in_progress,quote_pending,quote_approved')).toBe(OPEN)

  async function assign(to: ContractorJson, jobs: number) {
    await bar(page).getByRole('button', { name: 'Assign' }).click()
    await chooseContractor(dialogOf(page), to.id, `${to.firstName} ${to.lastName}`)
    await dialogOf(page)
      .getByRole('button', { name: `Assign ${jobs} Jobs` })
      .click()
    await says(toastOf(page), `${jobs} jobs assigned.`)
  }

  await page.goto('/')
  const next = page.getByRole('region', { name: 'Next' }).locator('tbody tr')
  await expect(next).toHaveCount(10)
  await expect(next.last()).toBeInViewport({ ratio: 1 })
  await examine(page)
  // It stood at the end of fifteen screens of cards before: four clicks and the way there.
  await hands.within(2, 'the oldest visit is invoiced from the first screen', async () => {
    const visit = next.filter({ has: page.getByRole('link', { name: /^Invoice/ }) }).first()
    const gone = page.locator(`[id="${await visit.getAttribute('id')}"]`)
    await visit.getByRole('link', { name: /^Invoice/ }).click()
    await dialogOf(page).getByRole('button', { name: 'Send to Invoiced' }).click()
    await says(toastOf(page), 'Sent to Invoiced')
    await expect(gone).toHaveCount(0)
    await expect(waiting(page, new RegExp(`^${VISITS - 1} visits to invoice`))).toBeVisible()
  })
  // The list, its row and its button took three before.
  await hands.within(1, 'the oldest to assign is opened', async () => {
    await next
      .getByRole('link', { name: /^Assign/ })
      .first()
      .click()
    await says(dialogOf(page), 'Assign Contractor')
  })
  await page.keyboard.press('Escape')
  // Six as a message on the job, below.
  await hands.within(2, 'who is latest is chased from the first screen', async () => {
    const late = next.filter({ has: page.getByRole('link', { name: /^Chase/ }) }).first()
    const gone = page.locator(`[id="${await late.getAttribute('id')}"]`)
    await late.getByRole('link', { name: /^Chase/ }).click()
    await dialogOf(page)
      .getByRole('button', { name: /^Chase/ })
      .click()
    await says(toastOf(page), '1 job chased.')
    await expect(gone).toHaveCount(0)
  })
  await test.step('the plots are folded away, for this person', async () => {
    const plots = page.locator('#plots .plot')
    await page.locator('#plots').scrollIntoViewIfNeeded()
    await expect(plots).toHaveCount(3)
    await page.getByRole('button', { name: 'Fold away' }).click()
    await expect(plots).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Show the plots' })).toBeFocused()
    await page.reload()
    await page.getByRole('button', { name: 'Show the plots' }).click()
    await expect(plots).toHaveCount(3)
  })

  await page.goto('/')
  await hands.within(
    9,
    'what is new is looked through, longest waiting first, and what is urgent is given away',
    async () => {
      await says(page, new RegExp(`${URGENT} urgent`))
      await waiting(page, new RegExp(`^${DAY.pending} to assign`)).click()
      await expect(rows(page)).toHaveCount(DAY.pending)
      await expect(rows(page).nth(11)).toBeInViewport({ ratio: 1 })
      await expect(page).toHaveURL(/sort=waiting/)
      await page.locator('summary').filter({ hasText: 'Filters' }).click()
      await hands.choose(page.getByLabel('Urgency'), 'high')
      await expect(rows(page)).toHaveCount(URGENT)
      await page.getByText('Select all shown').click()
      await assign(nell, URGENT)
    },
  )
  expect(await count('status=pending')).toBe(DAY.pending - URGENT)

  await page.goto('/')
  await hands.within(8, 'twenty jobs are assigned', async () => {
    await waiting(page, /^20 to assign/).click()
    await boxes(page).first().click()
    await boxes(page)
      .nth(19)
      .click({ modifiers: ['Shift'] })
    await assign(dee, 20)
  })
  expect(await count('status=pending')).toBe(0)

  await page.goto('/')
  await hands.within(6, 'what nobody visited for a week is chased', async () => {
    await waiting(page, /late$/).click()
    await expect(page).toHaveURL(/late=yes&sort=visitBy/)
    await rows(page).first().getByRole('link').first().click()
    await says(dialogOf(page), /late/i)
    await dialogOf(page).getByLabel('Write a message').fill('The tenant waits. When will you come?')
    await dialogOf(page).getByRole('button', { name: 'Send', exact: true }).click()
    await says(dialogOf(page), 'The tenant waits. When will you come?')
    await page.keyboard.press('Escape')
  })

  await hands.within(3, 'everything of one property is found', async () => {
    await menu(page, 'All Jobs')
    await page.getByRole('searchbox').fill('harbour house')
    await expect(rows(page)).toHaveCount(DAY.atOneProperty)
  })

  const [hers, his] = [await count(`contractor=${nell.id}`), await count(ofIll)]
  expect(his).toBe(DAY.ofTheIll)
  await hands.within(6, 'a contractor falls ill, and another has all the jobs', async () => {
    await menu(page, 'Contractors')
    await page.getByRole('link', { name: `${ILL.firstName} ${ILL.lastName}`, exact: true }).click()
    await says(page, `Jobs in hand (${his})`)
    await page.getByRole('link', { name: 'Reassign All' }).click()
    await chooseContractor(page, nell.id, 'Nell Ford')
    await page.getByRole('button', { name: `Reassign ${his} jobs` }).click()
    await says(page, `${his} jobs reassigned to Nell Ford`)
  })
  expect([await count(ofIll), await count(`contractor=${nell.id}`)]).toEqual([0, hers + his])

  await page.goto('/')
  const fees = ['70', '72.50', '80', '95', '120']
  const sum = fees.map(Number).reduce((total, fee) => total + fee) + 60 * (VISITS - fees.length)
  await hands.within(
    35,
    'at the end of the month thirty visits are invoiced, with five fees of their own',
    async () => {
      await waiting(page, new RegExp(`^${VISITS - 1} visits to invoice`)).click()
      await expect(boxes(page)).toHaveCount(VISITS - 1)
      await expect(rows(page).nth(11)).toBeInViewport({ ratio: 1 })
      for (const [index, fee] of fees.entries()) {
        const field = page.getByRole('textbox', { name: /^Visit fee/ }).nth(index)
        await field.click()
        await field.fill(fee)
      }
      await boxes(page).first().click()
      await boxes(page)
        .last()
        .click({ modifiers: ['Shift'] })
      await bar(page).getByRole('button', { name: 'Send to Invoiced' }).click()
      await dialogOf(page)
        .getByRole('button', { name: `Send ${VISITS - 1} Visits to Invoiced` })
        .click()
      await expect(boxes(page)).toHaveCount(0)
    },
  )
  const invoices = await admin.api.get<{ amount: string }[]>('/api/invoiced-items')
  expect(invoices.reduce((total, { amount }) => total + Number(amount), 0)).toBe(sum)

  await hands.within(6, 'ten contractors come from a spreadsheet', async () => {
    await menu(page, 'Account Management')
    await page.getByRole('link', { name: 'Contractor', exact: true }).click()
    await page.getByRole('link', { name: 'Import' }).click()
    const people = Array.from({ length: 10 }, (_, i) => `Neil\tNew${i}\tneil${i}@new.example\tPlumbing\tGU1, GU2`)
    await page.getByLabel('Table').fill(['First name\tLast name\tEmail\tTrades\tAreas', ...people].join('\n'))
    await page.getByRole('button', { name: 'Check' }).click()
    await says(page, 'All 10 rows are right. Nothing has been made yet.')
    await page.getByRole('button', { name: 'Create 10 contractors' }).click()
    await says(page, /10 contractors/)
  })
  expect(await admin.api.get<ContractorJson[]>('/api/contractors')).toHaveLength(contractors.length + 10)

  await hands.within(4, 'a second administrator is invited', async () => {
    await menu(page, 'Account Management')
    await page.getByRole('link', { name: 'Administrator', exact: true }).click()
    await page.getByLabel('Email', { exact: true }).fill('bea@fettle.example')
    await page.getByLabel('First Name').fill('Bea')
    await page.getByLabel('Last Name').fill('Lund')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await says(page, /bea@fettle\.example/)
  })
  const theirs = await people.stranger('/dev/mail')
  await expect(async () => {
    await theirs.goto('/dev/mail')
    await expect(itemOf(theirs, 'bea@fettle.example')).toBeVisible({ timeout: 500 })
  }).toPass()
  await itemOf(theirs, 'bea@fettle.example').getByRole('link').click()
  const [link = ''] =
    /http\S+\/set-password\/\S+/.exec((await theirs.locator('main .preserve').textContent()) ?? '') ?? []
  await theirs.goto(link)
  await theirs.getByLabel('New Password', { exact: true }).fill('battery staple')
  await theirs.getByRole('button', { name: 'Set Password' }).click()
  await theirs.goto('/login')
  await signIn(theirs, { identifier: 'bea@fettle.example', password: 'battery staple' })
  await says(theirs, 'Admin Dashboard')
})
