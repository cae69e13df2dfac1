import http, { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isIPv6 } from 'node:net'
import { hostnameOf } from './address.ts'

export type Posted = {
  ms: number
  status: number | null
  answer: string
  error: string | null
  retryAfter: string | null
}

export type Limits = {
  timeout: number
  mostRead: number
  mostKept: number
  ca?: string
}

/** Nothing was sent yet: another address of the same name may be tried. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** Tries checked addresses in turn. Follows no redirect, asks no proxy or DNS, and ends a slow or long answer. */
export async function post(
  url: URL,
  addresses: readonly string[],
  headers: Record<string, string>,
  body: string,
  limits: Limits,
): Promise<Posted> {
  const begun = performance.now()
  const left = () => limits.timeout - (performance.now() - begun)
  let posted: Posted | undefined
  for (const address of addresses) {
    const once = await postTo(url, address, headers, body, { ...limits, timeout: Math.max(left(), 1) })
    posted = { ...once.posted, ms: Math.round(performance.now() - begun) }
    if (!NOT_CONNECTED.has(once.code) || left() <= 0) break
  }
  if (!posted) throw new Error('No address to post to')
  return posted
}

type Once = { posted: Posted; code: string }

function requestTo(url: URL, address: string, headers: OutgoingHttpHeaders, ca: Limits['ca']): ClientRequest {
  const family = isIPv6(address) ? 6 : 4
  return (url.protocol === 'https:' ? https : http).request({
    method: 'POST',
    hostname: hostnameOf(url),
    port: url.port || undefined,
    path: url.pathname + url.search,
    headers,
    // A pooled connection would have been opened for another look at the name.
    agent: false,
    lookup: (_name, options, done) => (options.all ? done(null, [{ address, family }]) : done(null, address, family)),
    rejectUnauthorized: true,
    ...(ca && { ca }),
  })
}

function postTo(
  url: URL,
  address: string,
  headers: Record<string, string>,
  body: string,
  { timeout, mostRead, mostKept, ca }: Limits,
): Promise<Once> {
  return new Promise((resolve) => {
    const kept: Buffer[] = []
    let read = 0
    let response: IncomingMessage | undefined
    const end = (error: string | null, code = '') => {
      clearTimeout(timer)
      resolve({
        code,
        posted: {
          ms: 0,
          status: response?.statusCode ?? null,
          answer: textOf(kept, mostKept),
          error,
          retryAfter: response?.headers['retry-after'] ?? null,
        },
      })
      request.destroy()
    }
    const sent = { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) }
    const request = requestTo(url, address, sent, ca)
    // Not by a signal: an answer that changes the protocol would hide it.
    const timer = setTimeout(
      () => end(`There was no whole answer within ${Math.ceil(timeout / 1000)} seconds`),
      timeout,
    )
    request.on('response', (answer) => {
      response = answer
      answer.on('data', (chunk: Buffer) => {
        if (read < mostKept) kept.push(chunk.subarray(0, mostKept - read))
        read += chunk.length
        if (read > mostRead) end(null)
      })
      answer.on('end', () => end(null))
      answer.on('error', (error) => end(reasonOf(error)))
      answer.on('close', () => end('The connection was closed before the answer was whole'))
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      end('The answer was another protocol')
    })
    request.on('error', (error) => end(reasonOf(error), codeOf(error)))
    request.on('close', () => end('The connection was closed without an answer'))
    request.end(body)
  })
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed without an answer',
  EHOSTUNREACH: 'The address cannot be reached',
  ENETUNREACH: 'The address cannot be reached',
  HPE_HEADER_OVERFLOW: 'The answer’s headers are too long',
}

function reasonOf(error: Error): string {
  const code = codeOf(error)
  if (REASONS[code]) return REASONS[code]
  if (/CERT|VERIFY|ISSUER|ALTNAME|TLS|SSL/.test(code)) return `No trusted connection: ${code}`
  return code.startsWith('HPE_') ? 'The answer is not HTTP' : `No connection${code && `: ${code}`}`
}

/** PostgreSQL takes no NUL, and nobody reads controls. */
const textOf = (chunks: readonly Buffer[], most: number): string =>
  new TextDecoder()
    .decode(Buffer.concat(chunks).subarray(0, most))
    .replace(/[^\P{Cc}\n\t]/gu, '\ufffd')
    .toWellFormed()
