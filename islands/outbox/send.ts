import { newKey } from '#views/ui/input/new-key.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { readAnswer, type ServerAnswer } from './answer.ts'
import type { OutboxItem } from './item.ts'
import type { OutboxStore } from './store.ts'

/** `photo` is the one that is being sent, from 1. */
export type OutboxNews = { key: string; photo?: number; of?: number; done?: true } | { signedOut: string }

type SendTools = {
  store: OutboxStore
  fetch(path: string, how: RequestInit): Promise<Response>
  tell(news: OutboxNews): void
  now?(): number
}

const DAY = 86_400_000
/** The server keeps a key for thirty days. */
const KEY_AGE = 29 * DAY
const PAUSE = 5000
const LONGEST_PAUSE = 300_000
const PATIENCE = { ping: 10_000, call: 60_000, photo: 120_000 }

const MAYBE_ARRIVED = 'This was sent a month ago, and no answer came. Please look whether it is there.'

/** Sends what waits: of each job in its order, jobs beside each other. Returns whether there was a line. */
export function outboxSender({ store, fetch, tell, now = Date.now }: SendTools) {
  const inTurn = oneAtATime()

  const post = (path: string, user: string, headers: Record<string, string>, rest: RequestInit, patience: number) =>
    fetch(path, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
      ...rest,
      headers: { 'fettle-user': user, ...headers },
    })

  /** By how many seconds the phone's clock is ahead; null without a line. */
  async function ping(): Promise<number | null> {
    try {
      const signal = AbortSignal.timeout(PATIENCE.ping)
      const answer = await fetch('/api/ping', { cache: 'no-store', redirect: 'error', signal })
      const { name, now: theirs } = await answer.json()
      return answer.ok && name === 'Fettle' ? Math.round((now() - Date.parse(theirs)) / 1000) : null
    } catch {
      return null
    }
  }

  /** Its path, or why there is none. */
  async function upload(id: string, user: string, isAgain = false): Promise<string | ServerAnswer> {
    const photo = await store.photo(id)
    if (!photo) return { status: 0, message: 'A photo is no longer on this phone.', fields: [] }
    const answer = await post('/api/objects/upload', user, { 'idempotency-key': photo.key }, {}, PATIENCE.call)
    if (answer.status === 410 && !isAgain) {
      await store.putPhoto({ ...photo, key: newKey() })
      return upload(id, user, true)
    }
    const read = await readAnswer(answer.clone())
    if (read !== 'done') return named(read, photo.name)
    const { uploadURL, path, uploaded } = await answer.json()
    if (uploaded) return path
    const { pathname, search } = new URL(uploadURL, 'http://own.invalid')
    const headers = { 'content-type': photo.type || 'image/jpeg' }
    const put = await post(pathname + search, user, headers, { method: 'PUT', body: photo.bytes }, PATIENCE.photo)
    if (put.ok || put.status === 409) return path
    if (![413, 415, 422].includes(put.status)) return { wait: 0 }
    return named(await readAnswer(put), photo.name)
  }

  async function sendItem(item: OutboxItem, ahead: number | null): Promise<ServerAnswer> {
    const { key, user, body, photos, recordedAt, triedAt, path, method } = item
    if (triedAt && now() - triedAt > KEY_AGE) return { status: 0, message: MAYBE_ARRIVED, fields: [] }
    let { sent } = item
    if (!sent) {
      const images: string[] = []
      for (const [index, id] of photos.entries()) {
        tell({ key, photo: index + 1, of: photos.length })
        const stored = await inTurn(() => upload(id, user))
        if (typeof stored !== 'string' || !stored.startsWith('/')) return stored as ServerAnswer
        images.push(stored)
      }
      const clockAhead = ahead === null ? {} : { clockAhead: ahead }
      sent = JSON.stringify({ ...body, ...(images.length && { images }), recordedAt, ...clockAhead })
      if (!(await store.update(key, { sent, triedAt: triedAt ?? now() }))) return { wait: 0 }
    }
    tell({ key, photo: photos.length, of: photos.length })
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    return readAnswer(await post(path, user, headers, { method, body: sent }, PATIENCE.call))
  }

  async function sendLane(items: readonly OutboxItem[], ahead: number | null): Promise<boolean> {
    for (const item of items) {
      const { key, user } = item
      if (item.refused || item.form) return false
      const answer = await sendItem(item, ahead).catch(() => ({ wait: 0 }))
      if (answer === 'done') {
        await store.update(key, { doneAt: now(), refused: undefined })
        tell({ key, done: true })
        continue
      }
      if (answer === 'signedOut') tell({ signedOut: user })
      else if (typeof answer === 'object' && 'message' in answer) await store.update(key, { refused: answer })
      else if (typeof answer === 'object') await store.update(key, later(item, answer.wait))
      tell({ key })
      return false
    }
    return true
  }

  function later({ tries }: OutboxItem, wait: number): Partial<OutboxItem> {
    const pause = Math.min(PAUSE * 2 ** tries, LONGEST_PAUSE)
    return { tries: tries + 1, after: now() + Math.max(wait, pause) }
  }

  /** A clock that was put back makes nothing wait for long. */
  const isDue = ({ after = 0 }: OutboxItem) => after <= now() || after - now() > 2 * LONGEST_PAUSE

  return async function sendAll(isAsked = false): Promise<boolean> {
    let isOnline = true
    for (let round = 0; isOnline; round++) {
      const lanes = new Map<string, OutboxItem[]>()
      for (const item of await store.all()) {
        const lane = item.user + item.lane
        if (!item.doneAt) lanes.set(lane, [...(lanes.get(lane) ?? []), item])
        else if (Math.abs(now() - item.doneAt) > DAY) await store.drop(item.key)
      }
      const due = [...lanes.values()].filter(
        ([first]) => !first!.refused && !first!.form && ((isAsked && !round) || isDue(first!)),
      )
      if (!due.length) break
      const ahead = await ping()
      isOnline = ahead !== null
      if (!isOnline) break
      const done = await Promise.all(due.map((items) => sendLane(items, ahead)))
      if (!done.includes(true)) break
    }
    return isOnline
  }
}

const named = (answer: ServerAnswer, name: string): ServerAnswer =>
  typeof answer === 'object' && 'message' in answer ? { ...answer, message: `${name}: ${answer.message}` } : answer
