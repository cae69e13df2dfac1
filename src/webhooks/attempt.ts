import type { Attempt } from '#src/domain/webhook/webhook.ts'
import { MAX_ANSWER } from '#src/domain/webhook/webhook.ts'
import type { Network } from '#src/runtime/network.ts'
import { type Posted, post } from './post.ts'
import type { ToSend } from './queries.ts'
import { NotReachable, type Resolve, reachableAddresses } from './resolve.ts'
import { openSecret, signedHeaders } from './signature.ts'

export type Sending = { allowed: readonly Network[]; resolve: Resolve; timeout: number; ca?: string }

export type Tried = Attempt & {
  arrived: boolean
  /** 410: the receiver wants no more. */
  gone: boolean
  /** In milliseconds: what the receiver asked for. */
  retryAfter: number | null
}

const MAX_READ = 16 * 1024

export async function attempt(delivery: ToSend, { allowed, resolve, timeout, ca }: Sending): Promise<Tried> {
  const at = new Date()
  const begun = performance.now()
  const failed = (reason: string): Tried => ({
    ...{ at, ms: Math.round(performance.now() - begun), status: null, answer: null, reason },
    ...{ arrived: false, gone: false, retryAfter: null },
  })
  const secrets = secretsOf(delivery)
  if (!secrets) return failed('Its secret cannot be read under this SECRET. Please make a new one.')
  try {
    const url = new URL(delivery.url)
    const addresses = await withinTime(reachableAddresses(url, allowed, resolve), timeout)
    const headers = {
      ...signedHeaders(delivery.eventId, at, delivery.body, secrets),
      'content-type': 'application/json',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'Fettle-Webhooks/1',
    }
    const left = Math.max(timeout - (performance.now() - begun), 1)
    const posted = await post(url, addresses, headers, delivery.body, {
      ...{ timeout: left, mostRead: MAX_READ, mostKept: MAX_ANSWER, ca },
    })
    return { ...triedOf(at, posted), ms: Math.round(performance.now() - begun) }
  } catch (error) {
    return failed(error instanceof NotReachable ? error.message : 'The request could not be made')
  }
}

/** The newest first; null when the newest cannot be read. */
function secretsOf({ webhookId, secret, previousSecret }: ToSend): string[] | null {
  const newest = openSecret(webhookId, secret)
  const previous = previousSecret?.split(' ').flatMap((sealed) => openSecret(webhookId, sealed) ?? []) ?? []
  return newest === null ? null : [newest, ...previous]
}

function triedOf(at: Date, { ms, status, answer, error, retryAfter }: Posted): Tried {
  const arrived = status !== null && status >= 200 && status < 300
  return {
    ...{ at, ms, status, arrived, gone: status === 410 },
    answer: answer || null,
    reason: arrived ? null : (reasonOfStatus(status) ?? error ?? 'Nothing was answered'),
    retryAfter: arrived ? null : retryAfterOf(retryAfter, at),
  }
}

function reasonOfStatus(status: number | null): string | null {
  if (status === null) return null
  return status >= 300 && status < 400 ? `Status ${status}: redirects are not followed` : `Status ${status}`
}

function retryAfterOf(header: string | null, now: Date): number | null {
  if (!header) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0)
}

function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotReachable('The name was not found in time')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
