import type { OutboxRefusal } from './item.ts'

export type ServerAnswer = 'done' | 'signedOut' | { wait: number } | OutboxRefusal

type Problem = {
  code?: string
  message?: string
  errors?: Record<string, string>
  meanwhile?: { label: string; by: string | null; reason: string | null }
}

const AGAIN = [0, 408, 425, 429]
const TOO_LARGE = 'This is too large to be sent. Please take some of it out.'

/** What comes from somebody else than Fettle, a redirect and a broken answer say nothing. */
export async function readAnswer(response: Response): Promise<ServerAnswer> {
  const { status, headers } = response
  const wait = Number(headers.get('retry-after')) * 1000 || 0
  if (status === 413) return { status, message: TOO_LARGE, fields: [] }
  if (status > 499 || AGAIN.includes(status) || (status === 409 && wait)) return { wait }
  const problem: Problem | null = await response.json().catch(() => null)
  if (!problem || !headers.get('content-type')?.includes('json')) return { wait }
  if (response.ok || problem.code === 'already_sent') return 'done'
  if (status === 401) return 'signedOut'
  if (!problem.code) return { wait }
  const { message = '', errors = {}, meanwhile } = problem
  const fields = Object.values(errors).filter((text) => text !== message)
  const told = meanwhile && [meanwhile.label, meanwhile.by && `by ${meanwhile.by}`, meanwhile.reason]
  return { status, message, fields, ...(told && { meanwhile: told.filter(Boolean).join(', ') }) }
}
