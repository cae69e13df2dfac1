import { etagOf, tagOf } from '#src/http/cache/etag.ts'
import { notModified } from '#src/http/cache/not-modified.ts'
import { isStillFresh, timedVersion } from '#src/http/cache/timed-version.ts'
import { compressed } from './compressed.ts'
import { clientHas, hasWhich } from './negotiate.ts'
import { madeOnce } from './recent-bodies.ts'
import { brokenOff, streamed } from './streamed.ts'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })

export const jsonTexts = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item))

const listText = (texts: readonly string[]): string => `[${texts.join()}]`

/** `texts` are the JSON of its items. */
export function listJson(request: Request, texts: readonly string[], more: Record<string, string> = {}): Response {
  const text = listText(texts)
  const tag = tagOf(madeOnce(text, 'tag', () => tagOf(text)) + Object.values(more).join('\n'))
  const headers = { ...more, ...tagged(tag) }
  return clientHas(request, tag) ? new Response(null, { status: 304, headers }) : listOf(request, text, headers)
}

const OF_LIST = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' }

const weak = (tag: string) => `W/${tag}`

const tagged = (tag: string) => ({ etag: weak(tag), ...OF_LIST })

const listOf = (request: Request, text: string, headers: ReturnType<typeof tagged>): Response =>
  compressed(request, text, { headers: { ...headers, 'content-type': 'application/json;charset=utf-8' } })

type WithTexts<Of> = { [Name in keyof Of]: Of[Name] extends Date | null ? string | Extract<Of[Name], null> : Of[Name] }

/** Its dates as JSON has them: with dates among its values JSON.stringify takes five times as long. Changes `item`. */
export function withDateTexts<Of extends object>(item: Of): WithTexts<Of> {
  const values = item as Record<string, unknown>
  for (const name in values) if (values[name] instanceof Date) values[name] = values[name].toISOString()
  return item as WithTexts<Of>
}

export const message = (message: string): Response => json({ message })

/** `until` is known before anything is told: what time changes meanwhile is told anew. */
type FreshUntil = { texts: readonly string[]; until: number }

export async function versionedList(
  request: Request,
  version: string,
  read: () => Promise<FreshUntil>,
): Promise<Response> {
  const answered = unchangedList(request, version)
  if (answered) return answered
  const { texts, until } = await read()
  const tag = quoted(timedVersion(version, until))
  return clientHas(request, tag) ? unchanged(weak(tag)) : listOf(request, listText(texts), tagged(tag))
}

export function unchangedList(request: Request, version: string): Response | null {
  const tag = hasWhich(request, (one) => isStillFresh(one, version))
  return tag === undefined ? null : unchanged(weak(quoted(tag)))
}

const unchanged = notModified('etag', OF_LIST)

const quoted = (tag: string) => `"${tag}"`

export function jsonWithEtag(request: Request, body: unknown): Response {
  const headers = { etag: etagOf(body), 'cache-control': 'private, no-cache' }
  return clientHas(request, headers.etag) ? new Response(null, { status: 304, headers }) : json(body, 200, headers)
}

/** `whole` answers what is short. A failure after two batches breaks the connection off, so that no client takes a part for the whole. */
export async function streamJson<Item>(
  request: Request,
  batches: AsyncGenerator<Item[], void>,
  itemJson: (item: Item) => unknown,
  whole: (items: unknown[]) => Response = json,
): Promise<Response> {
  const [first, second] = [await batches.next(), await batches.next()]
  if (second.done) return whole((first.value ?? []).map(itemJson))
  if (request.method === 'HEAD') await batches.return()
  const encoder = new TextEncoder()
  const text = (items: Item[]) => JSON.stringify(items.map(itemJson)).slice(1, -1)
  const waiting = [`[${text(first.value ?? [])}`, `,${text(second.value)}`]
  const next = async () => {
    const { value, done } = await batches.next()
    return done ? null : `,${text(value)}`
  }
  const stream = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const part = waiting.shift() ?? (await next().catch(brokenOff))
        controller.enqueue(encoder.encode(part ?? ']'))
        if (part === null) controller.close()
      },
      async cancel() {
        await batches.return()
      },
    })
  return streamed(request, stream, { 'content-type': 'application/json', 'cache-control': 'no-store' })
}
