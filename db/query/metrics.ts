import { rawClient } from '#db/connect/client.ts'
import { databaseState } from '#db/connect/health.ts'

type DatabaseFigures = {
  readOnly: boolean
  probe: number
  connections: Record<'active' | 'idle' | 'in transaction', number>
}

export async function databaseMetrics(): Promise<DatabaseFigures | null> {
  const began = performance.now()
  const state = await databaseState()
  const probe = (performance.now() - began) / 1000
  if (state === 'away') return null
  const rows: { state: string | null; count: number }[] = await rawClient`
    select state, count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = current_setting('application_name') group by 1`
  const of = (pattern: RegExp) =>
    rows.filter((row) => pattern.test(row.state ?? '')).reduce((sum, row) => sum + row.count, 0)
  const connections = { active: of(/^active$/), idle: of(/^idle$/), 'in transaction': of(/^idle in/) }
  return { readOnly: state === 'read-only', probe, connections }
}
