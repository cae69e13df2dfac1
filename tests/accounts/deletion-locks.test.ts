import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { until } from '#tests/queue/working.ts'
import { aCast, quoteWork } from '#tests/support/world.ts'

test('a contractor’s deletion waits for the job that quote work came from before it locks the work, as everybody does', async () => {
  const cast = await aCast()
  const { parent, work } = await quoteWork(cast)
  const deletion = await db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs where id = ${parent.id} for update`)
    const deleting = deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    await until(async () => {
      const waiting = await db.execute(sql`select 1 as one from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"jobs"%'`)
      return waiting.length > 0
    }, 'A deletion that waits')
    await tx.execute(sql`select from jobs where id = ${work.id} for update nowait`)
    return { deleting }
  })
  await deletion.deleting
  expect(await jobVisibleTo(cast.admin, parent.id)).toMatchObject({ waitingOn: 'admin', waitingFor: 'assign' })
})
