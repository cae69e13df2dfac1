import { PermanentFailure } from '#src/delivery/handler.ts'
import { isAddress, mailbox } from './address.ts'

export type Message = {
  id: string
  to: string
  date: Date
  subject: string
  html: string
  text: string
}

export type Mailer = {
  /** Throws PermanentFailure, ServerAway, or else an Error with the reason. */
  send(message: Message, signal?: AbortSignal): Promise<void>
  close(): void
}

export function envelope({ id, to, date, subject, html, text }: Message, from: string) {
  if (!isAddress(to)) throw new PermanentFailure(`'${to.slice(0, 100)}' is not an e-mail address`)
  const sender = mailbox(from)
  if (!sender) throw new TypeError('MAIL_FROM is not an e-mail address')
  return {
    from: sender,
    to: { name: '', address: to },
    date,
    subject: subject.replace(/[\s\p{Cc}]+/gu, ' '),
    html,
    text,
    messageId: `<${id}@${domainOf(sender.address)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** 'käthe@müller.example' → 'xn--mller-kva.example': headers take ASCII only. */
const domainOf = (address: string): string => new URL(`http://${address.split('@')[1]}`).hostname
