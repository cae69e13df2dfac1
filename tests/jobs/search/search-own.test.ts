import { afterAll, beforeAll, expect, test } from 'bun:test'
import { db, rawClient } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { ownJobs } from '#src/jobs/lists.ts'
import { ownQuotes } from '#src/quotes/lists.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aContractor, anAgent } from '#tests/support/world.ts'

beforeAll(async () => {
  await new IndexBuilder().build()
})
afterAll(dropBuilt)

/** 3,000 jobs of two agents and two contractors, each with a quote; every tenth was handed to the other contractor after it. */
async function twoOfEach() {
  const agents = [await anAgent(), await anAgent()]
  const contractors = [await aContractor(), await aContractor()]
  const ids = (people: Actor[]) => `{${people.map(({ id }) => id).join(',')}}`
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, contractor_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, status, created_at, hidden_from_estate_agent, tenant_name)
    select gen_random_uuid(), 'JOB-' || 900000 + n, (${ids(agents)}::uuid[])[1 + n % 2], (${ids(contractors)}::uuid[])[1 + n % 2],
      'Olivia Hart', 'Rightway Lettings', case when n > 2900 then 'Okapi House' else 'The Mill' end, 'Church Road', 'It leaks.',
      case when n > 2980 then 'assigned' else 'completed' end::job_status, now() - n * interval '1 hour',
      case when n % 30 < 2 then 'yes' else 'no' end::yes_no, case when n > 2900 then 'Ngozi Quokka' end
    from generate_series(1, 3000) n`
  await rawClient`
    insert into quotes (id, job_id, contractor_id, description, amount, status, created_at)
    select gen_random_uuid(), id, (${ids(contractors)}::uuid[])[case
        when right(job_ref, 1) = '5' then 1 + (right(job_ref, 6)::int + 1) % 2 else 1 + right(job_ref, 6)::int % 2 end],
      'A vessel.', 100, 'declined', created_at from jobs`
  await rawClient`insert into settings (name, done) values ('job_words_filled', true) on conflict do nothing`
  await countTables()
  return { agents, contractors }
}

test.each(['okapi', '902943', 'mill 902057', 'nowhere', 'okapi church', 'quokka', 'okapi ngozi'])(
  'what is rare among one’s own jobs and quotes is found by whose and what they are: %s',
  async (search) => {
    const { agents, contractors } = await twoOfEach()
    const jobs = await db.query.jobs.findMany()
    const quotes = await db.query.quotes.findMany()
    const [agent, contractor] = [agents[1]!, contractors[1]!]
    const isWanted =
      (reader: Actor) =>
      ({ words, tenantWords, contractorId, status }: (typeof jobs)[number]) => {
        const isTold = reader === agent || (contractorId === reader.id && status === 'assigned')
        return search.split(' ').every((word) => words?.includes(word) || (isTold && tenantWords.includes(word)))
      }
    const quoted = new Set(quotes.filter((quote) => quote.contractorId === contractor.id).map(({ jobId }) => jobId))
    const lists = [
      [agent, jobs.filter((job) => job.estateAgentId === agent.id && job.hiddenFromEstateAgent === 'no')],
      [contractor, jobs.filter((job) => job.contractorId === contractor.id || quoted.has(job.id))],
    ] as const
    for (const [reader, own] of lists) {
      const expected = own.filter(isWanted(reader)).map(({ id }) => id)
      const ofThese = new Set(reader === agent ? expected : expected.filter((id) => quoted.has(id)))
      const expectedQuotes = quotes.filter(({ jobId }) => ofThese.has(jobId)).map(({ id }) => id)
      const plans = await plansOf('"jobs"', async () => {
        for (const [list, ids] of [
          [ownJobs(reader, { search }), expected],
          [ownQuotes(reader, { search }), expectedQuotes],
        ] as const) {
          expect((await list.read(null, 3000)).map(({ id }) => id).sort()).toEqual(ids.sort())
          expect(await list.count()).toBe(ids.length)
        }
      })
      const found = plans.filter((plan) => plan.includes('jobs_searched_index')).join('\n')
      // Both at once, or every row that has the words is read.
      expect(found).toMatch(
        /jobs_searched_index[^\n]*\n\s+Index Cond: .*tenant_words\) ~~ .* AND .*estate_agent_id, contractor_id\] @>/,
      )
    }
  },
)
