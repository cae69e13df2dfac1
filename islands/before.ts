import { today } from '#src/domain/dates.ts'
import { NO_CERTIFICATE } from '#src/domain/property/certificate/completion.ts'
import { type CompletionDraft, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'
import { fieldId } from '#views/ui/input/ids.ts'
import { baseOf, type Field, stateOf } from './field-state.ts'

export function typedBefore(form: string): Partial<CompletionDraft> {
  const entries = Object.keys(EMPTY_DRAFT).flatMap((name) => {
    const field = document.getElementById(fieldId(name, form)) as Field | null
    if (!field) return []
    if (field.type === 'radio') return chosen(field)
    const state = stateOf(field)
    return state === baseOf(field) ? [] : [[name, state]]
  })
  return Object.fromEntries(entries)
}

function chosen({ form, name }: Field): string[][] {
  const radio = form!.querySelector<HTMLInputElement>(`[name="${name}"]:checked`)
  return !radio || radio.defaultChecked ? [] : [[name, radio.value]]
}

export function rememberFocus(): () => void {
  const { id, selectionStart, selectionEnd } = (document.activeElement ?? {}) as Partial<HTMLTextAreaElement>
  return () => {
    const field = id ? (document.getElementById(id) as HTMLTextAreaElement | null) : null
    if (!field || field === document.activeElement) return
    field.focus({ preventScroll: true })
    if (field.tagName === 'TEXTAREA') field.setSelectionRange(selectionStart ?? null, selectionEnd ?? null)
  }
}

export const DONE_ON = 'certificate.doneOn'

export const isDayChosen = (kept: Partial<CompletionDraft> | null, typed: Partial<CompletionDraft>): boolean =>
  (typed[DONE_ON] ?? kept?.[DONE_ON]) !== undefined

export function mergedDraft(
  given: CompletionDraft,
  kept: Partial<CompletionDraft> | null,
  typed: Partial<CompletionDraft>,
  isCertificateAsked = true,
): CompletionDraft {
  const merged: Record<string, string | boolean | undefined> = {}
  const lines = Object.entries(kept ?? {}).filter(([name]) => name.startsWith('lines.'))
  for (const [name, value] of [...lines, ...Object.entries(given)]) {
    const key = name as keyof CompletionDraft
    merged[name] = typed[key] ?? kept?.[key] ?? value
  }
  if (merged.needsQuote && !isDayChosen(kept, typed)) merged[DONE_ON] = ''
  return { ...merged, ...(!isCertificateAsked && NO_CERTIFICATE) } as CompletionDraft
}

/** The server's day may be that of a page which was kept. */
export function asOfToday(given: CompletionDraft, now = today()): CompletionDraft {
  const day = given[DONE_ON]
  return day && day < now ? { ...given, [DONE_ON]: now } : given
}

/** Who quotes first has certified nothing yet, unless they chose a day: the one filled in goes, and is back without a quote. */
export function withDoneOn(
  change: Partial<CompletionDraft>,
  given: CompletionDraft,
  isChosen: boolean,
): Partial<CompletionDraft> {
  if (change.needsQuote === undefined || isChosen) return change
  return { ...change, [DONE_ON]: change.needsQuote ? '' : given[DONE_ON] }
}

export const valuesToKeep = (values: CompletionDraft, isChosen: boolean): Partial<CompletionDraft> =>
  isChosen ? values : { ...values, [DONE_ON]: undefined }
