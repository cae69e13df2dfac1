import { Children, type ReactNode } from 'react'
import { Frame } from './frame.tsx'
import type { Part } from './parts.tsx'
import { letter } from './text.ts'
import type { EmailValues } from './values.ts'

/** One kind of e-mail: its subject, its HTML as MJML with placeholders, and the same as plain text. */
export type EmailTemplate = {
  subject: (values: EmailValues) => string
  mjml: () => ReactNode
  text: (values: EmailValues) => string
}

type Email = {
  subject: (values: EmailValues) => string
  title: string
  /** What a list of messages shows after the subject. */
  preview: string
  /** What the text begins with, before the first part. */
  textBegins?: string
  parts: readonly Part[]
  /** The words on the button to the page that EMAILS names. */
  action: string
}

/** Makes an e-mail's HTML and text of the same parts. */
export const emailTemplate = ({ subject, title, preview, textBegins = '', parts, action }: Email): EmailTemplate => ({
  subject,
  mjml: () => (
    <Frame title={title} preview={preview} action={action}>
      {Children.toArray(parts.map((part) => part.html))}
    </Frame>
  ),
  text: (values) => {
    const [first = '', ...lines] = parts.flatMap((part) => part.text(values))
    return letter(values, [textBegins + first, ...lines], action)
  },
})
