import type { EmailContent, EmailType } from '#src/emails/email.ts'
import { COMPILED } from './compiled/index.ts'
import { fill } from './fill.ts'
import type { EmailTemplate } from './template.tsx'
import { emailValues } from './values.ts'

const TEMPLATES: Record<EmailType, EmailTemplate & { html: string }> = COMPILED
const LONGEST_SUBJECT = 150

/** A message without its envelope. */
export type Letter = { subject: string; html: string; text: string }

/** A message of this kind. `publicUrl` is the site's address without a slash at the end. */
export function composeEmail(type: EmailType, content: EmailContent, publicUrl: string): Letter {
  const { subject, html, text } = TEMPLATES[type]
  const values = emailValues(content, publicUrl)
  return { subject: headerText(subject(values)), html: fill(html, values), text: text(values) }
}

/** Without '=?', which a mail reader would decode: a property's name must not turn into another subject. */
function headerText(text: string): string {
  const plain = text.replaceAll('=?', '= ?')
  return plain.length <= LONGEST_SUBJECT ? plain : `${[...plain].slice(0, LONGEST_SUBJECT - 1).join('')}…`
}
