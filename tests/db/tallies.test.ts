import { expect, test } from 'bun:test'
import { rawClient } from '#db/connect/client.ts'
import { readTallies, type Tally } from '#db/query/tallies.ts'
import { JOB_TYPES } from '#src/domain/job/job-type.ts'
import { JOB_STATUSES } from '#src/domain/job/status.ts'
import { QUOTE_STATUSES } from '#src/domain/quote/quote.ts'
import { INVOICING_STATUSES } from '#src/domain/visit/visit.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { aCast, aJob, finishedQuoteWork } from '#tests/support/world.ts'

type Count = { status: string; kind: string; count: number; pence: number }

/** The tallies, each beside what counting everything says. */
async function compared(): Promise<{ what: string; tallied: Tally; counted: Tally }[]> {
  const tally = await readTallies()
  const count = async (text: string): Promise<Count[]> => await rawClient.unsafe(text)
  const jobs = await count(
    'select status::text, job_type::text as kind, count(*)::int, 0 as pence from jobs group by 1, 2',
  )
  const visits = await count(
    `select invoicing_status::text as status, case when photos_urls <> '{}' then 'photos' else '' end as kind,
       count(*)::int, 0 as pence from job_visits group by 1, 2`,
  )
  const quotes = await count(`
    select status::text, case when status <> 'approved' or work_status <> 'completed' then ''
      when invoicing_status = 'pending' then 'to_invoice' else 'done' end as kind,
      count(*)::int, (sum(amount) * 100)::int as pence from quotes group by 1, 2`)
  const invoices = await count(`select '' as status, '' as kind, count(*)::int, 0 as pence from invoices`)
  const pick = (rows: Count[], status: string, kind: string): Tally => {
    const { count = 0, pence = 0 } = rows.find((row) => row.status === status && row.kind === kind) ?? {}
    return { count, pence }
  }
  const kinds = [
    ['jobs', jobs, JOB_STATUSES, JOB_TYPES],
    ['job_visits', visits, INVOICING_STATUSES, ['', 'photos']],
    ['quotes', quotes, QUOTE_STATUSES, ['', 'to_invoice', 'done']],
    ['invoices', invoices, [''], ['']],
  ] as const
  return kinds.flatMap(([of, rows, statuses, groups]) =>
    statuses.flatMap((status) =>
      groups.map((kind) => ({
        what: `${of} ${status} ${kind}`,
        tallied: tally(of, { status: [status], kind }),
        counted: pick(rows, status, kind),
      })),
    ),
  )
}

async function expectExact(): Promise<void> {
  for (const { what, tallied, counted } of await compared()) expect({ what, ...tallied }).toEqual({ what, ...counted })
}

test('tallies are what counting says, wherever the actions lead', async () => {
  const cast = await aCast()
  await expectExact()
  const [pending, completed, asked, , done] = await Promise.all([
    aJob(cast),
    aJob(cast, 'completed'),
    aJob(cast, 'quote_pending'),
    aJob(cast, 'in_progress'),
    finishedQuoteWork(cast),
  ])
  await expectExact()
  const tally = await readTallies()
  expect(tally('jobs').count).toBe(6)
  expect(tally('quotes', { kind: 'to_invoice' })).toEqual({ count: 1, pence: 48_000 })
  await markQuoteInvoiced(cast.admin, done.quote.id)
  await markVisitInvoiced(cast.admin, completed.visits[0]!.id)
  await declineQuote(cast.agent, asked.quotes[0]!.id)
  await cancelJob(cast.admin, pending.id, 'Sold')
  await expectExact()
  await rawClient`update job_visits set photos_urls = array['/objects/x']`
  await expectExact()
  await deleteJob(cast.admin, done.parent.id)
  await deleteJob(cast.admin, completed.id)
  await expectExact()
})

test('a change that is rolled back is never counted', async () => {
  const cast = await aCast()
  const job = await aJob(cast)
  await rawClient
    .begin(async (tx) => {
      await tx`update jobs set status = 'completed' where id = ${job.id}`
      throw new Error('undone')
    })
    .catch(() => null)
  await expectExact()
})

test('thousands of changes at once are summed up on the way, and none is lost', async () => {
  const cast = await aCast()
  const jobs = await Promise.all(Array.from({ length: 10 }, () => aJob(cast)))
  await Promise.all(
    jobs.map(async ({ id }) => {
      for (let turn = 0; turn < 150; turn++)
        await rawClient`update jobs set status = ${turn % 2 ? 'pending' : 'completed'} where id = ${id}`
    }),
  )
  await expectExact()
  const [rows] = await rawClient`select count(*)::int from tallies`
  // 3,000 rows were written; with one sum in a hundred changes, more than 2,500 unsummed would be a miracle.
  expect(rows.count).toBeLessThan(2500)
})

test('counting everything anew gives the same', async () => {
  const cast = await aCast()
  await finishedQuoteWork(cast)
  const before = await compared()
  await rawClient`select tally_everything()`
  expect(await compared()).toEqual(before)
})
