import { sql } from 'drizzle-orm'
import { db } from './client.ts'
import { tallies } from './schema.ts'

type Tallied = 'jobs' | 'job_visits' | 'quotes' | 'invoices'
type Narrowed = { status?: readonly string[]; kind?: string }
export type Tally = { count: number; pence: number }

const sum = (of: typeof tallies.count | typeof tallies.pence) => sql`sum(${of})`.mapWith(Number)

const everything = db
  .select({
    ...{ of: tallies.of, status: tallies.status, kind: tallies.kind },
    count: sum(tallies.count),
    pence: sum(tallies.pence),
  })
  .from(tallies)
  .groupBy(tallies.of, tallies.status, tallies.kind)
  .prepare('tallies')

export async function readTallies(): Promise<(of: Tallied, narrowed?: Narrowed) => Tally> {
  const rows = await everything.execute()
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
