import { sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import { isDatabaseDown } from '#db/pool/failure.ts'

/** What came back that was not asked for, and how many answers were refused because a connection was away. */
export interface Findings {
  wrong: unknown[]
  away: number
}

/**
 * Sends thousands of queries of many kinds, six hundred at a time: by drizzle and by the driver, alone and in
 * transactions, with and without errors. Each knows what its rows must be.
 */
export async function sendMixture(batches: number): Promise<Findings> {
  const findings: Findings = { wrong: [], away: 0 }
  const expectRow = async (query: PromiseLike<unknown>, row: unknown) => {
    const rows = await query
    if (!Bun.deepEquals([...(rows as unknown[])], [row])) findings.wrong.push({ rows, row })
  }
  const expectDivision = (n: number) =>
    db.execute(sql`select 1 / (${n}::int - ${n}::int)`).then(
      (rows) => void findings.wrong.push({ rows, n }),
      (error: { cause?: { errno?: string } }) => {
        if (isDatabaseDown(error)) throw error
        if (error.cause?.errno !== '22012') findings.wrong.push({ error, n })
      },
    )
  const ask = async (n: number) => {
    const text = `value ${n} £ ${'x'.repeat(n % 700)}`
    const date = new Date(1_700_000_000_000 + n)
    switch (n % 6) {
      case 0:
        return expectRow(db.execute(sql`select ${n}::int as n`), { n })
      case 1:
        return expectRow(db.execute(sql`select ${text}::text as text, ${n}::int as n`), { text, n })
      case 2:
        return expectRow(db.execute(sql`select ${date.toISOString()}::timestamptz as date`), { date })
      case 3:
        return expectRow(
          db.transaction(async (tx) => {
            await expectRow(tx.execute(sql`select ${n + 1}::int as n`), { n: n + 1 })
            return tx.execute(sql`select ${text}::text as text`)
          }),
          { text },
        )
      case 4:
        return expectDivision(n)
      default:
        return expectRow(rawClient`select ${n}::int as a, null::text as b, ${text}::text as c`, {
          a: n,
          b: null,
          c: text,
        })
    }
  }
  const count = (error: unknown) => {
    if (!isDatabaseDown(error)) throw error
    findings.away++
  }
  for (let batch = 0; batch < batches; batch++) {
    await Promise.all(Array.from({ length: 600 }, (_, index) => ask(batch * 600 + index).catch(count)))
  }
  return findings
}
