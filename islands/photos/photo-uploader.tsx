import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { signInAgain } from '#islands/session-end.ts'
import { Icon } from '#views/ui/icon.tsx'
import { fieldId } from '#views/ui/input/ids.ts'
import { consider, isKept, type Photo, pathsOf, photosAfter, progressText, roomIn } from './photo-state.ts'
import { startUploads, type Uploads } from './uploads.ts'

type PhotoUploaderProps = {
  draft: string
  form?: string
  error?: string
  onChange?: (photos: readonly Photo[], uploads: Uploads) => void
}

// Without HEIC in the list, an iPhone converts its photos.
const ACCEPT = 'image/jpeg,image/png,image/webp'

export default function PhotoUploader({ draft, form, error, onChange }: PhotoUploaderProps) {
  const [photos, tell] = useReducer(photosAfter, [])
  const [notice, setNotice] = useState<string | null>(null)
  const uploads = useRef<Uploads>(null)
  const shown = useRef(photos)

  useEffect(() => {
    const started = startUploads(draft, tell, () => signInAgain(isKept(shown.current)))
    uploads.current = started
    onChange?.(shown.current, started)
    started.restore().catch(() => {})
    addEventListener('online', started.retryFailed)
    return () => {
      removeEventListener('online', started.retryFailed)
      started.stop()
    }
  }, [draft, onChange])
  useLayoutEffect(() => {
    shown.current = photos
    if (uploads.current) onChange?.(photos, uploads.current)
  }, [photos, onChange])

  const room = roomIn(photos)
  const pick = (input: HTMLInputElement) => {
    const { taken, notice } = consider([...(input.files ?? [])], room)
    setNotice(notice)
    void uploads.current?.add(taken)
    input.value = ''
  }
  return (
    <div className={error ? 'field photo-field invalid' : 'field photo-field'}>
      {pathsOf(photos).map((path) => (
        <input key={path} type="hidden" name="images" value={path} />
      ))}
      <label className={room > 0 ? 'button secondary file-button' : 'button secondary file-button full'}>
        <Icon name="photo" />
        <span>Add Photos (Optional)</span>
        <input
          type="file"
          id={fieldId('images', form)}
          accept={ACCEPT}
          multiple
          disabled={room <= 0}
          onChange={({ target }) => pick(target)}
        />
      </label>
      {(notice ?? error) && (
        <p className="field-error" role="alert">
          <Icon name="alert" />
          <span>{notice ?? error}</span>
        </p>
      )}
      {photos.length > 0 && (
        <ul className="photo-list" aria-label="Photos">
          {photos.map((photo) => (
            <PhotoItem
              key={photo.id}
              photo={photo}
              onRetry={() => uploads.current?.retry(photo.id)}
              onRemove={() => void uploads.current?.remove(photo.id)}
            />
          ))}
        </ul>
      )}
      <p className="hint" role="status">
        {progressText(photos)}
      </p>
    </div>
  )
}

const WORDS: Record<Photo['status'], string> = {
  waiting: 'Waiting to be sent',
  shrinking: 'Making it smaller',
  sending: 'Sending',
  stored: 'Sent',
  failed: 'Not sent',
  refused: 'Not accepted',
}

function focusBeside(button: HTMLElement): void {
  const item = button.closest('li')!
  const place = item.nextElementSibling ?? item.previousElementSibling ?? item.closest('.photo-field')
  place?.querySelector<HTMLElement>('button:last-child, [type=file]')?.focus()
}

type PhotoItemProps = { photo: Photo; onRetry(): void; onRemove(): void }

const PhotoItem = ({ photo, onRetry, onRemove }: PhotoItemProps) => (
  <li className={photo.status}>
    {photo.preview && photo.status !== 'refused' ? (
      <img src={photo.preview} alt="" width="56" height="56" decoding="async" />
    ) : (
      <span className="no-preview">
        <Icon name="photo" />
      </span>
    )}
    <div className="photo-words">
      <span className="one-line">{photo.name}</span>
      {photo.message ? (
        <span className="field-error" role="alert">
          {photo.message}
        </span>
      ) : (
        <span className="hint">{WORDS[photo.status]}</span>
      )}
      {(photo.status === 'sending' || photo.status === 'waiting') && (
        <progress max={1} value={photo.progress} aria-label={`Sending ${photo.name}`} />
      )}
    </div>
    {photo.status === 'failed' && (
      <button type="button" className="button secondary small" aria-label={`Retry ${photo.name}`} onClick={onRetry}>
        Retry
      </button>
    )}
    <button
      type="button"
      className="button quiet small"
      aria-label={`Remove ${photo.name}`}
      onClick={({ currentTarget }) => {
        focusBeside(currentTarget)
        onRemove()
      }}
    >
      <Icon name="close" />
    </button>
  </li>
)
