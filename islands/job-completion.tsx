import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CompletionDraft, completedMessage, maySubmit } from '#src/visits/visit.ts'
import { newKey } from '#views/ui/form-key.tsx'
import { fieldId } from '#views/ui/ids.ts'
import { CompletionForm, type CompletionIslandProps } from '#views/visits/completion-form.tsx'
import { mergedDraft, rememberFocus, typedBefore } from './before.ts'
import { CompletionNotice } from './completion-notice.tsx'
import { type CompletionState, completionAfter, type Outcome } from './completion-state.ts'
import { type Draft, draftName, forgetDraft, keepDraft, keptDraft } from './drafts.ts'
import { finish } from './finish.ts'
import { keptPhotos } from './kept-photos.ts'
import { hasFailed, isBusy, type Photo, pathsOf } from './photo-state.ts'
import PhotoUploader from './photo-uploader.tsx'
import { sendCompletion } from './send-completion.ts'
import { signInAgain } from './session-end.ts'
import type { Uploads } from './uploads.ts'

type Kept = Draft<Partial<CompletionDraft>> | null

function firstState({ values, errors, form }: CompletionIslandProps, kept: Kept): CompletionState {
  const merged = mergedDraft(values, kept?.values ?? null, typedBefore(form))
  return { values: merged, errors, phase: 'editing', notice: null, online: navigator.onLine, photosFailed: false }
}

/** The events that tell whether there is a line. */
const LINE = ['online', 'offline'] as const

/** The completion form in the browser: keeps text and photos until the server has confirmed them. */
export default function JobCompletion(props: CompletionIslandProps) {
  const { jobId, jobType, userId, form, region } = props
  const draft = draftName(userId, jobId)
  // A refused form comes back with what was typed last.
  const [kept] = useState<Kept>(() => (Object.keys(props.errors).length > 0 ? null : keptDraft(draft)))
  const [key] = useState(() => kept?.key ?? newKey())
  const [state, tell] = useReducer(completionAfter, null, () => firstState(props, kept))
  const [putFocusBack] = useState(rememberFocus)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const uploads = useRef<Uploads>(null)
  const { values, errors, phase, notice, online } = state
  const images = pathsOf(photos)

  useLayoutEffect(() => {
    putFocusBack()
    // Cancel is a link of htmx's, which has not seen it yet.
    window.htmx?.process(formElement(form))
  }, [putFocusBack, form])
  useEffect(() => {
    if (Object.keys(errors).length > 0) formElement(form).querySelector<HTMLElement>('.error-summary')?.focus()
  }, [errors, form])
  useEffect(() => {
    if (phase !== 'done') keepDraft(draft, { values, key })
  }, [draft, values, key, phase])
  useEffect(() => {
    const look = () => tell({ type: 'line', online: navigator.onLine })
    for (const kind of LINE) addEventListener(kind, look)
    return () => {
      for (const kind of LINE) removeEventListener(kind, look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that is back sends what waited for it
  useEffect(() => {
    if (!isBusy(photos)) tell({ type: hasFailed(photos) ? 'photosFailed' : 'photosSent' })
  }, [phase, photos, online])
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, as it is when its phase begins
  useEffect(() => {
    if (phase === 'sending') void sendCompletion({ jobId, jobType, values, images, key }).then(hear)
  }, [phase])

  async function hear(outcome: Outcome): Promise<void> {
    tell({ type: 'answered', outcome: namingPhotos(outcome, photos) })
    if (outcome.type === 'signedOut') signInAgain()
    if (outcome.type === 'refused') sendLostPhotosAgain(outcome.errors.images)
    if (outcome.type !== 'taken') return
    forgetDraft(draft)
    await keptPhotos.forget(draft)
    finish(completedMessage(jobType, values.needsQuote), region)
  }

  function sendLostPhotosAgain(message = ''): void {
    for (const { path, name } of photos) {
      if (path && message.includes(path)) uploads.current?.lost(path, `Failed to upload ${name}`)
    }
  }

  const onPhotos = useCallback((now: readonly Photo[], of: Uploads) => {
    uploads.current = of
    setPhotos(now)
  }, [])
  const busy = phase !== 'editing'
  return (
    <CompletionForm
      jobId={jobId}
      jobType={jobType}
      form={form}
      region={region}
      values={values}
      errors={errors}
      photos={<PhotoUploader draft={draft} form={form} error={errors.images} onChange={onPhotos} />}
      notice={notice && <CompletionNotice {...notice} />}
      handlers={{
        onChange: (change) => tell({ type: 'typed', change }),
        onSubmit: (event) => {
          event.preventDefault()
          if (!maySubmit(values, jobType, images.length)) return
          // At once, so that they are on their way when the form asks whether it waits for any.
          flushSync(() => uploads.current?.retryFailed())
          tell({ type: 'submitted' })
        },
        disabled: busy || !maySubmit(values, jobType, images.length),
        busy,
      }}
    />
  )
}

const formElement = (form: string): HTMLFormElement =>
  document.getElementById(fieldId('workDone', form))!.closest('form')!

/** The server names a photo by its path; its owner knows it by its name. */
function namingPhotos(outcome: Outcome, photos: readonly Photo[]): Outcome {
  if (outcome.type !== 'refused' || !outcome.errors.images) return outcome
  const images = photos.reduce(
    (message, { path, name }) => (path ? message.replace(path, name) : message),
    outcome.errors.images,
  )
  return { type: 'refused', errors: { ...outcome.errors, images } }
}
