import type { Appointment } from '#src/domain/appointment/appointment.ts'
import { timesOf } from '#src/domain/appointment/slots.ts'
import { certificateBody } from '#src/domain/property/certificate/completion.ts'
import { draftLines, quoteTyped, typedLines } from '#src/domain/quote/draft.ts'
import {
  type CompletionDraft,
  comesAgain,
  EMPTY_DRAFT,
  HAPPENINGS,
  type Happened,
  nextVisitErrors,
} from '#src/domain/visit/visit.ts'
import { Invalid } from '#src/http/errors.ts'
import type { Typed } from '#src/http/input.ts'
import { imagesOf } from '#src/photos/form.ts'

const UNSATISFACTORY = 'certificate.unsatisfactory'
const isText = (name: string) =>
  name !== 'needsQuote' && name !== UNSATISFACTORY && name !== 'happened' && !name.startsWith('lines.')
const texts = Object.keys(EMPTY_DRAFT).filter(isText)

export function draftOf(typed: Typed): CompletionDraft {
  const given = texts.flatMap((name) => (typeof typed[name] === 'string' ? [[name, typed[name]]] : []))
  const lines = draftLines(typedLines(typed))
  const happened = chosenIn(typed) ?? 'done'
  return {
    ...{ ...EMPTY_DRAFT, ...Object.fromEntries(given), ...lines, happened },
    ...{ needsQuote: Boolean(typed.needsQuote), [UNSATISFACTORY]: Boolean(typed[UNSATISFACTORY]) },
  }
}

const chosenIn = ({ happened }: Typed): Happened | undefined => HAPPENINGS.find((one) => one === happened)

export function happenedIn(typed: Typed): Happened {
  const happened = typed.happened === undefined ? 'done' : chosenIn(typed)
  if (!happened) throw new Invalid({ happened: 'Please choose what happened' })
  return happened
}

export function nextVisitIn(typed: Typed): Appointment | undefined {
  const draft = draftOf(typed)
  const errors = nextVisitErrors(draft)
  if (Object.keys(errors).length) throw new Invalid(errors)
  return (comesAgain(draft) && timesOf(draft)) || undefined
}

export function completionTyped(typed: Typed): Typed {
  const { workDone, visitDate, needsQuote, images: _, ...quote } = typed
  const visit = { workDone, visitDate, images: imagesOf(typed), ...certificateBody(draftOf(typed)) }
  return { ...visit, ...(needsQuote ? { ...quoteTyped(quote), needsQuote: true } : {}) }
}
