import { expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { aContractor, anAdmin, anAgent } from '#tests/support/world.ts'

/** 10,020 jobs at a mill, ten of them with zebras; each has a quote and a visit to invoice, of the contractor who has it. */
async function theMill() {
  const [admin, agent, carl] = [await anAdmin(), await anAgent(), await aContractor()]
  for (let from = 1; from < 10_020; from += 668)
    await rawClient`
      insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
        issue_description, contractor_id, created_at)
      select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, 'Olivia Hart', 'Rightway Lettings',
        'The Mill' || case when n > 10010 then ' Zebra' else '' end, 'Church Road', 'It leaks.', ${carl.id},
        now() - n * interval '1 minute'
      from generate_series(${from}::int, ${from + 667}::int) n`
  // Without triggers, which take most of the time: what they write is not looked for here.
  await rawClient.begin(async (tx) => {
    await tx.unsafe('alter table quotes disable trigger user; alter table job_visits disable trigger user')
    await tx.unsafe(`insert into quotes (id, job_id, contractor_id, description, amount, created_at)
        select gen_random_uuid(), id, contractor_id, 'A vessel.', 480, created_at from jobs`)
    await tx.unsafe(`insert into job_visits (id, job_id, contractor_id, work_description, visit_date)
        select gen_random_uuid(), id, contractor_id, 'Done.', created_at from jobs`)
    await tx.unsafe('alter table quotes enable trigger user; alter table job_visits enable trigger user')
  })
  await countTables()
  return signedInAs(admin)
}

test('a search of quotes, visits and jobs is counted whole, and of very many to ten thousand', async () => {
  const client = await theMill()
  const counted = async (path: string, search: string) =>
    (await client.get(`${path}?limit=1&search=${search}`)).headers.get('x-total-count')
  const LISTS = ['/api/quotes', '/api/contractor-visits-invoicing', '/api/quotes/pending', '/api/jobs']
  for (const path of LISTS)
    expect([path, await counted(path, 'mill'), await counted(path, 'zebra'), await counted(path, 'nowhere')]).toEqual([
      path,
      '10020',
      '10',
      '0',
    ])
  // As many as the database says that it has.
  await rawClient`insert into tallies values ('quotes', 'pending', '', 500001), ('job_visits', 'pending', '', 500001),
    ('jobs', 'pending', '', 5000000)`
  for (const path of LISTS)
    expect([path, await counted(path, 'mill'), await counted(path, 'zebra')]).toEqual([path, '10000+', '10'])
  const all = await client.get('/api/quotes?limit=1')
  expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(500_000)
})
