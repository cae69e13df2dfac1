import type { OutboxItem, OutboxPhoto } from './item.ts'
import { type OutboxNews, outboxSender } from './send.ts'
import { outboxStore as store } from './store.ts'

const NAME = 'outbox'
const channel = new BroadcastChannel(NAME)
const tell = (news: OutboxNews) => channel.postMessage(news)
const send = outboxSender({ store, fetch: (path, how) => fetch(path, how), tell })

let running: Promise<void> | undefined
let isAskedAgain: boolean | undefined

/** One sender at a time over all tabs and the worker. `isAsked`: also what rests after a failure. */
function sendAll(isAsked = false): Promise<void> {
  if (running) isAskedAgain ||= isAsked
  running ??= alone(() => send(isAsked)).finally(() => {
    const again = isAskedAgain
    running = isAskedAgain = undefined
    if (again !== undefined) void sendAll(again)
  })
  return running
}

const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(NAME, work) : work()

type Given = Omit<OutboxItem, 'order' | 'photos' | 'recordedAt' | 'tries'>

const made = new Set<string>()

async function put(given: Given, photos: readonly OutboxPhoto[] = []): Promise<void> {
  made.add(given.key)
  const item = { ...given, recordedAt: new Date().toISOString(), tries: 0 }
  await store.put({ ...item, photos: photos.map(({ id }) => id) }, photos)
  tell({ key: given.key })
  void navigator.storage?.persist?.().catch(() => {})
}

/** Not made in this page: a clock that was set back does not tell. */
const isEarlier = (key: string) => !made.has(key)

const here = { store, tell, put, sendAll, isEarlier }

export type Outbox = typeof here

declare global {
  var outbox: Outbox | undefined
}

globalThis.outbox ??= here
