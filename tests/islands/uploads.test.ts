import { describe, expect, test } from 'bun:test'
import { type Photo, photosAfter, progressText } from '#islands/photos/photo-state.ts'
import type { PhotoKeeper, SavedPhoto } from '#islands/photos/saved-photos.ts'
import { type Put, photoSender } from '#islands/photos/send-photo.ts'
import { startUploads, type UploadTools } from '#islands/photos/uploads.ts'
import { Final, type Online, SignedOut } from '#islands/retry.ts'

const HOUR = 60 * 60 * 1000
const photo = (name: string, bytes = 10, type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type })

function memory(before: SavedPhoto[] = []) {
  const kept = new Map(before.map((one) => [one.id, one]))
  const keeper: PhotoKeeper = {
    keep: async (one) => kept.set(one.id, one) && true,
    drop: async (id) => void kept.delete(id),
    of: async (draft) => [...kept.values()].filter((one) => one.draft === draft),
    forget: async () => kept.clear(),
  }
  return { kept, keeper }
}

/** Uploads without a browser. `answers` by file name: what each attempt does in turn, a path or an error. */
function uploads(
  answers: Record<string, (string | Error)[]> = {},
  before: SavedPhoto[] = [],
  online?: Online,
  sender?: UploadTools['sender'],
) {
  let attempts = 0
  let photos: readonly Photo[] = []
  let signedOut = 0
  const shrunk: string[] = []
  const { kept, keeper } = memory(before)
  const tools: UploadTools = {
    keeper,
    shrink: async (file) => {
      shrunk.push((file as File).name)
      return file
    },
    preview: () => 'blob:preview',
    unpreview: () => {},
    // Pauses up to the fourth failure are over at once; the longer ones after it are not waited for.
    wait: (milliseconds) => (milliseconds > 9000 ? new Promise(() => {}) : Promise.resolve()),
    online,
    sender:
      sender ??
      ((_, { name }) => {
        const list = [...(answers[name] ?? [`/objects/${name}`])]
        answers[name] = list
        return async () => {
          attempts++
          const answer = list.length > 1 ? list.shift()! : list[0]!
          if (answer instanceof Error) throw answer
          return answer
        }
      }),
  }
  const tell = (event: Parameters<typeof photosAfter>[1]) => {
    photos = photosAfter(photos, event)
  }
  const work = startUploads('me:job', tell, () => signedOut++, tools)
  const settled = () => Bun.sleep(5)
  return {
    work,
    kept,
    keeper,
    shrunk,
    settled,
    photos: () => photos,
    signedOut: () => signedOut,
    attempts: () => attempts,
  }
}

const keptPhoto = (values: Partial<SavedPhoto>): SavedPhoto => ({
  id: 'old',
  draft: 'me:job',
  name: 'old.jpg',
  blob: photo('old.jpg'),
  shrunk: true,
  path: null,
  storedAt: null,
  order: Date.now(),
  ...values,
})

describe('uploads', () => {
  test('keeps, shrinks and sends what is picked', async () => {
    const { work, kept, photos, shrunk, settled } = uploads()
    await work.add([photo('a.jpg'), photo('b.jpg')])
    await settled()
    expect(shrunk).toEqual(['a.jpg', 'b.jpg'])
    expect(photos().map(({ status, path }) => [status, path])).toEqual([
      ['stored', '/objects/a.jpg'],
      ['stored', '/objects/b.jpg'],
    ])
    expect([...kept.values()].map(({ shrunk, path }) => [shrunk, path])).toEqual([
      [true, '/objects/a.jpg'],
      [true, '/objects/b.jpg'],
    ])
  })

  test('one that fails does not hold up the others, and is told of after four tries', async () => {
    const lost = new Error('No connection')
    const { work, kept, photos, settled } = uploads({ 'a.jpg': [lost, lost, lost, lost] })
    await work.add([photo('a.jpg'), photo('b.jpg')])
    await settled()
    expect(photos().map(({ status }) => status)).toEqual(['failed', 'stored'])
    expect(photos()[0]?.message).toBe('Failed to upload a.jpg')
    expect(kept.size).toBe(2)
  })

  test('where the browser keeps nothing, no photo is said to be kept, and all are sent', async () => {
    const { work, photos, settled, keeper } = uploads()
    keeper.keep = async () => false
    await work.add([photo('a.jpg')])
    await settled()
    expect(photos()).toMatchObject([{ status: 'stored', unkept: true }])
    expect(progressText(photos())).toBe(
      '1 of 1 photos sent. This device does not keep them: please leave this page open.',
    )
  })

  test('the failed ones are sent again when the phone is online', async () => {
    const lost = new Error('No connection')
    const { work, photos, settled } = uploads({ 'a.jpg': [lost, lost, lost, lost, '/objects/a'] })
    await work.add([photo('a.jpg')])
    await settled()
    expect(photos()[0]?.status).toBe('failed')
    work.retryFailed()
    await settled()
    expect(photos()).toMatchObject([{ status: 'stored', path: '/objects/a', message: null }])
  })

  test('nothing is given up while there is no line: it goes on when there is one', async () => {
    const lost = new Error('No connection')
    const answers = { 'a.jpg': [...Array.from({ length: 9 }, () => lost), '/objects/a'] }
    const line = Promise.withResolvers<void>()
    let tries = 0
    // Without a line for eight tries; the last of them waits long.
    const online = () => (++tries < 8 ? Promise.resolve() : tries === 8 ? line.promise : null)
    const { work, photos, settled } = uploads(answers, [], online)
    await work.add([photo('a.jpg')])
    await settled()
    expect(photos()[0]).toMatchObject({ status: 'waiting', message: null })
    line.resolve()
    await settled()
    expect(photos()[0]).toMatchObject({ status: 'stored', path: '/objects/a' })
  })

  test('a photo that is retried twice is sent once', async () => {
    const lost = new Error('No connection')
    const { work, photos, settled, attempts } = uploads({ 'a.jpg': [lost, lost, lost, lost, '/objects/a'] })
    await work.add([photo('a.jpg')])
    await settled()
    work.retry(photos()[0]!.id)
    expect(photos()[0]).toMatchObject({ status: 'waiting', message: null })
    work.retry(photos()[0]!.id)
    await settled()
    expect([photos()[0]?.status, attempts()]).toEqual(['stored', 5])
  })

  test('a photo that can never be sent is refused and not stored', async () => {
    const { work, kept, photos, settled } = uploads({ 'a.jpg': [new Final('This is not a photo that can be read.')] })
    await work.add([photo('a.jpg'), photo('huge.jpg', 5_242_881), photo('notes.txt', 1, 'text/plain')])
    await settled()
    expect(photos().map(({ status, message }) => [status, message])).toEqual([
      ['refused', 'This is not a photo that can be read.'],
      ['refused', 'File huge.jpg is too large'],
      ['refused', 'File notes.txt is not a photo'],
    ])
    expect(kept.size).toBe(0)
  })

  test('a photo of exactly 5 MB is sent', async () => {
    const { work, photos, settled } = uploads()
    await work.add([photo('a.jpg', 5_242_880)])
    await settled()
    expect(photos()[0]?.status).toBe('stored')
  })

  test('an ended session is told once for each photo, which stays kept', async () => {
    const { work, kept, photos, settled, signedOut } = uploads({ 'a.jpg': [new SignedOut()] })
    await work.add([photo('a.jpg')])
    await settled()
    expect([signedOut(), photos()[0]?.status, kept.size]).toEqual([1, 'failed', 1])
  })

  test('a removed photo is forgotten', async () => {
    const { work, kept, photos, settled } = uploads()
    await work.add([photo('a.jpg')])
    await work.remove(photos()[0]!.id)
    await settled()
    expect([photos().length, kept.size]).toEqual([0, 0])
  })

  test('one that is removed while the phone still keeps it, or those before it, is neither kept nor sent', async () => {
    const { work, kept, keeper, photos, shrunk, settled } = uploads()
    const { keep } = keeper
    keeper.keep = async (one) => Bun.sleep(20).then(() => keep(one))
    const adding = work.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')])
    const [first, , last] = photos()
    await work.remove(first!.id)
    await work.remove(last!.id)
    await adding
    for (let times = 0; times < 100 && photos()[0]?.status !== 'stored'; times++) await Bun.sleep(20)
    await settled()
    expect(photos().map(({ name, status }) => [name, status])).toEqual([['b.jpg', 'stored']])
    expect([...kept.values()].map(({ name }) => name)).toEqual(['b.jpg'])
    expect(shrunk).toEqual(['b.jpg'])
  })
})

describe('on a slow line', () => {
  test('one photo at a time has it, and it waits neither for an address nor for an answer', async () => {
    const log: string[] = []
    let asked = 0
    const fetch = (async () => {
      const id = ++asked
      log.push(`asked ${id}`)
      await Bun.sleep(20)
      return Response.json({ uploadURL: `https://fettle.example/objects/upload/${id}?signature=x` })
    }) as unknown as typeof globalThis.fetch
    const put: Put = async (url, _, { onSent }) => {
      const id = /upload\/(\d)/.exec(url)![1]
      log.push(`${id} begins`)
      await Bun.sleep(40)
      log.push(`${id} is sent`)
      onSent?.()
      await Bun.sleep(20)
      log.push(`${id} is answered`)
      return { status: 200, text: '' }
    }
    const sender: UploadTools['sender'] = (blob, options) => photoSender(blob, { ...options, fetch, put })
    const { work, photos } = uploads({}, [], undefined, sender)
    await work.add([photo('a.jpg'), photo('b.jpg'), photo('c.jpg')])
    while (photos().some(({ status }) => status !== 'stored')) await Bun.sleep(5)
    expect(log.slice(0, 3)).toEqual(['asked 1', 'asked 2', 'asked 3'])
    expect(log.slice(3)).toEqual([
      '1 begins',
      '1 is sent',
      '2 begins',
      '1 is answered',
      '2 is sent',
      '3 begins',
      '2 is answered',
      '3 is sent',
      '3 is answered',
    ])
    expect(photos().map(({ path }) => path)).toEqual(['/objects/1', '/objects/2', '/objects/3'])
  })
})

describe('after a reload', () => {
  test('stored photos are still stored, others go on from where they were', async () => {
    const { work, photos, shrunk, settled } = uploads({}, [
      keptPhoto({ id: '1', path: '/objects/1', storedAt: Date.now() - HOUR }),
      keptPhoto({ id: '2', name: 'two.jpg' }),
      keptPhoto({ id: '3', name: 'three.jpg', blob: photo('three.jpg'), shrunk: false }),
      keptPhoto({ id: '4', draft: 'somebody:else' }),
    ])
    expect(await work.restore()).toBe(3)
    await settled()
    expect(photos().map(({ path }) => path)).toEqual(['/objects/1', '/objects/two.jpg', '/objects/three.jpg'])
    expect(shrunk).toEqual(['three.jpg'])
  })

  test('one that has waited longer than the server keeps it is sent again', async () => {
    const { work, photos, settled } = uploads({}, [
      keptPhoto({ path: '/objects/1', storedAt: Date.now() - 23.5 * HOUR }),
    ])
    await work.restore()
    await settled()
    expect(photos()[0]?.path).toBe('/objects/old.jpg')
  })

  test('one that the server has lost can be retried', async () => {
    const { work, photos, settled } = uploads({}, [keptPhoto({ path: '/objects/1', storedAt: Date.now() })])
    await work.restore()
    work.lost('/objects/1', 'Failed to upload old.jpg')
    expect(photos()).toMatchObject([{ status: 'failed', path: null }])
    // As when the phone is online again, or the form is sent.
    work.retryFailed()
    await settled()
    expect(photos()).toMatchObject([{ status: 'stored', path: '/objects/old.jpg' }])
  })
})
