import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db, rawClient } from '#db/connect/client.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { type CursorPage, readCursor } from '#src/http/cursor.ts'
import { readPart } from '#src/http/list/listing.ts'
import { ownQuotes } from '#src/quotes/lists.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { aContractor, anAdmin, anAgent } from '#tests/support/world.ts'

/** 3,000 quotes: every second on a mill, every 97th on a zebra, 'Okapi' only on the oldest; Zoe made every 150th. */
async function zoo(): Promise<void> {
  const [agent, carl, zoe] = [await anAgent(), await aContractor(), await aContractor({ firstName: 'Zoe' })]
  await db.transaction(async (tx) => {
    // Each row marks its agent's as changed: on a busy machine that takes longer than a statement may.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
    insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, contractor_id, created_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, 'Olivia Hart', 'Rightway Lettings',
      case when n % 2 = 0 then 'The Mill ' else 'The Barn ' end || case when n % 97 = 0 then 'Zebra ' else '' end
        || case when n > 2900 then 'Okapi' else '' end, 'Church Road', 'The boiler loses pressure.',
      case when n % 150 = 0 then ${zoe.id}::uuid else ${carl.id}::uuid end, now() - n / 5 * interval '1 minute'
    from generate_series(1, 3000) n`)
    await tx.execute(sql`
    insert into quotes (id, job_id, contractor_id, description, amount, created_at)
    select gen_random_uuid(), id, contractor_id, 'A new vessel.', 480, created_at from jobs`)
  })
  await countTables()
}

async function everyPage(search: string): Promise<string[]> {
  const list = ownQuotes(await anAdmin(), { search })
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next }: CursorPage<QuoteWithJob> = await readPart(list, readCursor(cursor))
    found.push(...items.map((quote) => quote.id))
    cursor = next
  }
  return found
}

test('a search finds every quote by its job or its contractor, page by page, newest first, and counts to a thousand', async () => {
  await zoo()
  for (const search of ['mill', 'zebra', 'okapi', 'ZOE', 'zo', 'zoe mason', 'mason', 'nowhere']) {
    const expected: { id: string }[] = await rawClient`
      select q.id from quotes q join jobs j on j.id = q.job_id join users u on u.id = q.contractor_id
      where strpos(j.search_text, ${search.toLowerCase()}) > 0
        or strpos(lower(u.first_name || ' ' || u.last_name), ${search.toLowerCase()}) > 0
      order by q.created_at desc, q.id desc`
    expect({ search, found: await everyPage(search) }).toEqual({ search, found: expected.map(({ id }) => id) })
    const count = await ownQuotes(await anAdmin(), { search }).count(1001)
    expect({ search, count }).toEqual({ search, count: Math.min(expected.length, 1001) })
  }
  expect(await ownQuotes(await anAdmin(), {}).count()).toBe(3000)
})
