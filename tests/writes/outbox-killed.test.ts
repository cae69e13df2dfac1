import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { outboxSender } from '#islands/outbox/send.ts'
import { openSession } from '#src/access/session.ts'
import { memoryOutbox } from '#tests/islands/memory-outbox.ts'
import { signedInAs } from '#tests/support/app.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob } from '#tests/support/world.ts'

// A phone sends, and the server is killed: another takes what is sent again.

let processes: OtherProcess[] = []
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()))
  processes = []
})

const STEPS = [
  ['while it is asked for a photo', /objects\/upload$/, 'at once'],
  ['in a photo', /objects\/upload\/./, 'at once'],
  ['in the visit', /complete$/, 'at once'],
  ['when it has answered, and the answer is lost', /complete$/, 'answered'],
] as const

test.each(STEPS)('a server that is killed %s has the visit once in the end, with its photos', async (_, at, when) => {
  const cast = await aCast()
  const job = await aJob(cast, 'in_progress')
  const cookie = `session=${await openSession(cast.contractor.id, 'test')}`
  const store = memoryOutbox()
  const bytes = await Bun.file(join(ROOT, 'docs/agent-phone.png')).arrayBuffer()
  const photos = ['a', 'b'].map((id) => ({ id, key: crypto.randomUUID(), name: `${id}.png`, bytes, type: 'image/png' }))
  const what = {
    act: 'done',
    text: '',
    body: { workDone: 'Changed the valve.' },
    photos: ['a', 'b'],
    page: '',
  } as const
  const path = `/api/jobs/${job.id}/complete`
  const item = {
    key: crypto.randomUUID(),
    user: cast.contractor.id,
    order: 1,
    lane: job.id,
    path,
    method: 'POST',
  } as const
  await store.put(
    { ...item, ...what, photos: [...what.photos], recordedAt: new Date().toISOString(), tries: 0 },
    photos,
  )
  processes = await Promise.all([otherProcess(), otherProcess()])
  let [now, next] = processes
  const killed: string[] = []
  const sendAll = outboxSender({
    store,
    tell: () => {},
    async fetch(to, how) {
      const { url, kill } = now!
      const headers = { ...Object.fromEntries(new Headers(how.headers)), cookie, 'sec-fetch-site': 'same-origin' }
      const answer = fetch(url + to, { ...how, headers })
      if (next && at.test(to.split('?')[0]!)) {
        if (when === 'answered') await answer
        else answer.catch(() => {})
        await kill()
        killed.push(to)
        now = next
        next = undefined
        throw new TypeError('Failed to fetch')
      }
      return answer
    },
  })
  await sendAll(true)
  expect(killed).toHaveLength(1)
  await sendAll(true)
  expect([...store.items.values()].map(({ doneAt }) => typeof doneAt)).toEqual(['number'])
  const read = await (await signedInAs(cast.admin)).get(`/api/jobs/${job.id}`)
  const { status, visits } = (await read.json()) as { status: string; visits: { photosUrls: string[] }[] }
  expect([status, visits.map(({ photosUrls }) => photosUrls.length)]).toEqual(['completed', [2]])
})
