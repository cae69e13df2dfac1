import { rawClient } from '#db/connect/client.ts'
import { isDatabaseDown } from '#db/pool/failure.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { isHeard, notifyOfEvents, numberingBell } from './bell.ts'

export const NUMBERING_LOCK = 7_235_019_468
const AT_ONCE = 1000

const POLL = 1000
const QUICK_POLL = 250
const LONGEST_PAUSE = 10_000

const LAST = `greatest((select max(seq) from changes),
  (select counter from settings where name = 'changes_removed'), 0)`

// The lock is a statement of its own, so that the next one sees what was numbered while it waited. They are sent
// together, so that a frozen process keeps no lock.
const NUMBER = `select pg_advisory_xact_lock(${NUMBERING_LOCK});
  with waiting as materialized (
    select id, row_number() over (order by written) as place
    from (select id, written from changes where seq is null order by written limit ${AT_ONCE}) batch
  ), newest as materialized (select ${LAST} as seq)
  update changes set seq = newest.seq + waiting.place from newest, waiting where changes.id = waiting.id
  returning changes.seq::float8 as seq`

const STANDING = `select ${LAST}::float8 as head, exists (select from changes where seq is null) as due`

/** Gives places to changes that have committed; several processes may do it at once. Returns them. */
export async function numberSome(): Promise<number[]> {
  const [, numbered] = (await rawClient.unsafe(NUMBER)) as unknown as [unknown, { seq: number }[]]
  return numbered.map(({ seq }) => seq)
}

export type Numbering = { stop(): Promise<void> }

export function startNumbering(): Numbering {
  let stopped = false
  let head: number | undefined

  async function turn(): Promise<void> {
    const [standing] = (await rawClient.unsafe(STANDING)) as unknown as [{ head: number; due: boolean }]
    let now = standing.head
    for (let isMore = standing.due; isMore; ) {
      const numbered = await numberSome()
      isMore = numbered.length === AT_ONCE
      now = numbered.reduce((most, seq) => Math.max(most, seq), now)
      if (isMore) notifyOfEvents()
    }
    // Also at the first turn, as somebody may have begun to wait before it; and of a lower head, after a failover.
    if (head !== now) notifyOfEvents()
    head = now
  }

  async function run(): Promise<void> {
    let pause = POLL
    while (!stopped) {
      try {
        await turn()
        if (pause > POLL) log.info('events.resumed', 'Numbering of events goes on: the database is back.')
        pause = POLL
      } catch (error) {
        if (pause === POLL && !stopped)
          logFailure(isDatabaseDown(error) ? 'database' : 'unexpected', 'Numbering of events pauses.', error)
        pause = Math.min(pause * 2, LONGEST_PAUSE)
      }
      if (!stopped) await numberingBell.wait(pause > POLL || !isHeard() ? pause : QUICK_POLL)
    }
  }

  const ended = run()
  return {
    stop: () => {
      stopped = true
      numberingBell.ring()
      return ended
    },
  }
}
