import { expect, setDefaultTimeout, test } from 'bun:test'
import { sendTest } from '#src/webhooks/send.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aReceiver, aWebhook, endThemAfterEachTest, logOf, sending, settled } from './receiver.ts'

setDefaultTimeout(40_000)

endThemAfterEachTest()
const cast = castOfEachTest()

test('a log that shows something waiting looks again by itself, whatever arrives while it is read', async () => {
  const { id } = await aWebhook((await aReceiver()).url)
  const admin = await signedInAs(cast.admin)
  await sendTest(cast.admin, id)
  sending()
  await settled(id)
  const [delivery] = await logOf(id)
  const path = `/admin/webhooks/${id}`
  let waited = 0
  for (let round = 0; round < 60; round++) {
    let log = await (await admin.htmx(`${path}/deliveries/${delivery!.id}/send`, { method: 'POST', form: {} })).text()
    while (!log.includes('Delivered')) {
      expect(log).toContain('Waiting')
      expect(log).toContain('hx-trigger="every 3s"')
      waited += 1
      log = await (await admin.htmx(path)).text()
    }
  }
  expect(waited).toBeGreaterThan(0)
})
