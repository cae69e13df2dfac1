import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'

// An administrator tells another program what happens.

async function aReceiver() {
  const state = { status: 500 }
  const server = createServer((_, reply) => reply.writeHead(state.status).end('Answered'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { state, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

for (const tag of ['@desktop', '@phone']) {
  test(`a webhook is made, tried, mended, given another secret and deleted (${tag.slice(1)})`, { tag }, async ({
    people,
    watch,
  }) => {
    watch.allow(/^422 POST \/admin\/webhooks\/new/)
    const receiver = await aReceiver()
    const page = await people.admin.open('/profile')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('link', { name: 'New Webhook' }).click()
    await page.getByLabel('Name').fill(`Rota ${tag}`)
    await page.getByLabel('Address').fill('https://10.0.0.1/')
    await page.getByRole('button', { name: 'Create Webhook' }).click()
    await expect(page.locator('.error-summary')).toBeFocused()
    await says(page.locator('.error-summary'), 'private network')
    await examine(page)

    await page.getByLabel('Address').fill(receiver.url)
    await page.locator('summary', { hasText: 'Visit' }).click()
    await page.getByLabel('Visit Logged').check()
    await page.getByRole('button', { name: 'Create Webhook' }).click()
    await expect(page.getByRole('heading', { name: 'Webhook Created' })).toBeFocused()
    const secret = (await page.locator('.token-made code').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await says(page, 'shown this once', 'Visit Logged', 'Nothing was sent yet')
    await examine(page)

    await page.getByRole('button', { name: 'Send a Test' }).click()
    // The log looks again by itself.
    await says(page.locator('.webhook-log'), 'webhook.test', 'Waiting', 'Status 500')
    expect(await page.content()).not.toContain(secret)
    await page.locator('.webhook-attempts summary').click()
    await says(page.locator('.webhook-attempts'), 'Answered')
    await examine(page)
    receiver.state.status = 204
    await page.getByRole('button', { name: 'Send again: webhook.test' }).click()
    await says(page.locator('.webhook-log'), 'Delivered')

    await page.getByRole('button', { name: 'New Secret' }).click()
    await says(questionOf(page), 'the secrets before it sign too')
    await questionOf(page).getByRole('button', { name: 'Make New Secret' }).click()
    await expect(page.getByRole('heading', { name: 'New Secret' })).toBeFocused()
    await says(page, 'Signs too until')
    expect(await page.locator('.token-made code').textContent()).not.toBe(secret)

    await page.getByRole('button', { name: 'Delete' }).click()
    await questionOf(page).getByRole('button', { name: 'Delete Webhook' }).click()
    await expect(toastOf(page)).toContainText('Webhook Deleted')
    await expect(page.getByText(`Rota ${tag}`)).toHaveCount(0)
    receiver.close()
  })
}
