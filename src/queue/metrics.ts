import { ne, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailSql } from '#db/query/predicates.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'

type QueueFigures = {
  depth: number
  oldestSeconds: number
  failed: number
}

export async function queueMetrics(): Promise<QueueFigures> {
  const [[queue], failed] = await Promise.all([
    db
      .select({
        depth: sql`count(*)`.mapWith(Number),
        oldestSeconds: sql`coalesce(greatest(extract(epoch from now() - min(${queuedWork.createdAt})
          filter (where ${queuedWork.attempts} > 0 or ${queuedWork.runAt} <= now())), 0), 0)`.mapWith(Number),
      })
      .from(queuedWork)
      // A receiver that is away holds up nobody else.
      .where(ne(queuedWork.kind, 'webhook')),
    db.$count(emailNotifications, emailSql.isFailed()),
  ])
  return { depth: queue?.depth ?? 0, oldestSeconds: queue?.oldestSeconds ?? 0, failed }
}
