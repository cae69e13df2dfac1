import { PermanentFailure } from '#src/delivery/handler.ts'
import { isAddress, mailbox } from './address.ts'

export type Message = {
  /** The notification's id. It makes the Message-ID, the same at every try. */
  id: string
  /** One address, without a name. */
  to: string
  date: Date
  subject: string
  html: string
  text: string
}

export type Mailer = {
  /**
   * Sends one message. Throws PermanentFailure when no repetition helps, ServerAway when the server takes none of them now,
   * else an Error with the reason.
   */
  send(message: Message, signal?: AbortSignal): Promise<void>
  close(): void
}

/** What nodemailer is given for a message. Throws PermanentFailure for an address that is none. */
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

/** In letters that a header may have: 'käthe@müller.example' → 'xn--mller-kva.example'. */
const domainOf = (address: string): string => new URL(`http://${address.split('@')[1]}`).hostname
