import { isAddress, type Mailbox, mailbox } from '#src/domain/email/address.ts'
import { PermanentFailure } from '#src/queue/handler.ts'

export type EmailMessage = {
  id: string
  to: string
  date: Date
  subject: string
  html: string
  text: string
  unsubscribe?: string
  replyTo?: string
  /** The calendar file, organised by whom the message is from: mail readers compare the two. */
  calendar?: (organizer: Mailbox) => { method: 'REQUEST' | 'CANCEL'; content: string } | null
}

export type Mailer = {
  /** Throws PermanentFailure, ServerAway, or else an Error with the reason. */
  send(message: EmailMessage, signal?: AbortSignal): Promise<void>
  close(): void
}

export function envelope(
  { id, to, date, subject, html, text, unsubscribe, replyTo, calendar }: EmailMessage,
  from: string,
) {
  if (!isAddress(to)) throw new PermanentFailure(`'${to.slice(0, 100)}' is not an e-mail address`)
  const sender = mailbox(from)
  if (!sender) throw new TypeError('MAIL_FROM is not an e-mail address')
  const icalEvent = calendar?.(sender)
  return {
    from: sender,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    date,
    subject: subject.replace(/[\s\p{Cc}]+/gu, ' '),
    html,
    text,
    ...(icalEvent && { icalEvent: { ...icalEvent, filename: 'visit.ics' } }),
    messageId: `<${id}@${domainOf(sender.address)}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** 'käthe@müller.example' → 'xn--mller-kva.example': headers take ASCII only. */
const domainOf = (address: string): string => new URL(`http://${address.split('@')[1]}`).hostname
