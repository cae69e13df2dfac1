import { expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import type { Job } from '#src/domain/job/job.ts'
import { type CursorPage, readCursor } from '#src/http/cursor.ts'
import { readPart } from '#src/http/list/listing.ts'
import { ownJobs } from '#src/jobs/lists.ts'
import type { JobFilter } from '#src/jobs/search/filters.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { anAdmin, anAgent } from '#tests/support/world.ts'

/** 5,000 jobs: every second is a mill, every 97th a zebra, 'Okapi' only among the 1,000 oldest, a third in progress. */
async function zoo(): Promise<void> {
  const agent = await anAgent()
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, created_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, ${agent.id}, 'Olivia Hart', 'Rightway Lettings',
      case when n % 2 = 0 then 'The Mill ' else 'The Barn ' end || case when n % 97 = 0 then 'Zebra ' else '' end
        || case when n > 4000 and n % 50 = 0 then 'Okapi 50% off' else '' end,
      'Church Road', 'The boiler loses pressure.', case when n % 3 = 0 then 'in_progress' else 'pending' end::job_status,
      now() - n / 5 * interval '1 minute'
    from generate_series(1, 5000) n`
  await countTables()
}

async function everyPage(filter: JobFilter): Promise<string[]> {
  const found: string[] = []
  const list = ownJobs(await anAdmin(), filter)
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { items, next }: CursorPage<Job> = await readPart(list, readCursor(cursor))
    found.push(...items.map((job) => job.jobRef))
    cursor = next
  }
  return found
}

const SEARCHES: [search: string, status?: string][] = [
  ['mill'],
  ['zebra'],
  ['ZEBRA', 'in_progress'],
  ['okapi'],
  ['okapi', 'pending'],
  ['50% o'],
  ['ok'],
  ['q'],
  ['church', 'in_progress'],
  ['zoo-4321'],
  ['nowhere'],
  ['road mill, THE'],
  ['zebra lettings pressure', 'pending'],
]

/** Each word anywhere inside one, or at its beginning when it has one or two letters. */
const partsOf = (search: string) =>
  `{${search
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => (word.length < 3 ? `"% ${word}%"` : `%${word}%`))}}`

test('a search finds all that contains it, page by page, newest first', async () => {
  await zoo()
  for (const [search, status] of SEARCHES) {
    const expected: { ref: string }[] = await rawClient`
      select job_ref as ref from jobs where (select bool_and(words like part) from unnest(${partsOf(search)}::text[]) part)
        and (${status ?? null}::text is null or status::text = ${status ?? null}) order by created_at desc, id desc`
    expect({ search, found: await everyPage({ search, status }) }).toEqual({
      search,
      found: expected.map(({ ref }) => ref),
    })
  }
})
