import { describe, expect, test } from 'bun:test'
import {
  consider,
  hasFailed,
  isBusy,
  mayBePhoto,
  type Photo,
  type PhotoEvent,
  pathsOf,
  photosAfter,
  progressText,
  roomIn,
} from '#islands/photos/photo-state.ts'

const after = (...events: PhotoEvent[]): readonly Photo[] => events.reduce(photosAfter, [] as readonly Photo[])
const added = (id: string): PhotoEvent => ({ type: 'added', id, name: `${id}.jpg` })
const stored = (id: string): PhotoEvent => ({ type: 'stored', id, path: `/objects/${id}` })

describe('the photos of a form', () => {
  test('keep the order in which they were picked, whichever arrives first', () => {
    expect(pathsOf(after(added('a'), added('b'), stored('b'), stored('a')))).toEqual(['/objects/a', '/objects/b'])
  })

  test('are busy until each is stored, failed or refused', () => {
    const photos = after(added('a'), added('b'), { type: 'sending', id: 'a', progress: 0.5 }, stored('b'))
    expect(isBusy(photos)).toBe(true)
    expect(isBusy(photosAfter(photos, stored('a')))).toBe(false)
    const failed = photosAfter(photos, { type: 'failed', id: 'a', message: 'Failed to upload a.jpg' })
    expect([isBusy(failed), hasFailed(failed), failed[0]?.message]).toEqual([false, true, 'Failed to upload a.jpg'])
  })

  test('forget the message of a failure when they are sent again', () => {
    const again = after(
      added('a'),
      { type: 'failed', id: 'a', message: 'No' },
      { type: 'sending', id: 'a', progress: 0 },
    )
    expect(again).toMatchObject([{ status: 'sending', message: null }])
  })

  test('are not brought back by news of one that was removed', () => {
    expect(after(added('a'), { type: 'removed', id: 'a' }, stored('a'))).toEqual([])
  })

  test('leave room for five, refused ones not counted', () => {
    const photos = after(added('a'), added('b'), { type: 'refused', id: 'b', message: 'File b.jpg is too large' })
    expect(roomIn(photos)).toBe(4)
    expect(progressText(photosAfter(photos, stored('a')))).toBe('1 of 1 photos sent')
  })

  test('a stored photo that is lost has no path to submit', () => {
    expect(pathsOf(after(added('a'), stored('a'), { type: 'failed', id: 'a', message: 'gone' }))).toEqual([])
  })
})

test('only the first five of a pick are considered, as far as there is room', () => {
  const files = ['1', '2', '3', '4', '5', '6', '7']
  expect(consider(files, 5)).toEqual({ taken: files.slice(0, 5), notice: 'You can add at most 5 photos.' })
  expect(consider(files.slice(0, 5), 5)).toEqual({ taken: files.slice(0, 5), notice: null })
  expect(consider(files.slice(0, 3), 2).taken).toEqual(['1', '2'])
})

test('images may be photos, and files whose type the picker does not name', () => {
  expect(['image/jpeg', 'image/heic', ''].every((type) => mayBePhoto({ type }))).toBe(true)
  expect(['text/plain', 'application/pdf', 'video/mp4'].some((type) => mayBePhoto({ type }))).toBe(false)
})
