import { createTransport } from 'nodemailer'
import { PermanentFailure } from './handler.ts'
import { envelope, type Mailer } from './message.ts'

const SECOND = 1000

/**
 * Sends over SMTP. `url` is smtp://user:password@host:port or smtps://…; settings of nodemailer may follow as its
 * query. To another machine, or with a password, it insists on TLS.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: mustEncrypt(url),
    maxConnections: 5,
    // Short of what servers allow: a message handed to a connection that they just closed would have to wait.
    idleTimeout: 20 * SECOND,
    // The outbox alone repeats, because only it knows what has been sent.
    maxRequeues: 0,
    dnsTimeout: 10 * SECOND,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 20 * SECOND,
    socketTimeout: 40 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A pool tells of connections that die between messages; unheard, that would end the process.
  transport.on('error', (error) => console.error(`Mail server: ${error.message}`))
  return {
    async send(message, signal) {
      try {
        await transport.sendMail({ ...envelope(message, from), signal })
      } catch (error) {
        throw isRefusal(error) ? new PermanentFailure(error.message, { cause: error.cause }) : error
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
 * A 5xx answer about this message, its sender or its recipient. A refused sign-in or greeting is about our settings
 * or the server's: once they are mended the message goes out.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
