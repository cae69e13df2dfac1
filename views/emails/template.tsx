import { createElement, type ReactNode } from 'react'
import { Frame } from './frame.tsx'
import type { Part } from './parts.tsx'
import { letter, type Outside } from './text.ts'
import type { EmailValues, ValueName } from './values.ts'

export type EmailTemplate = {
  subject: (values: EmailValues) => string
  mjml: () => ReactNode
  text: (values: EmailValues) => string
}

type Email = {
  subject: (values: EmailValues) => string
  title: string
  preview: string
  textBegins?: string
  parts: readonly Part[]
  action: string
  actionIf?: ValueName
  unsubscribe?: string
  outside?: Outside
}

export const emailTemplate = ({
  subject,
  title,
  preview,
  textBegins = '',
  parts,
  action,
  actionIf,
  unsubscribe,
  outside,
}: Email): EmailTemplate => ({
  subject,
  mjml: () =>
    createElement(Frame, { title, preview, action, actionIf, unsubscribe, outside }, ...parts.map((part) => part.html)),
  text: (values) => {
    const [first = '', ...lines] = parts.flatMap((part) => part.text(values))
    return letter(values, [textBegins + first, ...lines], { action, unsubscribe, outside })
  },
})
