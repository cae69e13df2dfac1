import { expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { anAdmin, anAgent } from '#tests/support/world.ts'

test('a page of a search never says that fewer are found than it shows', async () => {
  const [admin, agent] = [await anAdmin(), await anAgent()]
  // One in forty: of a thousand that are looked through for a count, twenty-five.
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, created_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, 'Olivia Hart', 'Rightway Lettings',
      case when n % 40 = 0 then 'Zebra House' else 'The Mill' end, 'Church Road', 'It leaks.', now() - n * interval '1 minute'
    from generate_series(1, 4000) n`
  await countTables()
  const client = await signedInAs(admin)
  const words = async (path: string) =>
    (await (await client.get(path)).text()).replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')
  const first = await words('/admin/jobs?search=zebra')
  expect(first).toContain('51+ found')
  expect(first).toContain('The first 200')
  expect(await words('/admin/jobs?search=mill')).toMatch(/[1-9]\d\d+ found|[1-9]\d\d\+ found|1,000\+ found/)
})
