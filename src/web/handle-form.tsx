import type { Actor } from '#src/accounts/account.ts'
import type { Question } from '#views/ui/confirm.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { Failed, HttpError, Invalid, STATUS_TITLES, sentenceOf } from './errors.ts'
import type { FieldErrors, Typed } from './input.ts'
import { frameOf, isPartial, page, seeOther, toastOnly, withHeaders } from './respond.tsx'

/** A form that was sent, and who sent it; null at the sign-in. */
export type SentForm<User extends Actor | null = Actor> = { user: User; request: Request; typed: Typed }

/** Why a form was not accepted. `errors` are by field, '' for what concerns no single one. */
export type Problem = { status: number; errors: FieldErrors; toast: ToastMessage }

export type FormAction = {
  /** The title under which a failure is told: 'Failed to Delete Job'. Without it the status has one. */
  failed?: string
  /** The page that a refusal, or 'Cancel' in the question, leads to without htmx. */
  back: string
  /** The question that is asked first, on a page of its own, unless the form says `confirmed=yes`. */
  confirm?: () => Promise<Question>
  /** Shows the form again with what was wrong. Without it wrong input is an error page. */
  invalid?: (problem: Problem) => Response | Promise<Response>
  /** Answers a refusal where a toast is not enough: what was typed would be lost, or the list has changed. */
  refused?: (problem: Problem) => Response | Promise<Response>
  work: () => Promise<Response>
}

/**
 * Does what a form of a page asks for, and answers what `work` answers. A refusal (409, 429; by htmx also 404, at the
 * sign-in also 401) is a toast, which without htmx is shown at `back`. Every other error is thrown on.
 */
export async function handleForm(form: SentForm<Actor | null>, action: FormAction): Promise<Response> {
  const { user, request, typed } = form
  try {
    if (!action.confirm || typed.confirmed === 'yes') return await action.work()
    const question = await action.confirm()
    return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={action.back} />)
  } catch (error) {
    const answer = error instanceof HttpError && (await answerProblem(error, form, action))
    if (answer) return withHeaders(answer, error.headers)
    const isForeseen = error instanceof HttpError && error.status < 500
    throw isForeseen || !action.failed ? error : new Failed(action.failed, error)
  }
}

function answerProblem(
  error: HttpError,
  { user, request }: SentForm<Actor | null>,
  { failed, back, invalid, refused }: FormAction,
): Response | Promise<Response> | undefined {
  const partial = isPartial(request)
  const title = failed ?? STATUS_TITLES[error.status] ?? 'Error'
  const toast = { title, text: sentenceOf(error), kind: 'destructive' } as const
  const errors = error instanceof Invalid ? error.errors : { '': error.message }
  const problem = { status: error.status, errors, toast }
  if (error instanceof Invalid) return invalid?.(problem)
  const refusals = [409, 429, ...(partial ? [404] : []), ...(user ? [] : [401])]
  if (!refusals.includes(error.status)) return
  if (refused) return refused(problem)
  return partial ? toastOnly(request, toast, error.status) : seeOther(request, back, toast)
}
