import { expect } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { withdrawQuote } from '#src/quotes/changes.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import type { signedInAs } from '#tests/support/app.ts'
import { aJob, type Cast, finishedQuoteWork } from '#tests/support/world.ts'

/** Jobs in each state with what follows from them: raised some 40 days ago, visited 20, closed 10. */
export async function aBusyWorld(cast: Cast, ada: Awaited<ReturnType<typeof signedInAs>>): Promise<void> {
  for (const status of ['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed'] as const)
    await aJob(cast, status)
  for (let count = 0; count < 4; count++) await finishedQuoteWork(cast)
  const {
    quotes: [given],
  } = await jobVisibleTo(cast.contractor, (await aJob(cast, 'quote_pending')).id)
  await withdrawQuote(cast.contractor, given!.id, 'Too dear')
  const shut = await aJob(cast, 'in_progress')
  await recordUnfinishedVisit(cast.contractor, shut.id, { outcome: 'no_access', workDone: 'Rang twice.' })
  const visits: { id: string }[] = await (await ada.get('/api/contractor-visits-invoicing')).json()
  const sold: { id: string }[] = await (await ada.get('/api/quote-work-invoicing')).json()
  const items = [...visits.map(({ id }) => ({ visitId: id })), ...sold.map(({ id }) => ({ quoteId: id }))]
  expect((await ada.post('/api/invoices', { items })).status).toBe(200)
  await db.execute(sql`update ${jobs} set created_at = created_at - interval '40 days',
    first_assigned_at = first_assigned_at - interval '30 days', first_visit_at = first_visit_at - interval '20 days',
    visit_by = first_visit_at - interval '18 days', closed_at = closed_at - interval '10 days'`)
  await db.execute(sql`update ${jobs} set visit_by = visit_by - interval '5 days'
    where id = (select id from ${jobs} where visit_by is not null and job_type = 'visit' order by id desc limit 1)`)
  await db.execute(
    sql`update ${jobs} set contractor_type = 'plumbing' where id <> (select max(id::text)::uuid from ${jobs})`,
  )
  await db.execute(sql`update ${jobVisits} set visit_date = visit_date - interval '20 days'`)
  await db.execute(sql`update ${quotes} set created_at = created_at - interval '20 days',
    first_decided_at = first_decided_at - interval '10 days'`)
  await db.execute(sql`update ${invoices} set tax_point = tax_point - 10`)
}
