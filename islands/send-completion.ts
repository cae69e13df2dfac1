import { type CompletionDraft, completionBody } from '#src/visits/visit.ts'
import type { Outcome } from './completion-state.ts'

type Completion = { jobId: string; jobType: 'visit' | 'quote_work'; values: CompletionDraft; images: string[] }

/** Longest that an answer may take, in milliseconds. */
const PATIENCE = 60_000

/** Sends a completed job to the server and says what became of it. Never throws. */
export async function sendCompletion(completion: Completion, fetch = globalThis.fetch): Promise<Outcome> {
  const { jobId, jobType, values, images } = completion
  try {
    const response = await fetch(`/api/jobs/${jobId}/${jobType === 'visit' ? 'complete' : 'mark-complete'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(completionBody(values, images, jobType)),
      signal: AbortSignal.timeout(PATIENCE),
    })
    if (response.ok) return { type: 'taken' }
    if (response.status === 401) return { type: 'signedOut' }
    if (response.status === 409 && (await isOurs(completion, fetch))) return { type: 'taken' }
    return refusal(response.status, await response.json().catch(() => ({})))
  } catch {
    return { type: 'lost' }
  }
}

function refusal(status: number, answer: { message?: unknown; errors?: Record<string, string> }): Outcome {
  if (status === 422 && answer.errors) return { type: 'refused', errors: answer.errors }
  if (status === 403 || status === 404) return { type: 'told', message: 'This job is no longer assigned to you.' }
  const message = typeof answer.message === 'string' ? answer.message : 'Something went wrong. Please try again.'
  return { type: 'told', message }
}

/** Whether the job is done by this very completion: it had arrived, and its answer got lost. */
async function isOurs({ jobId, values, images }: Completion, fetch: typeof globalThis.fetch): Promise<boolean> {
  const response = await fetch(`/api/jobs/${jobId}`)
  if (!response.ok) return false
  const { visits = [] } = (await response.json()) as { visits?: { workDescription: string; images: string[] }[] }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  return visits.some(
    (visit) => plain(visit.workDescription) === plain(values.workDone) && visit.images.join() === images.join(),
  )
}
