import { expect, test } from 'bun:test'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { read, toastOf } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const WHAT_TO_DO =
  'It may have been deleted, or given to somebody else. Please reload the page to see how things are now.'

test('a toast tells once what is gone and what to do, on any screen', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast)
  await deleteJob(cast.admin, id)
  const [ada, olivia] = [await signedInAs(cast.admin), await signedInAs(cast.agent)]
  const form = { confirmed: 'yes', back: '/' }
  expect(await toastOf(ada.htmx(`/admin/jobs/${id}`))).toBe(`! Not found / ${WHAT_TO_DO}`)
  expect(await toastOf(olivia.htmx(`/jobs/${id}`))).toBe(`! Not found / ${WHAT_TO_DO}`)
  expect(await toastOf(ada.htmx(`/admin/jobs/${id}/delete`, { method: 'POST', form }))).toBe(
    `! Failed to Delete Job / ${WHAT_TO_DO}`,
  )
  expect(await toastOf(olivia.htmx(`/jobs/${id}/delete`, { method: 'POST', form }))).toBe(
    `! Failed to Delete Job / ${WHAT_TO_DO}`,
  )
})

test('as a page it leads home, and the API keeps its words', async () => {
  const { agent } = await aCast()
  const olivia = await signedInAs(agent)
  const screen = await read(olivia.get(`/jobs/${crypto.randomUUID()}`))
  expect(screen.words.match(/not found/gi)).toHaveLength(1)
  expect(screen.words).toContain('Back to Home')
  expect(await refusalOf(olivia.get(`/api/jobs/${crypto.randomUUID()}`))).toEqual({ message: 'Not found' })
})
