import type { EmailContent, EmailType } from '#src/domain/email/kinds.ts'
import { COMPILED } from './compiled/index.ts'
import { fill } from './fill.ts'
import type { EmailTemplate } from './template.tsx'
import { emailValues } from './values.ts'

const TEMPLATES: Record<EmailType, EmailTemplate & { html: string }> = COMPILED
const LONGEST_SUBJECT = 150

type Letter = { subject: string; html: string; text: string; unsubscribe?: string }

export function composeEmail(type: EmailType, content: EmailContent, publicUrl: string, repliesTo = ''): Letter {
  const { subject, html, text } = TEMPLATES[type]
  const values = emailValues(content, publicUrl, repliesTo)
  return {
    ...{ subject: headerText(subject(values)), html: fill(html, values), text: text(values) },
    ...(values.unsubscribe && { unsubscribe: values.unsubscribe }),
  }
}

/** Mail readers decode '=?': a property's name could become another subject. */
function headerText(text: string): string {
  const plain = text.replaceAll('=?', '= ?')
  return plain.length <= LONGEST_SUBJECT ? plain : `${[...plain].slice(0, LONGEST_SUBJECT - 1).join('')}…`
}
