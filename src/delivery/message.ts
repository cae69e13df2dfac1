import { env } from '#src/env.ts'
import { PermanentFailure } from './handler.ts'

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
  /** Sends one message. Throws PermanentFailure when no repetition helps, else an Error with the reason. */
  send(message: Message, signal?: AbortSignal): Promise<void>
  close(): void
}

// No quoted local parts, no comments: nothing that a header or an SMTP command could read as more than one address.
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u

/** Whether mail may be sent to this: one plain address, on one line. */
export const isAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text) && !text.includes('..')

/** What nodemailer is given for a message. Throws PermanentFailure for an address that is none. */
export function envelope({ id, to, date, subject, html, text }: Message, from: string) {
  if (!isAddress(to)) throw new PermanentFailure(`'${to.slice(0, 100)}' is not an e-mail address`)
  return {
    from,
    to: { name: '', address: to },
    date,
    subject: subject.replace(/\s+/g, ' '),
    html,
    text,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** 'Fettle <no-reply@fettle.example>' → 'fettle.example'. */
const domainOf = (from: string): string => /@([A-Za-z0-9.-]+)[^@]*$/.exec(from)?.[1] ?? new URL(env.PUBLIC_URL).hostname
