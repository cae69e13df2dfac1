import type { ReactNode } from 'react'
import { markupOf, textOf } from '#views/ui/markup.tsx'

/** As it is sent. */
export const rendered = (body: ReactNode): string => textOf(markupOf(body))
