import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aCast, aJob } from '#tests/support/world.ts'
import { exported } from './exported.ts'

afterAll(dropBuilt)

/** What 200 others wrote, were sent and took. */
async function manyRows(jobId: string): Promise<void> {
  await db.execute(sql`insert into users (id, email, role, auth_type)
    select gen_random_uuid(), n || '@many.example', 'contractor', 'local' from generate_series(1, 200) n`)
  const theirs = sql`users cross join generate_series(1, 100) where email like '%@many.example'`
  await db.transaction(async (tx) => {
    // Each message's trigger would look through the conversation.
    await tx.execute(sql`alter table messages disable trigger user`)
    await tx.execute(sql`insert into messages (job_id, author_id, author_name, author_role, text)
      select ${jobId}, id, 'C', 'contractor', 'Hello' from ${theirs}`)
    await tx.execute(sql`alter table messages enable trigger user`)
    await tx.execute(
      sql`insert into job_events (job_id, actor_id, actor_name, event) select ${jobId}, id, 'C', 'edit' from ${theirs}`,
    )
    await tx.execute(
      sql`insert into uploaded_objects (id, user_id, state) select gen_random_uuid(), id, 'stored' from ${theirs}`,
    )
    await tx.execute(sql`insert into email_notifications (id, contractor_email, email_type, content, status)
      select gen_random_uuid(), email, 'job_assigned', '{}', 'sent' from ${theirs}`)
  })
  await countTables()
}

test('what an account wrote, did, sent and was sent is found by indexes', async () => {
  await new IndexBuilder().build()
  const cast = await aCast()
  await manyRows((await aJob(cast, 'assigned')).id)
  await editAccount(cast.admin, cast.contractor.id, { email: 'moved@many.example' })
  const ada = await signedInAs(cast.admin)
  for (const [table, index] of [
    ['messages', 'messages_author_index'],
    ['job_events', 'job_events_actor_index'],
    ['uploaded_objects', 'uploaded_objects_user_index'],
    ['email_notifications', 'email_notifications_address_index'],
  ]) {
    const plans = await plansOf(`from "${table}"`, async () =>
      exported(await ada.get(`/api/people/${cast.contractor.id}/export.zip`)),
    )
    expect([table, plans]).toEqual([table, expect.arrayContaining([expect.stringContaining(index!)])])
  }
})
