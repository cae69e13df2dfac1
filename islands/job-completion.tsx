import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { today } from '#src/domain/dates.ts'
import { COMPLETION_DOCUMENT } from '#src/domain/property/certificate/completion.ts'
import { withRates } from '#src/domain/quote/draft.ts'
import { type CompletionDraft, completedMessage, maySubmit } from '#src/domain/visit/visit.ts'
import { fieldId } from '#views/ui/input/ids.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { CompletionForm, type CompletionIslandProps } from '#views/visits/completion-form.tsx'
import {
  asOfToday,
  DONE_ON,
  isDayChosen,
  mergedDraft,
  rememberFocus,
  typedBefore,
  valuesToKeep,
  withDoneOn,
} from './before.ts'
import { CompletionNotice } from './completion-notice.tsx'
import { type CompletionOutcome, type CompletionState, completionAfter } from './completion-state.ts'
import { type Draft, draftName, forgetDraft, keepDraft, savedDraft } from './drafts.ts'
import { finishForm } from './finish.ts'
import { keepCompletion, whenSent } from './keep-completion.ts'
import DocumentPicker from './photos/document-picker.tsx'
import { hasFailed, isBusy, isKept, type Photo, pathsOf } from './photos/photo-state.ts'
import PhotoUploader from './photos/photo-uploader.tsx'
import { savedPhotos } from './photos/saved-photos.ts'
import type { Uploads } from './photos/uploads.ts'
import { bodyToSend, clockAsked, sendCompletion } from './send-completion.ts'
import { signInAgain } from './session-end.ts'

type Kept = Draft<Partial<CompletionDraft>> | null | undefined

function firstState(values: CompletionDraft, { vat, errors }: CompletionIslandProps): CompletionState {
  return {
    values: withRates(values, vat),
    vat,
    errors,
    phase: 'editing',
    notice: null,
    online: navigator.onLine,
    photosFailed: false,
    kept: true,
  }
}

const LINE = ['online', 'offline'] as const
const NONE: readonly Photo[] = []

export default function JobCompletion(props: CompletionIslandProps) {
  const { jobId, jobType, userId, form, vat, region, list, certificate } = props
  const days = { ...props.days, max: today() }
  const draft = draftName(userId, jobId)
  // A refused form brings its text itself.
  const [isRefused] = useState(() => Object.keys(props.errors).length > 0)
  const [given] = useState(() => (isRefused ? props.values : asOfToday(props.values)))
  const unchanged = isRefused ? '' : JSON.stringify(given)
  const [kept] = useState<Kept>(() => (isRefused ? { values: given, key: newKey() } : savedDraft(draft)))
  const [typed] = useState(() => typedBefore(form))
  const isChosen = useRef(isDayChosen(kept?.values ?? null, typed))
  const [key] = useState(() => kept?.key ?? newKey())
  const [state, dispatch] = useReducer(completionAfter, null, () =>
    firstState(mergedDraft(given, kept?.values ?? null, typed, certificate !== null), props),
  )
  const [putFocusBack] = useState(rememberFocus)
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [documentBefore] = useState(() => fileBefore(form))
  const [documentSending, setDocumentSending] = useState(false)
  const [textKept, setTextKept] = useState(true)
  const uploads = useRef<Uploads>(null)
  const keeping = useRef<Promise<boolean>>(null)
  const sent = useRef(kept?.sent)
  const [askClock] = useState(clockAsked)
  const { values, errors, phase, notice, online } = state
  // Who hands the job back was not there: their photos neither go nor hold anything up.
  const taken = values.happened === 'hand_back' ? NONE : photos
  const images = pathsOf(taken)

  useLayoutEffect(() => {
    putFocusBack()
    // htmx has not seen the Cancel link yet.
    window.htmx?.process(formElement(form))
  }, [putFocusBack, form])
  useEffect(() => {
    if (Object.keys(errors).length > 0) formElement(form).querySelector<HTMLElement>('.error-summary')?.focus()
  }, [errors, form])
  useEffect(() => {
    if (phase === 'done' || phase === 'keptToSend') return
    if (JSON.stringify(values) === unchanged) forgetDraft(draft)
    else {
      const toKeep = sent.current ? values : valuesToKeep(values, isChosen.current)
      setTextKept(keepDraft(draft, { values: toKeep, key, sent: sent.current }))
    }
  }, [draft, values, key, phase, unchanged])
  useEffect(() => dispatch({ type: 'kept', kept: textKept && isKept(photos) }), [textKept, photos])
  useEffect(() => {
    const look = () => dispatch({ type: 'line', online: navigator.onLine })
    for (const kind of LINE) addEventListener(kind, look)
    return () => {
      for (const kind of LINE) removeEventListener(kind, look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that is back sends what waited for it
  useEffect(() => {
    if (phase === 'waiting' && !online) void keepToSend()
    else if (isBusy(taken)) return
    else if (!hasFailed(taken)) dispatch({ type: 'photosSent' })
    else void (phase === 'waiting' ? keepToSend() : Promise.resolve(false)).then(failed)
  }, [phase, taken, online])
  // biome-ignore lint/correctness/useExhaustiveDependencies: heard from then on
  useEffect(() => (phase === 'keptToSend' ? whenSent(key, finish) : undefined), [phase])
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, as it is when its phase begins
  useEffect(() => {
    if (phase === 'sending') void send().then(receive)
  }, [phase])

  const failed = (isKept: boolean) => isKept || dispatch({ type: 'photosFailed' })

  async function send(): Promise<CompletionOutcome> {
    const completion = { jobId, jobType, values, images, key }
    sent.current = await bodyToSend(completion, askClock, sent.current)
    keepDraft(draft, { values, key, sent: sent.current })
    return sendCompletion(completion, sent.current)
  }

  async function keepToSend(): Promise<boolean> {
    const wholePhotos = () => uploads.current!.whole()
    const completion = { jobId, jobType, values, images, key, userId, draft, wholePhotos }
    keeping.current ??= keepCompletion(completion, sent.current)
    const isKept = await keeping.current
    keeping.current = null
    if (!isKept) return false
    await savedPhotos.forget(draft)
    forgetDraft(draft)
    dispatch({ type: 'keptToSend' })
    return true
  }

  function finish(): void {
    dispatch({ type: 'answered', outcome: { type: 'taken' } })
    finishForm(completedMessage(jobType, values), region, list)
  }

  async function receive(outcome: CompletionOutcome): Promise<void> {
    if (outcome.type === 'lost' && (await keepToSend())) return
    dispatch({ type: 'answered', outcome: namingPhotos(outcome, photos) })
    if (outcome.type === 'signedOut') signInAgain(state.kept)
    if (outcome.type === 'refused' && outcome.errors.document)
      dispatch({ type: 'typed', change: { [COMPLETION_DOCUMENT]: '' } })
    if (outcome.type === 'refused') sendLostPhotosAgain(outcome.errors.images)
    if (outcome.type !== 'taken') return
    forgetDraft(draft)
    await savedPhotos.forget(draft)
    finishForm(completedMessage(jobType, values), region, list)
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
  const mayGo = maySubmit(values, jobType, images.length) && !documentSending
  return (
    <CompletionForm
      jobId={jobId}
      jobType={jobType}
      form={form}
      vat={vat}
      region={region}
      list={list}
      days={days}
      certificate={certificate}
      values={values}
      errors={errors}
      photos={
        phase !== 'keptToSend' && <PhotoUploader draft={draft} form={form} error={errors.images} onChange={onPhotos} />
      }
      document={
        <DocumentPicker
          form={form}
          kept={values[COMPLETION_DOCUMENT]}
          error={errors.document}
          before={documentBefore}
          onSending={setDocumentSending}
          onSent={(path) => dispatch({ type: 'typed', change: { [COMPLETION_DOCUMENT]: path } })}
        />
      }
      notice={notice && <CompletionNotice {...notice} />}
      handlers={{
        onChange: (change) => {
          isChosen.current ||= DONE_ON in change
          dispatch({ type: 'typed', change: withDoneOn(change, given, isChosen.current) })
        },
        onSubmit: (event) => {
          event.preventDefault()
          if (!mayGo) return
          // Synchronously, so that the retried photos count as under way below.
          flushSync(() => uploads.current?.retryFailed())
          dispatch({ type: 'submitted' })
        },
        disabled: busy || !mayGo,
        busy,
      }}
    />
  )
}

const fileBefore = (form: string): File | undefined =>
  (document.getElementById(fieldId('document', form)) as HTMLInputElement | null)?.files?.[0]

const formElement = (form: string): HTMLFormElement =>
  document.getElementById(fieldId('workDone', form))!.closest('form')!

function namingPhotos(outcome: CompletionOutcome, photos: readonly Photo[]): CompletionOutcome {
  if (outcome.type !== 'refused' || !outcome.errors.images) return outcome
  const images = photos.reduce(
    (message, { path, name }) => (path ? message.replace(path, name) : message),
    outcome.errors.images,
  )
  return { type: 'refused', errors: { ...outcome.errors, images } }
}
