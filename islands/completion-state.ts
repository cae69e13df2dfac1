import { type CompletionDraft, readAmounts } from '#src/visits/visit.ts'

export type Errors = Readonly<Record<string, string>>

/** What became of a form that was sent. */
export type Outcome =
  | { type: 'taken' }
  | { type: 'refused'; errors: Errors }
  | { type: 'told'; message: string }
  | { type: 'lost' }
  | { type: 'signedOut' }

/** waiting: for the photos. done: the server has it, the page is about to change. */
export type Phase = 'editing' | 'waiting' | 'sending' | 'done'

export type CompletionState = {
  values: CompletionDraft
  errors: Errors
  phase: Phase
  /** What stands above the buttons, and whether to offer to send again. */
  notice: { message: string; again: boolean } | null
}

export type CompletionEvent =
  | { type: 'typed'; change: Partial<CompletionDraft> }
  | { type: 'submitted' }
  | { type: 'photosSent' }
  | { type: 'photosFailed' }
  | { type: 'answered'; outcome: Outcome }

export const LOST =
  'No connection. Nothing is lost: your text and photos are kept on this device. Please send it again.'
export const SIGNED_OUT =
  'You are logged out. Your text and photos are kept on this device until you have signed in again.'
export const PHOTOS_FAILED = 'Some photos were not sent. Retry or remove them, then send it again.'

/** The completion form after an event. An event that its phase does not wait for changes nothing. */
export function completionAfter(state: CompletionState, event: CompletionEvent): CompletionState {
  switch (event.type) {
    case 'typed':
      return { ...state, values: { ...state.values, ...event.change } }
    case 'submitted':
      return state.phase === 'editing' ? afterSubmit(state) : state
    case 'photosSent':
      return state.phase === 'waiting' ? { ...state, phase: 'sending' } : state
    case 'photosFailed':
      return state.phase === 'waiting' ? asked(state, { message: PHOTOS_FAILED, again: false }) : state
    case 'answered':
      return state.phase === 'sending' ? afterAnswer(state, event.outcome) : state
  }
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
  return Object.keys(errors).length ? asked(state, null, errors) : { ...state, phase: 'waiting', notice: null }
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
      return asked(state, { message: LOST, again: true })
    case 'signedOut':
      return asked(state, { message: SIGNED_OUT, again: false })
  }
}
