import { sql } from 'drizzle-orm'
import { tallies } from './schema.ts'
import { selection } from './selection.ts'

type Tallied = 'jobs' | 'job_visits' | 'quotes' | 'invoices'
type Narrowed = { status?: readonly string[]; kind?: string }
export type Tally = { count: number; pence: number }

const everything = selection(
  {
    ...{ of: tallies.of, status: tallies.status, kind: tallies.kind },
    count: sql<number>`sum(${tallies.count})::float8`,
    pence: sql<number>`sum(${tallies.pence})::float8`,
  },
  sql`from ${tallies} group by ${tallies.of}, ${tallies.status}, ${tallies.kind}`,
)

export async function readTallies(): Promise<(of: Tallied, narrowed?: Narrowed) => Tally> {
  const rows = await everything({})
  return (of, { status, kind } = {}) => {
    const found = rows.filter(
      (row) => row.of === of && (!status || status.includes(row.status)) && (kind === undefined || row.kind === kind),
    )
    return {
      count: found.reduce((all, row) => all + row.count, 0),
      pence: found.reduce((all, row) => all + row.pence, 0),
    }
  }
}
