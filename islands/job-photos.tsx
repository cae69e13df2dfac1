import { useCallback, useEffect, useRef, useState } from 'react'
import { hasFailed, isBusy, type Photo } from './photos/photo-state.ts'
import PhotoUploader from './photos/photo-uploader.tsx'
import type { Uploads } from './photos/uploads.ts'

const CREATED = 'The job is created when the photos have been sent.'
const NOT_SENT = 'Some photos were not sent. Try again, or remove them.'

type JobPhotosProps = { form?: string; error?: string; waiting?: string }

export default function JobPhotos({ form, error, waiting: words = CREATED }: JobPhotosProps) {
  const host = useRef<HTMLDivElement>(null)
  const uploads = useRef<Uploads>(null)
  const [draft, setDraft] = useState<string>()
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [waiting, setWaiting] = useState<{ submitter: HTMLElement | null } | null>(null)
  const [notice, setNotice] = useState(error)

  useEffect(() => setDraft(keyOf(formOf(host.current)).value), [])
  const onPhotos = useCallback((now: readonly Photo[], of: Uploads) => {
    uploads.current = of
    setPhotos(now)
  }, [])

  useEffect(() => {
    const form = formOf(host.current)
    const hold = (event: SubmitEvent) => {
      if (!isBusy(photos) && !hasFailed(photos)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      uploads.current?.retryFailed()
      setNotice(undefined)
      setWaiting({ submitter: event.submitter })
    }
    const empty = () => {
      for (const { id } of photos) void uploads.current?.remove(id)
      // The fields have their first values only after the event.
      setTimeout(() => setDraft(keyOf(form).value))
    }
    Object.assign(form, { wholePhotos: () => uploads.current?.whole() })
    // htmx listens to the same form, since before.
    form.addEventListener('submit', hold, true)
    form.addEventListener('reset', empty)
    return () => {
      form.removeEventListener('submit', hold, true)
      form.removeEventListener('reset', empty)
    }
  }, [photos])
  useEffect(() => {
    if (!waiting || isBusy(photos)) return
    setWaiting(null)
    if (hasFailed(photos)) setNotice(NOT_SENT)
    else formOf(host.current).requestSubmit(waiting.submitter)
  }, [photos, waiting])

  return (
    <div ref={host}>
      {draft && <PhotoUploader draft={draft} form={form} error={named(notice, photos)} onChange={onPhotos} />}
      {waiting && (
        <p className="hint" role="status">
          {words}
        </p>
      )}
    </div>
  )
}

const formOf = (host: HTMLElement | null): HTMLFormElement => host!.closest('form')!
const keyOf = (form: HTMLFormElement) => form.elements.namedItem('photosKey') as HTMLInputElement

const named = (message: string | undefined, photos: readonly Photo[]) =>
  photos.reduce((text, { path, name }) => (path ? text?.replace(path, name) : text), message)
