import { isVisitJob } from '#src/domain/job/state.ts'
import { type CompletionDraft, completionBody, completionErrors } from '#src/domain/visit/visit.ts'
import type { CompletionOutcome } from './completion-state.ts'
import { ping } from './outbox/ping.ts'

export type SentCompletion = {
  jobId: string
  jobType: 'visit' | 'quote_work'
  values: CompletionDraft
  images: string[]
  key: string
}

const PATIENCE = 60_000

const SENT_BEFORE = 'This had been sent already, before your last changes, which are not in it.'

const STILL_SENDING = 'This is still being sent. Please try again in a moment.'

/** Asked as soon as the form is open, so that sending it waits for nothing; again where there was no line. */
export function clockAsked(): () => Promise<number | null> {
  const look = () => ping({ fetch: globalThis.fetch, now: Date.now })
  const first = look()
  return async () => (await first) ?? look()
}

export function saysTheSame({ values, images, jobType }: SentCompletion, before: string): boolean {
  const { recordedAt: _, clockAhead: __, ...sent } = JSON.parse(before)
  return JSON.stringify(sent) === JSON.stringify(completionBody(values, images, jobType))
}

/** `before` again where it says the same: of a body that may have arrived the moment must stay too. */
export async function bodyToSend(
  completion: SentCompletion,
  ask: () => Promise<number | null>,
  before?: string,
): Promise<string> {
  if (before && saysTheSame(completion, before)) return before
  const { values, images, jobType } = completion
  const recordedAt = new Date()
  const clockAhead = (await ask()) ?? undefined
  return JSON.stringify({ ...completionBody(values, images, jobType), recordedAt, clockAhead })
}

export async function sendCompletion(
  { jobId, jobType, values, key }: SentCompletion,
  body: string,
  fetch = globalThis.fetch,
): Promise<CompletionOutcome> {
  try {
    const response = await fetch(`/api/jobs/${jobId}/${verbOf(values, jobType)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (response.ok) return { type: 'taken' }
    if (response.status === 401) return { type: 'signedOut' }
    return refusal(response, await response.json().catch(() => ({})))
  } catch {
    return { type: 'lost', offline: globalThis.navigator?.onLine === false }
  }
}

export function verbOf({ happened }: CompletionDraft, jobType: SentCompletion['jobType']): string {
  if (happened === 'hand_back') return 'hand-back'
  if (happened !== 'done') return 'visits'
  return isVisitJob({ jobType }) ? 'complete' : 'mark-complete'
}

function refusal(
  { status, headers }: Response,
  answer: { message?: unknown; errors?: Record<string, string> },
): CompletionOutcome {
  if (status === 422 && answer.errors) return { type: 'refused', errors: completionErrors(answer.errors) }
  if (status === 422) return { type: 'failed', message: SENT_BEFORE }
  if (status === 409 && headers.has('retry-after')) return { type: 'failed', message: STILL_SENDING }
  if (status === 403 || status === 404) return { type: 'failed', message: 'This job is no longer assigned to you.' }
  const message = typeof answer.message === 'string' ? answer.message : 'Something went wrong. Please try again.'
  return { type: 'failed', message }
}
