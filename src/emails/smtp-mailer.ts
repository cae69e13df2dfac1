import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { PermanentFailure, ServerAway } from '#src/delivery/handler.ts'
import { logFailure } from '#src/operation/log.ts'
import { MAIL_SERVER } from './email.ts'
import { envelope, type Mailer } from './message.ts'

const SECOND = 1000

/** How long the server may take, in milliseconds. */
const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 20 * SECOND,
  socketTimeout: 40 * SECOND,
}

type SmtpOptions = {
  /** File with the certificates, PEM, that the server's may be signed by, instead of the public authorities'. */
  ca?: string
  timeouts?: Partial<typeof TIMEOUTS>
}

/**
 * Sends over SMTP. `url` is smtp://user:password@host:port or smtps://…; settings of nodemailer may follow as its
 * query. To another machine, or with a password, it insists on TLS. Throws when the file of certificates cannot be read.
 */
export function smtpMailer(url: string, from: string, { ca, timeouts }: SmtpOptions = {}): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: mustEncrypt(url),
    // A server that asks no password of us is not the one that was set: it would refuse each message for good.
    forceAuth: new URL(url).username !== '',
    ...(ca && { tls: { ca: readFileSync(ca) } }),
    maxConnections: 5,
    // Short of what servers allow: a message handed to a connection that they just closed would have to wait.
    idleTimeout: 20 * SECOND,
    // For a connection that the server closed before it had a byte of the message. The outbox repeats all else,
    // because only it knows what has been sent.
    maxRequeues: 2,
    ...TIMEOUTS,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A pool tells of connections that die between messages; unheard, that would end the process.
  transport.on('error', (error) => logFailure('mail', 'A connection to the mail server broke.', error))
  /** Messages for which the server had let us in. */
  const begun = new Set<unknown>()
  transport.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      begun.add(data.messageId)
      return read(options)
    }
    done()
  })
  return {
    async send(message, signal) {
      const sent = { ...envelope(message, from), signal }
      try {
        await transport.sendMail(sent)
      } catch (error) {
        throw meaningOf(error, begun.has(sent.messageId))
      } finally {
        begun.delete(sent.messageId)
      }
    },
    close: () => transport.close(),
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function mustEncrypt(url: string): boolean {
  const { protocol, username, hostname } = new URL(url)
  return protocol === 'smtp:' && (username !== '' || !LOOPBACK.test(hostname))
}

/**
 * A 5xx answer about the message or its recipient is final. What comes before the server has let us in, and what it says
 * about our own address, is about our settings or the server: once that is mended all messages go out.
 */
function meaningOf(error: unknown, begun: boolean): unknown {
  if (!(error instanceof Error)) return error
  const {
    code,
    command,
    responseCode = 0,
  } = error as Error & { code?: string; command?: string; responseCode?: number }
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) return away('it does not take mail from us', error)
  if (!begun && code === 'EAUTH') return away('it refuses the sign-in', error)
  if (!begun && isAboutCertificate(error)) return away('its certificate is not to be trusted', error)
  if (!begun && code === 'ETLS') return away('no secure connection', error)
  if (!begun && responseCode >= 400) return away('it refuses the connection', error)
  if (!begun && AWAY.has(code ?? '')) return away('it does not answer', error)
  const final = responseCode >= 500 && responseCode !== BAD_SEQUENCE && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return final ? new PermanentFailure(error.message) : error
}

const TOO_LARGE = 552
const BAD_SEQUENCE = 503
const AWAY = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EPROTOCOL', 'EPROXY', 'EABORT'])

const isAboutCertificate = ({ message }: Error) => /certificate|altname|self.signed|issuer/i.test(message)

const away = (what: string, error: Error) => new ServerAway(`${MAIL_SERVER}${what} (${error.message})`)
