import { expect, test } from 'bun:test'
import { db } from '#db/client.ts'
import { uploadedObjects } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { app } from '#src/app.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast } from '#tests/support/world.ts'

const PHOTO = 'docs/landing-phone.png'

/** The address of a new upload, and what sends a photo there: half of it, then `meanwhile`, then the rest. */
async function anUpload() {
  const cast = await aCast()
  const answer = await (await signedInAs(cast.contractor)).post('/api/objects/upload')
  const { uploadURL } = (await answer.json()) as { uploadURL: string }
  const bytes = await Bun.file(PHOTO).bytes()
  const send = (meanwhile: () => Promise<unknown>) => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.slice(0, bytes.length / 2))
        await Bun.sleep(100)
        await meanwhile()
        controller.enqueue(bytes.slice(bytes.length / 2))
        controller.close()
      },
    })
    return app.handle(new Request(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body }))
  }
  return { ...cast, send }
}

test('a contractor who is deleted while a photo is on its way leaves none', async () => {
  const { admin, contractor, send } = await anUpload()
  const answer = await send(() => deleteAccount(admin, contractor.id, 'contractor'))
  expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }])
  expect(await db.select().from(uploadedObjects)).toMatchObject([{ state: 'promised', size: null }])
  expect((await send(async () => {})).status).toBe(404)
})

test('one who stays has it kept', async () => {
  const { send } = await anUpload()
  expect((await send(async () => {})).status).toBe(200)
  expect(await db.select().from(uploadedObjects)).toMatchObject([{ state: 'stored' }])
})
