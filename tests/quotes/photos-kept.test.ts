import { expect, test } from 'bun:test'
import { openSession } from '#src/access/session.ts'
import { upload } from '#tests/photos/uploads.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')

const WARNING =
  /permanently deleted|deleted permanently|Approving deletes|deleted and cannot be recovered|deleted for good when its quote/

test('with PHOTOS_AFTER_APPROVAL=keep no screen warns of losing photos, and approving deletes none', async () => {
  const images = [await upload(cast.contractor)]
  const { id, quotes } = await aJob(cast, 'quote_pending', { completion: { images } })
  const quote = quotes[0]!.id
  const paths = [`/quotes/${quote}`, `/quotes/${quote}/approve`, `/jobs/${id}`, '/terms-conditions', '/privacy-policy']
  for (const path of paths) expect([path, WARNING.test(await (await agent.get(path)).text())]).toEqual([path, true])

  const here = await otherProcess({ PHOTOS_AFTER_APPROVAL: 'keep' })
  try {
    const headers = { cookie: `session=${await openSession(cast.agent.id, 'test')}`, origin: here.url }
    for (const path of paths) {
      const page = await fetch(here.url + path, { headers })
      expect([path, page.status, WARNING.test(await page.text())]).toEqual([path, 200, false])
    }
    const approved = await fetch(`${here.url}/api/quotes/${quote}/approve`, { method: 'PATCH', headers })
    expect(approved.status).toBe(200)
    const job = await (await agent.get(`/api/jobs/${id}`)).json()
    expect(job.visits[0].photosUrls).toHaveLength(1)
    expect((await agent.get(job.visits[0].photosUrls[0])).status).toBe(200)
  } finally {
    await here.kill()
  }
})
