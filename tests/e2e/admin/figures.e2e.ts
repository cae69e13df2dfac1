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
