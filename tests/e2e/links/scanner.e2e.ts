import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { mailedPath, openMail } from '#tests/e2e/support/mail.ts'
import { aJob } from '#tests/e2e/support/world.ts'

let made = 0
const unique = (name: string) => `${name}${Date.now().toString(36)}${++made}@mail.example`

/** As mail gateways that run scripts: opens the link, presses each button as it stands, follows each link. */
async function scan(page: Page, path: string): Promise<number> {
  await page.goto(path)
  const buttons = await page.getByRole('button').count()
  for (let index = 0; index < buttons; index++) {
    await page.goto(path)
    await page.getByRole('button').nth(index).click()
    await page.waitForLoadState()
  }
  await page.goto(path)
  const own = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ href }) => href)
      .filter((href) => href.startsWith(location.origin)),
  )
  for (const href of own) await page.goto(href)
  return buttons
}

test('a scanner with scripts that opens each link, presses each button and follows all changes nothing', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^4\d\d /, /Blocked script execution/)
  const [agentEmail, landlord, tenant] = [unique('olivia'), unique('lorna'), unique('tom')]
  const crew = await people.crew()
  const agent = await people.agent({ email: agentEmail })
  const own = { ...crew, agent }
  const quoted = await aJob(own, 'quote_pending', { job: { propertyName: 'Rose Cottage' } })
  await agent.api.post(`/api/jobs/${quoted.id}/links`, { purpose: 'landlord', email: landlord })
  const assigned = await aJob(own, 'assigned', { job: { propertyName: 'Ivy House' } })
  const completed = await aJob(own, 'completed', { job: { propertyName: 'Elm Lodge' } })
  await agent.api.post(`/api/jobs/${completed.id}/links`, { purpose: 'follow_job', email: tenant })
  const ids = [quoted.id, assigned.id, completed.id]
  const now = async () =>
    JSON.stringify(
      await Promise.all(
        ids.map(async (id) => [
          await agent.api.get(`/api/jobs/${id}`),
          await agent.api.get(`/api/jobs/${id}/events`),
          await agent.api.get(`/api/jobs/${id}/messages`),
          await agent.api.get(`/api/jobs/${id}/links`),
        ]),
      ),
    )
  const page = await people.stranger('/')
  const links: string[] = []
  for (const [button, ...words] of [
    ['Approve or decline', agentEmail, 'Quote of'],
    ['Take it or hand it back', crew.contractor.identifier, 'Ivy House'],
    ['Answer yes or no', landlord],
    ['See how it stands', tenant],
  ] as const) {
    await openMail(page, ...words)
    links.push(await mailedPath(page, button))
  }
  const before = await now()
  let pressed = 0
  for (const path of links) pressed += await scan(page, path)
  expect(pressed).toBe(5)
  expect(await now()).toBe(before)
})
