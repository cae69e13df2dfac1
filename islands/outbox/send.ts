import { oneAtATime } from '#islands/one-at-a-time.ts'
import { newKey } from '#views/ui/input/new-key.ts'
import { readAnswer, type ServerAnswer } from './answer.ts'
import type { OutboxItem } from './item.ts'
import { ping } from './ping.ts'
import type { OutboxStore } from './store.ts'

export type OutboxNews = { key: string; photo?: number; of?: number; done?: true } | { signedOut: string }

type SendTools = {
  store: OutboxStore
  fetch(path: string, how: RequestInit): Promise<Response>
  tell(news: OutboxNews): void
  now?(): number
}

const HOUR = 3_600_000
const DAY = 86_400_000
const KEY_AGE = 29 * DAY
const PAUSE = 5000
const LONGEST_PAUSE = 300_000
const PATIENCE = { call: 60_000, photo: 120_000 }

const MAYBE_ARRIVED = 'This was sent a month ago, and no answer came. Please look whether it is there.'

type Sender = Required<SendTools> & { inTurn: ReturnType<typeof oneAtATime> }

type Headers = Record<string, string>

function ask({ fetch }: Sender, path: string, user: string, headers: Headers, how: RequestInit, patience: number) {
  const signal = AbortSignal.timeout(patience)
  return fetch(path, {
    method: 'POST',
    redirect: 'manual',
    signal,
    ...how,
    headers: { 'fettle-user': user, ...headers },
  })
}

async function upload(sender: Sender, id: string, user: string, isAgain = false): Promise<string | ServerAnswer> {
  const { store } = sender
  const photo = await store.photo(id)
  if (!photo) return { status: 0, message: 'A photo is no longer on this phone.', fields: [] }
  const keyed = { 'idempotency-key': photo.key }
  const answer = await ask(sender, '/api/objects/upload', user, keyed, {}, PATIENCE.call)
  if (answer.status === 410 && !isAgain) {
    await store.putPhoto({ ...photo, key: newKey() })
    return upload(sender, id, user, true)
  }
  const read = await readAnswer(answer.clone())
  if (read !== 'done') return named(read, photo.name)
  const { uploadURL, path, uploaded } = await answer.json()
  if (uploaded) return path
  const { pathname, search } = new URL(uploadURL, 'http://own.invalid')
  const typed = { 'content-type': photo.type || 'image/jpeg' }
  const put = await ask(sender, pathname + search, user, typed, { method: 'PUT', body: photo.bytes }, PATIENCE.photo)
  if (put.ok || put.status === 409) return path
  return [413, 415, 422].includes(put.status) ? named(await readAnswer(put), photo.name) : { wait: 0 }
}

/** Its photos first; the body that names them is kept before it is sent. */
async function bodyOf(sender: Sender, item: OutboxItem, ahead: number): Promise<{ body: string } | ServerAnswer> {
  const { key, user, body, photos, recordedAt, triedAt, sent } = item
  if (sent) return { body: sent }
  const images: string[] = []
  for (const [index, id] of photos.entries()) {
    sender.tell({ key, photo: index + 1, of: photos.length })
    const stored = await sender.inTurn(() => upload(sender, id, user))
    if (typeof stored !== 'string' || !stored.startsWith('/')) return stored as ServerAnswer
    images.push(stored)
  }
  const made = JSON.stringify({ ...body, ...(images.length && { images }), recordedAt, clockAhead: ahead })
  const updated = await sender.store.update(key, { sent: made, triedAt: triedAt ?? sender.now() })
  return updated ? { body: made } : { wait: 0 }
}

async function sendItem(sender: Sender, item: OutboxItem, ahead: number): Promise<ServerAnswer> {
  const { key, user, photos, triedAt, path, method } = item
  if (triedAt && Math.abs(sender.now() - triedAt) > KEY_AGE) return { status: 0, message: MAYBE_ARRIVED, fields: [] }
  const made = await bodyOf(sender, item, ahead)
  if (typeof made === 'string' || !('body' in made)) return made
  sender.tell({ key, photo: photos.length, of: photos.length })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  return readAnswer(await ask(sender, path, user, headers, { method, body: made.body }, PATIENCE.call))
}

async function sendLane(sender: Sender, items: readonly OutboxItem[], ahead: number): Promise<boolean> {
  const { store, tell, now } = sender
  for (const item of items) {
    if (item.refused || item.form) return false
    const { key, user } = item
    const answer = await sendItem(sender, item, ahead).catch(() => ({ wait: 0 }))
    if (answer === 'done') await store.update(key, { doneAt: now(), refused: undefined })
    else if (answer === 'signedOut') tell({ signedOut: user })
    else await store.update(key, 'wait' in answer ? later(item, answer.wait, now()) : { refused: answer })
    tell({ key, ...(answer === 'done' && { done: true }) })
    if (answer !== 'done') return false
  }
  return true
}

function later({ tries }: OutboxItem, told: number, now: number): Partial<OutboxItem> {
  const wait = Math.max(Math.min(told, HOUR), Math.min(PAUSE * 2 ** tries, LONGEST_PAUSE))
  return { tries: tries + 1, wait, after: now + wait }
}

/** What is not sent, of each job by itself; what was sent a day ago goes. */
async function lanesOf({ store, now }: Sender): Promise<OutboxItem[][]> {
  const lanes = new Map<string, OutboxItem[]>()
  for (const item of await store.all()) {
    const lane = item.user + item.lane
    if (!item.doneAt) lanes.set(lane, [...(lanes.get(lane) ?? []), item])
    else if (Math.abs(now() - item.doneAt) > DAY) await store.drop(item.key)
  }
  return [...lanes.values()]
}

/** Sends what waits: of each job in its order, jobs beside each other. `isAsked`: also what rests after a failure. */
export function outboxSender({ now = Date.now, ...tools }: SendTools): (isAsked?: boolean) => Promise<void> {
  const sender = { ...tools, now, inTurn: oneAtATime() }
  // A clock that was put back makes nothing wait for long.
  const isDue = ({ after = 0, wait = 0 }: OutboxItem) => after <= now() || after - now() > wait
  return async (isAsked = false) => {
    for (let round = 0; ; round++) {
      const isTime = (item: OutboxItem) => (isAsked && round === 0) || isDue(item)
      const due = (await lanesOf(sender)).filter(([first]) => !first!.refused && !first!.form && isTime(first!))
      const ahead = due.length ? await ping(sender) : null
      if (ahead === null) return
      const done = await Promise.all(due.map((items) => sendLane(sender, items, ahead)))
      if (!done.includes(true)) return
    }
  }
}

const named = (answer: ServerAnswer, name: string): ServerAnswer =>
  typeof answer === 'object' && 'message' in answer ? { ...answer, message: `${name}: ${answer.message}` } : answer
