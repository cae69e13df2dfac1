import { beforeEach, describe, expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { streamJson } from '#src/http/respond/json.ts'
import { createJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { signedInAs } from '#tests/support/app.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { anAdmin, anAgent, jobInput } from '#tests/support/world.ts'

const ASKED = new Request('http://localhost/api/jobs')

/** Seven to each instant, so that every batch ends among jobs of the same age. */
async function manyJobs(agent: Actor, count: number): Promise<void> {
  await rawClient`
    insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, created_at)
    select gen_random_uuid(), 'JOB-' || 900000 + n, ${agent.id}, 'Olivia Hart', 'Rightway Lettings', 'Rose Cottage', '12 Mill Lane',
      'The boiler loses pressure.', now() - interval '1 day' - n / 7 * interval '1 minute'
    from generate_series(1, ${count}) n`
  await countTables()
}

async function manyVisitsAndQuotes(contractor: Actor): Promise<void> {
  await rawClient`update jobs set status = 'completed', contractor_id = ${contractor.id}`
  await rawClient`
    insert into job_visits (id, job_id, contractor_id, work_description, visit_date)
    select id, id, ${contractor.id}, 'Bled the radiators.', created_at from jobs`
  await rawClient`
    insert into quotes (id, job_id, contractor_id, visit_id, description, amount, status, work_status, created_at)
    select id, id, ${contractor.id}, id, 'A new vessel.', 480, 'approved', 'completed', created_at from jobs`
  await rawClient`
    insert into invoices (id, invoice_number, type, job_id, visit_id, description, amount, contractor_name,
      property_address, invoice_date)
    select id, replace(job_ref, 'JOB', 'INV'), 'contractor_visit', id, id, 'Visit fee', 60, 'Carl Mason', property_address, created_at from jobs`
  await countTables()
}

const newestFirst = async (): Promise<string[]> =>
  (await rawClient`select id from jobs order by created_at desc, id desc`).map(({ id }: { id: string }) => id)
const idsIn = (text: string): string[] => JSON.parse(text).map(({ id }: { id: string }) => id)

const LISTS = [
  '/api/jobs',
  '/api/jobs/completed',
  '/api/quotes',
  '/api/quote-work-invoicing',
  '/api/contractor-visits-invoicing',
  '/api/invoiced-items',
]

describe('a list of thousands', () => {
  let agent: Actor
  let admin: Actor
  beforeEach(async () => {
    ;[agent, admin] = await Promise.all([anAgent(), anAdmin()])
  })

  test.each([99, 100, 101, 200, 2345])('of %d jobs is whole, valid and in order', async (count) => {
    await manyJobs(agent, count)
    const response = await (await signedInAs(agent)).get('/api/jobs')
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(idsIn(await response.text())).toEqual(await newestFirst())
  })

  test('each list is whole for an administrator', async () => {
    await manyJobs(agent, 1234)
    await manyVisitsAndQuotes(admin)
    const [client, all] = [await signedInAs(admin), await newestFirst()]
    for (const path of LISTS) expect([path, idsIn(await (await client.get(path)).text())]).toEqual([path, all])
  })

  test('has neither gaps nor anything twice when jobs come and go while it is read', async () => {
    await manyJobs(agent, 3000)
    const before = await newestFirst()
    const { body } = await (await signedInAs(agent)).get('/api/jobs')
    const decoder = new TextDecoder()
    let text = ''
    let rounds = 0
    for await (const chunk of body!) {
      text += decoder.decode(chunk, { stream: true })
      await createJob(agent, jobInput())
      // One that was sent already, and one that is yet to come.
      if (++rounds === 1) for (const gone of [before[3]!, before[2900]!]) await deleteJob(admin, gone)
    }
    expect(rounds).toBeGreaterThan(3)
    expect(idsIn(text)).toEqual(before.filter((id) => id !== before[2900]))
  })
})

describe('a stream', () => {
  const numbers = Array.from({ length: 500 }, (_, n) => n)
  const served = async (batches: AsyncGenerator<number[], void>) => {
    const response = streamJson(ASKED, batches, (n) => ({ n }))
    const server = Bun.serve({ port: 0, fetch: () => response })
    return { url: server.url, [Symbol.dispose]: () => void server.stop(true) }
  }

  test('that fails before the first batch fails as a whole, to be answered with its own status', async () => {
    async function* broken(): AsyncGenerator<number[], void> {
      yield await Promise.reject(new Error('no database'))
    }
    await expect(streamJson(ASKED, broken(), (n) => n)).rejects.toThrow('no database')
  })

  test('that fails in the middle breaks the connection off', async () => {
    async function* broken(): AsyncGenerator<number[], void> {
      for (let batch = 0; batch < 4; batch++) yield numbers
      throw new Error('no database')
    }
    using server = await served(broken())
    // Whether the answer's head still arrives or not: what never arrives is an end that a client would believe.
    await expect(fetch(server.url).then((response) => response.text())).rejects.toThrow()
  })

  test('reads no further than its reader', async () => {
    let read = 0
    async function* endless(): AsyncGenerator<number[], void> {
      for (; ; read++) yield numbers
    }
    const response = await streamJson(ASKED, endless(), (n) => n)
    const reader = response.body!.getReader()
    for (let part = 0; part < 5; part++) await reader.read()
    await Bun.sleep(50)
    expect(read).toBeLessThan(8)
    await reader.cancel()
  })

  test('ends its reading when the reader goes away', async () => {
    const ended = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<number[], void> {
      try {
        while (true) yield numbers
      } finally {
        ended.resolve()
      }
    }
    using server = await served(endless())
    const leaving = new AbortController()
    const response = await fetch(server.url, { signal: leaving.signal })
    await response.body!.getReader().read()
    leaving.abort()
    await ended.promise
  })
})
