import { today } from '#src/domain/dates.ts'
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

export function mergedDraft(
  given: CompletionDraft,
  kept: Partial<CompletionDraft> | null,
  typed: Partial<CompletionDraft>,
): CompletionDraft {
  const merged: Record<string, string | boolean | undefined> = {}
  const lines = Object.entries(kept ?? {}).filter(([name]) => name.startsWith('lines.'))
  for (const [name, value] of [...lines, ...Object.entries(given)]) {
    const key = name as keyof CompletionDraft
    merged[name] = typed[key] ?? kept?.[key] ?? value
  }
  return merged as CompletionDraft
}

/** The server's day may be that of a page which was kept. */
export function asOfToday(given: CompletionDraft, now = today()): CompletionDraft {
  const day = given['certificate.doneOn']
  return day && day < now ? { ...given, 'certificate.doneOn': now } : given
}

const DONE_ON = 'certificate.doneOn'

/** Who quotes first has certified nothing yet, unless they chose a day: the one filled in goes, and is back without a quote. */
export function withDoneOn(
  change: Partial<CompletionDraft>,
  values: CompletionDraft,
  given: CompletionDraft,
): Partial<CompletionDraft> {
  if (change.needsQuote === undefined) return change
  const [before, after] = change.needsQuote ? [given[DONE_ON], ''] : ['', given[DONE_ON]]
  return values[DONE_ON] === before ? { ...change, [DONE_ON]: after } : change
}
