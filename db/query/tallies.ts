import { type SQL, sql } from 'drizzle-orm'
import { tallies } from '#db/schema.ts'
import { selection } from './selection.ts'

type Tallied = 'jobs' | 'job_visits' | 'quotes' | 'invoices'
type Narrowed = { status?: readonly string[]; kind?: string }
export type Tally = { count: number; pence: number }
type ReadTally = (of: Tallied, narrowed?: Narrowed) => Tally

export function talliesBeside<Value>(value: SQL<Value>): () => Promise<{ tally: ReadTally; value: Value | null }> {
  const everything = selection(
    {
      ...{ of: tallies.of, status: tallies.status, kind: tallies.kind },
      count: sql<number>`sum(${tallies.count})::float8`,
      pence: sql<number>`sum(${tallies.pence})::float8`,
      value,
    },
    sql`from ${tallies} group by ${tallies.of}, ${tallies.status}, ${tallies.kind}`,
  )
  return async () => {
    const rows = await everything({})
    const tally: ReadTally = (of, { status, kind } = {}) => {
      const found = rows.filter(
        (row) => row.of === of && (!status || status.includes(row.status)) && (kind === undefined || row.kind === kind),
      )
      return {
        count: found.reduce((all, row) => all + row.count, 0),
        pence: found.reduce((all, row) => all + row.pence, 0),
      }
    }
    return { tally, value: rows[0]?.value ?? null }
  }
}

const alone = talliesBeside(sql<null>`null`)

export const readTallies = async (): Promise<ReadTally> => (await alone()).tally
