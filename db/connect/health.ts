import { rawClient } from './client.ts'
import { withTimeLimit } from './time-limit.ts'

type DatabaseState = 'ready' | 'read-only' | 'away'

const PATIENCE = 2000

export async function databaseState(): Promise<DatabaseState> {
  const asked: Promise<DatabaseState> = rawClient`select current_setting('transaction_read_only') as read_only`.then(
    ([row]: { read_only: string }[]) => (row?.read_only === 'on' ? 'read-only' : 'ready'),
    () => 'away',
  )
  return withTimeLimit(PATIENCE, asked, 'away')
}
