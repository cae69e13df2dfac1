import { readAmounts } from '#src/domain/quote/amounts.ts'
import { typedLines, withRates } from '#src/domain/quote/draft.ts'
import { type CompletionDraft, nextVisitErrors } from '#src/domain/visit/visit.ts'

export type Errors = Readonly<Record<string, string>>

export type CompletionOutcome =
  | { type: 'taken' }
  | { type: 'refused'; errors: Errors }
  | { type: 'failed'; message: string }
  | { type: 'lost'; offline: boolean }
  | { type: 'signedOut' }

/** waiting: for photos and connection. keptToSend: the phone's outbox has it. done: the server has accepted it. */
type Phase = 'editing' | 'waiting' | 'sending' | 'keptToSend' | 'done'

export type CompletionState = {
  values: CompletionDraft
  vat: boolean
  errors: Errors
  phase: Phase
  notice: { message: string; again: boolean } | null
  online: boolean
  photosFailed: boolean
  kept: boolean
}

export type CompletionEvent =
  | { type: 'typed'; change: Partial<CompletionDraft> }
  | { type: 'submitted' }
  | { type: 'photosSent' }
  | { type: 'photosFailed' }
  | { type: 'line'; online: boolean }
  | { type: 'kept'; kept: boolean }
  | { type: 'keptToSend' }
  | { type: 'answered'; outcome: CompletionOutcome }

export const NO_CONNECTION =
  'No connection. Nothing is lost: your text and photos are kept on this device. Please send it again.'
export const OFFLINE =
  'No connection. Your text and photos are kept on this device, and sent as soon as there is one. Please leave this page open.'
const KEPT_TO_SEND = 'Kept on this phone. It is sent as soon as there is a line, also when you leave this page.'
const SIGNED_OUT = 'You are logged out. Your text and photos are kept on this device until you have signed in again.'

const LEAVE_OPEN = 'Please leave this page open: this device does not keep your text and photos.'
const UNKEPT = {
  [NO_CONNECTION]: `No connection. ${LEAVE_OPEN} Then send it again.`,
  [OFFLINE]: `No connection. It is sent as soon as there is one. ${LEAVE_OPEN}`,
  [SIGNED_OUT]: `You are logged out. ${LEAVE_OPEN} Log in in another tab, then send it again.`,
}
export const PHOTOS_FAILED = 'Some photos were not sent. Retry or remove them, then send it again.'

export function completionAfter(state: CompletionState, event: CompletionEvent): CompletionState {
  switch (event.type) {
    case 'typed':
      return { ...state, values: withRates({ ...state.values, ...event.change }, state.vat) }
    case 'submitted':
      return state.phase === 'editing' ? afterSubmit(state) : state
    case 'kept':
      return state.kept === event.kept ? state : { ...state, kept: event.kept }
    case 'line':
      return state.phase === 'waiting' ? waiting(state, event.online) : { ...state, online: event.online }
    case 'photosSent':
      return afterPhotosSent(state)
    case 'photosFailed':
      return afterPhotosFailed(state)
    case 'keptToSend':
      return { ...state, phase: 'keptToSend', errors: {}, notice: { message: KEPT_TO_SEND, again: false } }
    case 'answered':
      return /sending|keptToSend/.test(state.phase) ? afterAnswer(state, event.outcome) : state
  }
}

const said = ({ kept }: CompletionState, message: keyof typeof UNKEPT): string => (kept ? message : UNKEPT[message])

const waiting = (state: CompletionState, online: boolean): CompletionState => ({
  ...state,
  phase: 'waiting',
  online,
  notice: online ? null : { message: said(state, OFFLINE), again: false },
})

function afterPhotosFailed(state: CompletionState): CompletionState {
  const failed = state.photosFailed ? state : { ...state, photosFailed: true }
  return state.phase === 'waiting' ? backToEditing(failed, { message: PHOTOS_FAILED, again: false }) : failed
}

function afterPhotosSent(state: CompletionState): CompletionState {
  if (state.phase === 'waiting') return state.online ? { ...state, phase: 'sending', photosFailed: false } : state
  if (!state.photosFailed || state.phase !== 'editing') return state
  const { images: _, ...errors } = state.errors
  const notice = state.notice?.message === PHOTOS_FAILED ? null : state.notice
  return { ...state, errors, notice, photosFailed: false }
}

const backToEditing = (
  state: CompletionState,
  notice: CompletionState['notice'],
  errors: Errors = {},
): CompletionState => ({
  ...state,
  phase: 'editing',
  errors,
  notice,
})

function afterSubmit(state: CompletionState): CompletionState {
  const { values } = state
  const lines = typedLines(values)
  const typed = { ...values, lines, quoteAmount: lines.length ? '' : values.quoteAmount }
  const { errors } =
    values.happened === 'done' && values.needsQuote ? readAmounts(typed) : { errors: nextVisitErrors(values) }
  return Object.keys(errors).length ? backToEditing(state, null, errors) : waiting(state, state.online)
}

function afterAnswer(state: CompletionState, outcome: CompletionOutcome): CompletionState {
  switch (outcome.type) {
    case 'taken':
      return { ...state, phase: 'done', errors: {}, notice: null }
    case 'refused':
      return backToEditing(state, null, outcome.errors)
    case 'failed':
      return backToEditing(state, null, { '': outcome.message })
    case 'lost':
      return outcome.offline
        ? waiting(state, false)
        : backToEditing(state, { message: said(state, NO_CONNECTION), again: true })
    case 'signedOut':
      return backToEditing(state, { message: said(state, SIGNED_OUT), again: false })
  }
}
