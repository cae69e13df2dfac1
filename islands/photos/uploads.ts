import { oneAtATime } from '#islands/one-at-a-time.ts'
import { Final, type Online, SignedOut, untilOnline, type Wait, withRetries } from '#islands/retry.ts'
import { MAX_PHOTO_BYTES, ORPHAN_HOURS, tooLarge } from '#src/domain/photo/photo.ts'
import { mayBePhoto, type PhotoEvent } from './photo-state.ts'
import { type PhotoKeeper, type SavedPhoto, savedPhotos } from './saved-photos.ts'
import { photoSender, type Turn } from './send-photo.ts'
import { shrink } from './shrink.ts'

export type UploadTools = {
  keeper: PhotoKeeper
  shrink(file: Blob): Promise<Blob>
  sender: typeof photoSender
  preview(blob: Blob): string
  unpreview(url: string): void
  wait?: Wait
  online?: Online
}

const browser: UploadTools = {
  keeper: savedPhotos,
  shrink,
  sender: photoSender,
  preview: (blob) => URL.createObjectURL(blob),
  unpreview: (url) => URL.revokeObjectURL(url),
}

type Upload = { kept: SavedPhoto; work: AbortController; preview?: string; failed?: boolean; refused?: boolean }

/** Milliseconds. The server removes photos that no visit takes: older ones are sent again. */
const STILL_STORED = (ORPHAN_HOURS - 1) * 60 * 60 * 1000

export type Uploads = ReturnType<typeof startUploads>

export function startUploads(
  draft: string,
  tell: (event: PhotoEvent) => void,
  onSignedOut: () => void,
  tools: UploadTools = browser,
) {
  const photos = new Map<string, Upload>()
  const shrinkInTurn = oneAtATime()
  const sendInTurn = oneAtATime()
  let order = Date.now()
  let added: Promise<unknown> = Promise.resolve()
  let restored: Promise<unknown> | undefined

  async function keep(photo: SavedPhoto): Promise<void> {
    const kept = await tools.keeper.keep(photo)
    // Removed while it was being written.
    if (!photos.has(photo.id)) return tools.keeper.drop(photo.id)
    tell({ type: 'kept', id: photo.id, kept })
  }

  async function send(id: string): Promise<void> {
    const photo = photos.get(id)
    if (!photo) return
    photo.work.abort()
    photo.work = new AbortController()
    photo.failed = false
    const { signal } = photo.work
    const here = (event: PhotoEvent) => signal.aborted || tell(event)
    const online: Online = (signal) => {
      const line = (tools.online ?? untilOnline)(signal)
      if (line) here({ type: 'again', id })
      return line
    }
    try {
      if (!photo.kept.shrunk) await shrinkInTurn(() => makeReady(id, signal))
      if (photo.kept.blob.size > MAX_PHOTO_BYTES) throw new Final(tooLarge(photo.kept.name))
      const onProgress = (progress: number) => here({ type: 'sending', id, progress })
      // Its address is asked for while another is sent: on a slow line that is a second.
      const turn: Turn = (send) =>
        sendInTurn((sent) => {
          signal.throwIfAborted()
          onProgress(0)
          return send(sent)
        })
      const attempt = tools.sender(photo.kept.blob, { name: photo.kept.name, signal, onProgress, turn })
      // By then a second press of Retry has ended this one.
      await Promise.resolve()
      const onTold = () => {
        photo.failed = true
        here({ type: 'failed', id, message: `Failed to upload ${photo.kept.name}` })
      }
      const path = await withRetries(attempt, { signal, wait: tools.wait, online, onTold })
      signal.throwIfAborted()
      photo.failed = false
      photo.kept = { ...photo.kept, path, storedAt: Date.now() }
      await keep(photo.kept)
      here({ type: 'stored', id, path })
    } catch (error) {
      if (signal.aborted) return
      const isFinal = error instanceof Final && !(error instanceof SignedOut)
      photo.failed = !isFinal
      photo.refused = isFinal
      if (isFinal) await tools.keeper.drop(id)
      tell({
        type: isFinal ? 'refused' : 'failed',
        id,
        message: isFinal ? error.message : `Failed to upload ${photo.kept.name}`,
      })
      if (error instanceof SignedOut) onSignedOut()
    }
  }

  function retry(id: string): void {
    tell({ type: 'again', id })
    void send(id)
  }

  async function makeReady(id: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const photo = photos.get(id)!
    tell({ type: 'shrinking', id })
    const blob = await tools.shrink(photo.kept.blob)
    signal.throwIfAborted()
    photo.kept = { ...photo.kept, blob, shrunk: true }
    await keep(photo.kept)
    show(id)
  }

  function show(id: string): void {
    const photo = photos.get(id)!
    photo.preview ??= tools.preview(photo.kept.blob)
    tell({ type: 'ready', id, preview: photo.preview })
  }

  async function add(files: readonly File[]): Promise<void> {
    const fresh = files.map((file): SavedPhoto => {
      order += 1
      // randomUUID needs https.
      const id = `${order}-${Math.random()}`
      return { id, draft, name: file.name, blob: file, shrunk: false, path: null, storedAt: null, order }
    })
    for (const kept of fresh) {
      photos.set(kept.id, { kept, work: new AbortController() })
      tell({ type: 'added', id: kept.id, name: kept.name })
    }
    for (const kept of fresh) {
      if (!photos.has(kept.id)) continue
      if (mayBePhoto(kept.blob)) {
        await keep(kept)
        void send(kept.id)
      } else {
        photos.get(kept.id)!.refused = true
        tell({ type: 'refused', id: kept.id, message: `File ${kept.name} is not a photo` })
      }
    }
  }

  async function restore(): Promise<number> {
    const before = await tools.keeper.of(draft)
    for (const kept of before) {
      if (photos.has(kept.id)) continue
      const { id, name, path, storedAt } = kept
      photos.set(id, { kept, work: new AbortController() })
      tell({ type: 'added', id, name })
      if (kept.shrunk) show(id)
      if (path && storedAt && Math.abs(Date.now() - storedAt) < STILL_STORED) tell({ type: 'stored', id, path })
      else void send(id)
    }
    return before.length
  }

  return {
    add(files: readonly File[]): Promise<void> {
      const adding = add(files)
      added = Promise.all([added, adding])
      return adding
    },

    /** All but refused ones, once each is small; rejects where those chosen before cannot be read. */
    async whole(): Promise<SavedPhoto[]> {
      await Promise.all([added, restored])
      await shrinkInTurn(async () => {})
      return [...photos.values()].flatMap(({ kept, refused }) => (refused ? [] : kept))
    },

    restore: (): Promise<number> => (restored = restore()),

    retry,

    retryFailed(): void {
      for (const [id, { failed }] of photos) if (failed) retry(id)
    },

    lost(path: string, message: string): void {
      for (const [id, photo] of photos) {
        if (photo.kept.path !== path) continue
        photo.kept = { ...photo.kept, path: null, storedAt: null }
        photo.failed = true
        tell({ type: 'failed', id, message })
      }
    },

    async remove(id: string): Promise<void> {
      const photo = photos.get(id)
      photo?.work.abort()
      if (photo?.preview) tools.unpreview(photo.preview)
      photos.delete(id)
      tell({ type: 'removed', id })
      await tools.keeper.drop(id)
    },

    stop(): void {
      for (const { work, preview } of photos.values()) {
        work.abort()
        if (preview) tools.unpreview(preview)
      }
    },
  }
}
