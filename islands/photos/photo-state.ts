import { MAX_PHOTOS } from '#src/domain/photo/photo.ts'

type PhotoStatus = 'waiting' | 'shrinking' | 'sending' | 'stored' | 'failed' | 'refused'

export type Photo = {
  id: string
  name: string
  status: PhotoStatus
  progress: number
  path: string | null
  message: string | null
  preview: string | null
  unkept?: boolean
}

export type PhotoEvent =
  | { type: 'added'; id: string; name: string }
  | { type: 'again'; id: string }
  | { type: 'shrinking'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'kept'; id: string; kept: boolean }
  | { type: 'ready'; id: string; preview: string }
  | { type: 'sending'; id: string; progress: number }
  | { type: 'stored'; id: string; path: string }
  | { type: 'failed' | 'refused'; id: string; message: string }

export function photosAfter(photos: readonly Photo[], event: PhotoEvent): readonly Photo[] {
  if (event.type === 'removed') return photos.filter(({ id }) => id !== event.id)
  if (event.type === 'added') {
    const { id, name } = event
    return [...photos, { id, name, status: 'waiting', progress: 0, path: null, message: null, preview: null }]
  }
  return photos.map((photo) => (photo.id === event.id ? photoAfter(photo, event) : photo))
}

type Change = Exclude<PhotoEvent, { type: 'added' | 'removed' }>

function photoAfter(photo: Photo, event: Change): Photo {
  switch (event.type) {
    case 'again':
      return { ...photo, status: 'waiting', progress: 0, message: null }
    case 'shrinking':
      return { ...photo, status: 'shrinking', message: null }
    case 'kept':
      return { ...photo, unkept: !event.kept }
    case 'ready':
      return { ...photo, status: 'waiting', preview: event.preview }
    case 'sending':
      return { ...photo, status: 'sending', progress: event.progress, message: null }
    case 'stored':
      return { ...photo, status: 'stored', progress: 1, path: event.path, message: null }
    case 'failed':
    case 'refused':
      return { ...photo, status: event.type, path: null, message: event.message }
  }
}

const BUSY: readonly PhotoStatus[] = ['waiting', 'shrinking', 'sending']

export const isBusy = (photos: readonly Photo[]): boolean => photos.some(({ status }) => BUSY.includes(status))
export const hasFailed = (photos: readonly Photo[]): boolean => photos.some(({ status }) => status === 'failed')
export const pathsOf = (photos: readonly Photo[]): string[] => photos.flatMap(({ path }) => path ?? [])

export const roomIn = (photos: readonly Photo[]): number =>
  MAX_PHOTOS - photos.filter(({ status }) => status !== 'refused').length

export const isKept = (photos: readonly Photo[]): boolean => !photos.some(({ unkept }) => unkept)

export function progressText(photos: readonly Photo[]): string {
  const counted = photos.filter(({ status }) => status !== 'refused').length
  if (counted === 0) return ''
  const sent = `${pathsOf(photos).length} of ${counted} photos sent`
  return isKept(photos) ? sent : `${sent}. This device does not keep them: please leave this page open.`
}

/** Some pickers give no type: the server looks at the bytes. */
export const mayBePhoto = (file: { type: string }): boolean => file.type === '' || file.type.startsWith('image/')

export function consider<File>(files: readonly File[], room: number): { taken: File[]; notice: string | null } {
  const taken = files.slice(0, Math.min(MAX_PHOTOS, room))
  const notice = taken.length < files.length ? `You can add at most ${MAX_PHOTOS} photos.` : null
  return { taken, notice }
}
