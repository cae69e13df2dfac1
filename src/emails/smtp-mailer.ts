import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { MAIL_SERVER } from '#src/domain/email/kinds.ts'
import { PermanentFailure, ServerAway } from '#src/queue/handler.ts'
import { logFailure } from '#src/runtime/log.ts'
import { envelope, type Mailer } from './message.ts'

const SECOND = 1000

const TIMEOUTS = {
  dnsTimeout: 10 * SECOND,
  // Of all until the greeting, which some servers hold back against senders of spam.
  connectionTimeout: 30 * SECOND,
  greetingTimeout: 20 * SECOND,
  socketTimeout: 40 * SECOND,
}

type SmtpOptions = {
  ca?: string
  timeouts?: Partial<typeof TIMEOUTS>
}

/** `url` may carry nodemailer's settings as its query. Insists on TLS with a password or to another machine. */
export function smtpMailer(url: string, from: string, { ca, timeouts }: SmtpOptions = {}): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: mustEncrypt(url),
    // A server that asks for no password is a wrong server, which would refuse each message for good.
    forceAuth: new URL(url).username !== '',
    ...(ca && { tls: { ca: readFileSync(ca) } }),
    maxConnections: 5,
    // Servers close idle connections: a message on one that was just closed would have to wait.
    idleTimeout: 20 * SECOND,
    // Repeats only on a connection that closed before the message's first byte. The queue repeats the rest.
    maxRequeues: 2,
    ...TIMEOUTS,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Without a listener a connection that dies between messages would end the process.
  transport.on('error', (error) => logFailure('mail', 'A connection to the mail server broke.', error))
  const started = new Set<unknown>()
  transport.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      started.add(data.messageId)
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
        throw meaningOf(error, started.has(sent.messageId))
      } finally {
        started.delete(sent.messageId)
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

/** Permanent is a 5xx about the message or its recipient; before the message it is about the settings or the server. */
function meaningOf(error: unknown, started: boolean): unknown {
  if (!(error instanceof Error)) return error
  const {
    code,
    command,
    responseCode = 0,
  } = error as Error & { code?: string; command?: string; responseCode?: number }
  if (command === 'MAIL FROM' && responseCode !== TOO_LARGE) return away('it does not take mail from us', error)
  if (!started && code === 'EAUTH') return away('it refuses the sign-in', error)
  if (!started && isAboutCertificate(error)) return away('its certificate is not to be trusted', error)
  if (!started && code === 'ETLS') return away('no secure connection', error)
  if (!started && responseCode >= 400) return away('it refuses the connection', error)
  if (!started && AWAY.has(code ?? '')) return away('it does not answer', error)
  const final = responseCode >= 500 && responseCode !== BAD_SEQUENCE && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return final ? new PermanentFailure(error.message) : error
}

const TOO_LARGE = 552
const BAD_SEQUENCE = 503
const AWAY = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EPROTOCOL', 'EPROXY', 'EABORT'])

const isAboutCertificate = ({ message }: Error) => /certificate|altname|self.signed|issuer/i.test(message)

const away = (what: string, error: Error) => new ServerAway(`${MAIL_SERVER}${what} (${error.message})`)
