import type { Actor } from '#src/domain/account/account.ts'
import { noteWaited } from '#src/runtime/current.ts'
import { stopping } from '#src/runtime/stopping.ts'
import type { EventPlace } from './cursor.ts'
import type { AskedForEvents } from './input.ts'
import { beginOfEvents, type EventsRead, eventsAfter, headOfEvents } from './queries.ts'
import { beginWaiting } from './waiting.ts'

/** In milliseconds: nobody's answer depends on a bell alone. */
const LOOK_AGAIN = 3000

const placeOf = async (after: AskedForEvents['after']): Promise<EventPlace> =>
  after === 'now' ? headOfEvents() : after === 'oldest' ? beginOfEvents() : after

/** `look` says who asks, again and again, as somebody may lose their access while they wait. */
export async function readEvents(
  look: () => Promise<Actor>,
  { after, wait, ...asked }: AskedForEvents,
  left: AbortSignal,
): Promise<EventsRead> {
  const user = await look()
  const place = await placeOf(after)
  const read = await eventsAfter(user, place, asked)
  if (wait === 0 || read.events.length > 0) return read
  return waitOn(look, user, { from: read, until: performance.now() + wait * 1000, asked, left })
}

type Waited = { from: EventsRead; until: number; asked: Pick<AskedForEvents, 'types' | 'limit'>; left: AbortSignal }

async function waitOn(
  look: () => Promise<Actor>,
  user: Actor,
  { from, until, asked, left }: Waited,
): Promise<EventsRead> {
  const { wait, wake, end } = await beginWaiting(user, asked.types)
  left.addEventListener('abort', wake)
  try {
    let read = from
    for (;;) {
      // Also at once: what came since the first look rang nobody's bell.
      read = await eventsAfter(await look(), read.next, asked)
      const time = until - performance.now()
      if (read.events.length > 0 || time <= 0 || left.aborted || stopping.aborted) return read
      if (!read.isEnd) continue
      const began = performance.now()
      await wait(Math.min(time, LOOK_AGAIN))
      noteWaited(performance.now() - began)
    }
  } finally {
    left.removeEventListener('abort', wake)
    end()
  }
}
