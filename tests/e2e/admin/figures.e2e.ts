import { expect, test } from '#tests/e2e/support/app.ts'
import { examine } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

test('a figure leads to the list that it counts, for an administrator and an agent; a contractor reads their own', async ({
  people,
}) => {
  const crew = await people.crew()
  await aJob(crew, 'assigned')
  const page = await crew.agent.open('/figures')
  await expect(page.locator('svg.plot')).toHaveCount(1)
  await examine(page)
  const raised = page.getByRole('row', { name: 'Raised', exact: false }).first().getByRole('link').first()
  await expect(raised).toHaveText('1')
  await raised.click()
  await expect(page.getByText('Raised: ')).toBeVisible()
  await expect(page.locator('#job-list > *')).toHaveCount(1)

  const desk = await crew.admin.open('/admin/figures')
  await examine(desk)
  const all = desk.getByRole('row', { name: 'Raised', exact: false }).first().getByRole('link').first()
  const many = Number((await all.textContent())!.replaceAll(',', ''))
  await all.click()
  await expect(desk.getByText(new RegExp(`\\b${many} (found|of|jobs?)\\b`)).first()).toBeVisible()

  const own = await crew.contractor.open('/figures')
  await expect(own.locator('svg.plot')).toHaveCount(1)
  await examine(own)
})

test('figures are narrowed by a row, widened in the form, and print as one page without it', async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'assigned')
  for (const [who, path] of [
    ['admin', '/admin/figures'],
    ['agent', '/figures'],
    ['contractor', '/figures'],
  ] as const) {
    const page = await crew[who].open(path)
    const ranked = page.locator('section').filter({ hasText: 'Most raised, by property' })
    await ranked.getByRole('listitem').first().getByRole('link').click()
    const property = page.getByLabel('Property')
    await expect(property).toHaveCount(1)
    await examine(page)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(property).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await property.selectOption('Any')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(property).toHaveCount(0)
  }
})
