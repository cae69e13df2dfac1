import { type CompletionDraft, readAmounts } from '#src/visits/visit.ts'

export type Errors = Readonly<Record<string, string>>

/** What became of a form that was sent. */
export type Outcome =
  | { type: 'taken' }
  | { type: 'refused'; errors: Errors }
  | { type: 'told'; message: string }
  /** `offline`: there is no line at all. */
  | { type: 'lost'; offline: boolean }
  | { type: 'signedOut' }

/** waiting: for the photos and for a line. done: the server has it, the page is about to change. */
type Phase = 'editing' | 'waiting' | 'sending' | 'done'

export type CompletionState = {
  values: CompletionDraft
  errors: Errors
  phase: Phase
  /** What stands above the buttons, and whether to offer to send again. */
  notice: { message: string; again: boolean } | null
  /** Whether there is a line, as far as the phone knows. */
  online: boolean
  /** Whether some photos were not sent when they were last asked about. */
  photosFailed: boolean
}

export type CompletionEvent =
  | { type: 'typed'; change: Partial<CompletionDraft> }
  | { type: 'submitted' }
  | { type: 'photosSent' }
  | { type: 'photosFailed' }
  | { type: 'line'; online: boolean }
  | { type: 'answered'; outcome: Outcome }

export const LOST =
  'No connection. Nothing is lost: your text and photos are kept on this device. Please send it again.'
export const OFFLINE =
  'No connection. Your text and photos are kept on this device, and sent as soon as there is one. Please leave this page open.'
const SIGNED_OUT = 'You are logged out. Your text and photos are kept on this device until you have signed in again.'
export const PHOTOS_FAILED = 'Some photos were not sent. Retry or remove them, then send it again.'

/** The completion form after an event. An event that its phase does not wait for changes nothing. */
export function completionAfter(state: CompletionState, event: CompletionEvent): CompletionState {
  switch (event.type) {
    case 'typed':
      return { ...state, values: { ...state.values, ...event.change } }
    case 'submitted':
      return state.phase === 'editing' ? afterSubmit(state) : state
    case 'line':
      return state.phase === 'waiting' ? waiting(state, event.online) : { ...state, online: event.online }
    case 'photosSent':
      return afterPhotosSent(state)
    case 'photosFailed':
      return afterPhotosFailed(state)
    case 'answered':
      return state.phase === 'sending' ? afterAnswer(state, event.outcome) : state
  }
}

const waiting = (state: CompletionState, online: boolean): CompletionState => ({
  ...state,
  phase: 'waiting',
  online,
  notice: online ? null : { message: OFFLINE, again: false },
})

function afterPhotosFailed(state: CompletionState): CompletionState {
  const failed = state.photosFailed ? state : { ...state, photosFailed: true }
  return state.phase === 'waiting' ? asked(failed, { message: PHOTOS_FAILED, again: false }) : failed
}

/** All photos are with the server: what was said of those that were not is true no more. */
function afterPhotosSent(state: CompletionState): CompletionState {
  if (state.phase === 'waiting') return state.online ? { ...state, phase: 'sending', photosFailed: false } : state
  if (!state.photosFailed || state.phase !== 'editing') return state
  const { images: _, ...errors } = state.errors
  const notice = state.notice?.message === PHOTOS_FAILED ? null : state.notice
  return { ...state, errors, notice, photosFailed: false }
}

const asked = (state: CompletionState, notice: CompletionState['notice'], errors: Errors = {}): CompletionState => ({
  ...state,
  phase: 'editing',
  errors,
  notice,
})

/** An amount that the server would refuse is told before photos are waited for. */
function afterSubmit(state: CompletionState): CompletionState {
  const { errors } = state.values.needsQuote ? readAmounts(state.values) : { errors: {} }
  return Object.keys(errors).length ? asked(state, null, errors) : waiting(state, state.online)
}

function afterAnswer(state: CompletionState, outcome: Outcome): CompletionState {
  switch (outcome.type) {
    case 'taken':
      return { ...state, phase: 'done', errors: {}, notice: null }
    case 'refused':
      return asked(state, null, outcome.errors)
    case 'told':
      return asked(state, null, { '': outcome.message })
    case 'lost':
      return outcome.offline ? waiting(state, false) : asked(state, { message: LOST, again: true })
    case 'signedOut':
      return asked(state, { message: SIGNED_OUT, again: false })
  }
}
