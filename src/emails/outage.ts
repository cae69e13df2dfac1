import { and, eq, gt, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { settings } from '#db/schema.ts'

/** Since when the mail server has been away, in milliseconds of the epoch; 0 while it answers. */
const NAME = 'mail_server_away_since'

/** Notes that the mail server is there or away; the first to note that it is away says since when. */
export async function noteMailServer(there: boolean): Promise<void> {
  if (there) {
    await db
      .update(settings)
      .set({ counter: 0 })
      .where(and(eq(settings.name, NAME), gt(settings.counter, 0)))
    return
  }
  await db
    .insert(settings)
    .values({ name: NAME, counter: sql`floor(extract(epoch from now()) * 1000)` })
    .onConflictDoUpdate({
      target: settings.name,
      set: { counter: sql`excluded.counter` },
      setWhere: eq(settings.counter, 0),
    })
}

/** Since when the mail server has not taken any mail from us; null while it does. */
export async function mailServerAwaySince(): Promise<Date | null> {
  const [found] = await db.select({ since: settings.counter }).from(settings).where(eq(settings.name, NAME))
  return found && found.since > 0 ? new Date(found.since) : null
}
