import { cookie } from '#src/access/cookies.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { Failed, HttpError, Invalid, NoLongerYours, STATUS_TITLES, sentenceOf } from '#src/http/errors.ts'
import { type FieldErrors, readForm, type Typed, textsOf } from '#src/http/input.ts'
import { isUuid } from '#src/http/uuid.ts'
import { formKeyOf } from '#src/writes/idempotency.ts'
import type { Question } from '#views/ui/confirm.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { TypedPage } from '#views/ui/input/typed-page.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { frameOf, isPartial, page, seeOther, toastOnly, withHeaders } from './respond.tsx'

export type SentForm<User extends Actor | null = Actor> = { user: User; request: Request; typed: Typed }

export const sentForm = async (user: Actor, request: Request): Promise<SentForm> => ({
  user,
  request,
  typed: await readForm(request),
})

/** `errors` are by field, '' for what concerns no single one. */
export type FormProblem = { status: number; errors: FieldErrors; toast: ToastMessage }

export type FormAction = {
  failed?: string
  back: string
  confirm?: () => Promise<Question | Response>
  /** The form with what was typed: in place of `invalid` and `refused`. */
  again?: (problem: FormProblem) => Response | Promise<Response>
  invalid?: (problem: FormProblem) => Response | Promise<Response>
  /** Answers a refusal where a toast is not enough: what was typed would be lost, or the list has changed. Null: it is. */
  refused?: (problem: FormProblem) => Response | null | Promise<Response | null>
  work: () => Promise<Response>
}

/** A refusal becomes a toast, which without htmx is shown at `back`. Throws every other error on. */
export async function handleForm(form: SentForm<Actor | null>, action: FormAction): Promise<Response> {
  try {
    return await answerForm(form, action)
  } catch (error) {
    const { failed, back, again, refused = again } = action
    const isForeseen = error instanceof HttpError && error.status < 500
    if (!isForeseen) throw failed ? new Failed(failed, error) : error
    if (!isRefusal(error, form)) throw error
    const problem = problemOf(error, failed)
    const answer =
      error instanceof NoLongerYours
        ? await keepTyped(form, problem)
        : ((await refused?.(problem)) ?? toastOf(form.request, back, problem))
    return withHeaders(answer, error.headers)
  }
}

function keepTyped({ user, request, typed }: SentForm<Actor | null>, { toast, status }: FormProblem) {
  const words = Object.fromEntries(Object.entries(textsOf(typed)).filter(([name, text]) => isWords(name, text)))
  return isPartial(request)
    ? toastOnly(request, toast, status)
    : page(request, <TypedPage frame={frameOf(request, user)} {...toast} typed={words} />, status)
}

const isWords = (name: string, text: string): boolean =>
  text.trim() !== '' && !/^(back|version|confirmed|formKey|shown\..*)$/.test(name) && !isUuid(text)

async function answerForm({ user, request, typed }: SentForm<Actor | null>, action: FormAction): Promise<Response> {
  const { failed, back, confirm, again, invalid = again, work } = action
  try {
    if (!confirm || typed.confirmed === 'yes') return taken(await work(), { user, request, typed })
    const asked = await confirm()
    if (asked instanceof Response) return asked
    return page(request, <ConfirmPage frame={frameOf(request, user)} {...asked} back={back} />)
  } catch (error) {
    if (error instanceof Invalid && invalid) return invalid(problemOf(error, failed))
    throw error
  }
}

/** Tells the browser to drop what it kept of a form that has been taken: by its key, else by its path. */
function taken(answer: Response, { user, request, typed }: SentForm<Actor | null>): Response {
  const form = formKeyOf(typed)?.slice(0, 100) || new URL(request.url).pathname
  // The browser's script reads it, so it is not for http only.
  if (user && answer.status < 400) answer.headers.append('set-cookie', cookie('taken', form, 60, false))
  return answer
}

const isRefusal = ({ status }: HttpError, { user, request }: SentForm<Actor | null>): boolean =>
  status === 409 || status === 429 || (status === 404 && isPartial(request)) || (status === 401 && !user)

function problemOf(error: HttpError, failed: string | undefined): FormProblem {
  const title = failed ?? STATUS_TITLES[error.status] ?? 'Error'
  const errors = error instanceof Invalid ? error.errors : { '': error.message }
  return { status: error.status, errors, toast: { title, text: sentenceOf(error), kind: 'destructive' } }
}

const toastOf = (request: Request, back: string, { toast, status }: FormProblem): Response =>
  isPartial(request) ? toastOnly(request, toast, status) : seeOther(request, back, toast)
