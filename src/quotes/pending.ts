import { and, asc, count, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { is, literal } from '#db/query/conditions.ts'
import { jobSql, quoteSql } from '#db/query/predicates.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { PendingQuote } from '#src/domain/quote/quote.ts'

type Pending = { items: PendingQuote[]; total: number }

const SHOWN = 20

async function pending(where: SQL): Promise<Pending> {
  const { id, amount, createdAt } = quotes
  const [items, [counted]] = await Promise.all([
    db
      .select({ id, amount, createdAt, jobRef: jobs.jobRef, propertyName: jobs.propertyName })
      .from(quotes)
      .innerJoin(jobs, eq(jobs.id, quotes.jobId))
      .where(where)
      .orderBy(asc(createdAt), asc(id))
      .limit(literal(SHOWN)),
    db.select({ count: count() }).from(quotes).innerJoin(jobs, eq(jobs.id, quotes.jobId)).where(where),
  ])
  return { items, total: counted?.count ?? 0 }
}

export const pendingBy = (contractorId: string): Promise<Pending> =>
  pending(and(quoteSql.isPending(), eq(quotes.contractorId, contractorId))!)

/** Those that an agent decides on. The job's state lets the agent's index be used. */
export const pendingFor = (agentId: string): Promise<Pending> =>
  pending(
    and(
      quoteSql.isPending(),
      eq(jobs.estateAgentId, agentId),
      is(jobs.hiddenFromEstateAgent, 'no'),
      jobSql.isToDecide(),
    )!,
  )
