import { afterEach, describe, expect, test } from 'bun:test'
import { keepCompletion } from '#islands/keep-completion.ts'
import { keepForm } from '#islands/outbox/forms.ts'
import type { SavedPhoto } from '#islands/photos/saved-photos.ts'
import { startUploads } from '#islands/photos/uploads.ts'
import { EMPTY_DRAFT } from '#src/domain/visit/visit.ts'

const photo = (name: string, bytes: number, type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type })

const OLD = { id: '1', draft: 'me:job', name: 'old.jpg', blob: photo('old.jpg', 3), shrunk: true, order: Date.now() }
const STORED = { ...OLD, path: '/objects/1', storedAt: Date.now() }

/** Of a phone that is slow, keeps no b.jpg, and has no line. */
function uploads(of: () => SavedPhoto[], shrink: (file: Blob) => Blob) {
  const keeper = {
    keep: async ({ name }: SavedPhoto) => Bun.sleep(5).then(() => name !== 'b.jpg'),
    drop: async () => {},
    of: async () => Bun.sleep(20).then(of),
    forget: async () => {},
  }
  const tools = {
    ...{ keeper, preview: () => 'blob:preview', unpreview: () => {} },
    shrink: async (file: Blob) => Bun.sleep(20).then(() => shrink(file)),
    sender: () => () => new Promise<string>(() => {}),
  }
  const tell = () => {}
  const work = startUploads('me:job', tell, tell, tools)
  const whole = async () => (await work.whole()).map(({ name, blob, shrunk }) => [name, blob.size, shrunk]).toSorted()
  return { work, whole }
}

describe('the photos that go to the outbox', () => {
  test('are those of before a reload and those just chosen, once each is small, without the refused', async () => {
    const { work, whole } = uploads(
      () => [STORED],
      (file) => (file.size > 5 ? file : photo('', file.size * 10)),
    )
    void work.restore()
    void work.add([photo('a.jpg', 4)])
    void work.add([photo('b.jpg', 5), photo('notes.txt', 1, 'text/plain'), photo('huge.jpg', 5_242_881)])
    expect(await whole()).toEqual([
      ['a.jpg', 40, true],
      ['b.jpg', 50, true],
      ['old.jpg', 3, true],
    ])
  })

  test('are as they were chosen where the phone has no memory to make them small', async () => {
    const { work, whole } = uploads(
      () => [],
      () => {
        throw new Error('No memory')
      },
    )
    void work.add([photo('a.jpg', 4)])
    expect(await whole()).toEqual([['a.jpg', 4, false]])
  })

  test('are not told where those of before a reload cannot be read', async () => {
    const { work, whole } = uploads(
      () => {
        throw new Error('Closed')
      },
      (file) => file,
    )
    work.restore().catch(() => {})
    await expect(whole()).rejects.toThrow('Closed')
  })
})

// Bun has no IndexedDB: what a browser keeps of photos cannot be read.
describe('where photos cannot be read', () => {
  const before = globalThis.outbox
  afterEach(() => {
    globalThis.outbox = before
  })
  function emptyOutbox(): unknown[] {
    const put: unknown[] = []
    globalThis.outbox = { put: async (...given: unknown[]) => void put.push(given) } as unknown as typeof before
    return put
  }

  test('a new job is not kept without them', async () => {
    const put = emptyOutbox()
    const texts = { estateAgentName: 'Rightway', propertyName: 'Ash House', propertyAddress: '12 Mill Lane' }
    const fields = { ...texts, issueDescription: 'No heating', formKey: '1', photosKey: '2' }
    const kept = keepForm({ action: '/create-job', fields, user: 'me', mayHaveArrived: false })
    await expect(kept).rejects.toThrow()
    expect(put).toEqual([])
  })

  test('a visit is not kept without them', async () => {
    const put = emptyOutbox()
    const values = { ...EMPTY_DRAFT, workDone: 'Bled the radiators.' }
    const visit = { jobId: 'job', jobType: 'visit' as const, values, images: [], key: '1', userId: 'me' }
    const wholePhotos = () => Promise.reject(new Error('Closed'))
    expect(await keepCompletion({ ...visit, draft: 'me:job', wholePhotos })).toBe(false)
    expect(put).toEqual([])
  })
})
