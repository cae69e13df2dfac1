import { Failed, HttpError, NotFound, Refused, sentenceOf } from './errors.ts'
import { isPartial, seeOther, toastOnly } from './respond.tsx'

/**
 * Answers what `work` answers. When what it wanted is no longer possible, that is said under `title`
 * ('Failed to Delete Job'): in a toast by htmx, else on the page at `back`.
 */
export async function orSay(
  request: Request,
  { title, back }: { title: string; back: string },
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    const partial = isPartial(request)
    if (!(error instanceof Refused || (error instanceof NotFound && partial))) throw titled(title, error)
    const toast = { title, text: sentenceOf(error), kind: 'destructive' } as const
    return partial ? toastOnly(request, toast, error.status) : seeOther(request, back, toast)
  }
}

/** An error to be thrown on: a foreseen one speaks for itself, any other is told under the title of what failed. */
export const titled = (title: string, error: unknown): unknown =>
  error instanceof HttpError && error.status < 500 ? error : new Failed(title, error)
