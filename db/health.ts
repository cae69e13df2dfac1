import { rawClient } from '#db/client.ts'
import { withTimeLimit } from '#db/time-limit.ts'

/** What can be done with the database now: everything, only reads, nothing. */
export type DatabaseState = 'ready' | 'read-only' | 'away'

/** How long an answer may take before the database counts as away, in milliseconds. */
const PATIENCE = 2000

/** Asks the database how it is. Answers within two seconds, never throws. */
export async function databaseState(): Promise<DatabaseState> {
  const asked: Promise<DatabaseState> = rawClient`select current_setting('transaction_read_only') as read_only`.then(
    ([row]: { read_only: string }[]) => (row?.read_only === 'on' ? 'read-only' : 'ready'),
    () => 'away',
  )
  return withTimeLimit(PATIENCE, asked, 'away')
}
