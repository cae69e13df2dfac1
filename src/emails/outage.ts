import { eq, isNull, or, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAhead } from '#db/query/time-marks.ts'
import { settings } from '#db/schema.ts'

const NAME = 'mail_server_away_since'

export async function noteMailServer(there: boolean): Promise<void> {
  if (there) await db.delete(settings).where(eq(settings.name, NAME))
  else
    await db
      .insert(settings)
      .values({ name: NAME, since: sql`now()` })
      .onConflictDoUpdate({
        target: settings.name,
        set: { since: sql`excluded.since` },
        setWhere: or(isNull(settings.since), isAhead(settings.since)),
      })
}

export async function mailServerAwaySince(): Promise<Date | null> {
  const [found] = await db.select({ since: settings.since }).from(settings).where(eq(settings.name, NAME))
  return found?.since ?? null
}
