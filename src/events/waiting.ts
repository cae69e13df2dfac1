import { isDatabaseDown } from '#db/pool/failure.ts'
import type { Role } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { EventType } from '#src/domain/event/event.ts'
import { TooMany, Unavailable } from '#src/http/errors.ts'
import { Bell } from '#src/queue/bell.ts'
import { logFailure } from '#src/runtime/log.ts'
import { stopping } from '#src/runtime/stopping.ts'
import { onEvents } from './bell.ts'
import { type EventReaders, headSeq, seenAfter } from './queries.ts'

const MAX_WAITING_OF_USER = 5
const MAX_WAITING = 1000
const BATCH = 1000

type Reader = { id: string; role: Role | null }
type Waiter = { reader: Reader; types: readonly EventType[]; bell: Bell }

type EventWait = { wait(ms: number): Promise<void>; wake(): void; end(): void }

type Heard = { upTo: number; end(): void }

const waiters = new Set<Waiter>()
let hearing: Promise<Heard> | null = null

/** All who wait in a process share one reader; nothing that comes later is missed. Throws TooMany, Unavailable. */
export async function beginWaiting(reader: Reader, types: readonly EventType[]): Promise<EventWait> {
  if (stopping.aborted || waiters.size >= MAX_WAITING) throw new Unavailable(undefined, 1)
  if ([...waiters].filter((other) => other.reader.id === reader.id).length >= MAX_WAITING_OF_USER)
    throw new TooMany(`At most ${MAX_WAITING_OF_USER} calls of one user wait for events at once.`, 1)
  const waiter: Waiter = { reader, types, bell: new Bell() }
  waiters.add(waiter)
  const end = () => {
    waiters.delete(waiter)
    if (waiters.size === 0) stopHearing()
  }
  hearing ??= beginHearing()
  await hearing.catch((error: unknown) => {
    end()
    throw error
  })
  return { wait: (ms) => waiter.bell.wait(ms), wake: () => waiter.bell.ring(), end }
}

async function beginHearing(): Promise<Heard> {
  const heard = { upTo: await headSeq() }
  let again = false
  let isListening = false
  const listen = async () => {
    isListening = true
    while (again) {
      again = false
      await wakeConcerned(heard).catch((error: unknown) => {
        logFailure(isDatabaseDown(error) ? 'database' : 'unexpected', 'Waiting for events was disturbed.', error)
        wakeAll()
      })
    }
    isListening = false
  }
  const end = onEvents(() => {
    again = true
    if (!isListening) void listen()
  })
  return Object.assign(heard, { end })
}

function stopHearing(): void {
  void hearing?.then(
    ({ end }) => end(),
    () => {},
  )
  hearing = null
}

async function wakeConcerned(heard: { upTo: number }): Promise<void> {
  for (let isMore = true; isMore; ) {
    const seen = await seenAfter(heard.upTo, BATCH)
    for (const waiter of waiters) if (seen.some((one) => concerns(waiter, one))) waiter.bell.ring()
    isMore = seen.length === BATCH
    if (seen.length > 0) heard.upTo = seen.at(-1)!.seq
    else await noteLower(heard)
  }
}

async function noteLower(heard: { upTo: number }): Promise<void> {
  const head = await headSeq()
  if (head >= heard.upTo) return
  heard.upTo = head
  wakeAll()
}

function concerns({ reader, types }: Waiter, { type, agents, contractors }: EventReaders): boolean {
  if (types.length > 0 && !types.includes(type)) return false
  return isAdmin(reader) || (isContractor(reader) ? contractors : agents).includes(reader.id)
}

function wakeAll(): void {
  for (const { bell } of waiters) bell.ring()
}

stopping.addEventListener('abort', wakeAll)
