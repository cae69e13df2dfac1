import type { ReactNode } from 'react'
import { partials } from '#src/http/respond/respond.tsx'
import { CHOICE_FOUND, type Choice, ChoiceFound } from '#views/jobs/assignment/contractor-field.tsx'

/** Radio buttons are swapped, as a morph keeps which was chosen; the status beside them is morphed. */
export const answerSearch = (request: Request, buttons: ReactNode, choice: Choice, status = 200): Response =>
  partials(request, { [`#${CHOICE_FOUND}`]: <ChoiceFound {...choice} /> }, undefined, { main: buttons, status })
