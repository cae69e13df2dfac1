import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import { QUOTE_STATUSES } from '#src/domain/quote/quote.ts'
import { jobVisibleTo, readForAdmins } from '#src/jobs/queries.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { reviseQuote, withdrawQuote } from '#src/quotes/changes.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, complete, withQuote } from '#tests/support/world.ts'

const cast = castOfEachTest()
const quoteAgain = (id: string, quoteAmount: number) => complete(cast.contractor, id, withQuote({ quoteAmount }))
const newestOf = async (id: string) => (await jobVisibleTo(cast.admin, id)).quotes.at(-1)!.id

/** What the rows, JSON and CSV say. */
async function shown(id: string) {
  const [ada, olivia] = await Promise.all([signedInAs(cast.admin), signedInAs(cast.agent)])
  const row = await read(ada.get('/admin/jobs'))
  const dashboard = await read(ada.get('/'))
  const { quote } = (await (await olivia.get(`/api/jobs/${id}`)).json()) as { quote: number }
  const csv = await (await olivia.get('/api/jobs/export.csv')).text()
  return {
    row: /£[\d.]+/.exec(row.words)?.[0],
    dashboard: /£[\d.]+/.exec(dashboard.words.slice(dashboard.words.indexOf('Active Jobs in Progress')))?.[0],
    quote,
    csv: /,(\d+\.\d\d),\d+,20/.exec(csv)?.[1],
  }
}

test('a job shows the amount of the quote that is offered, not that of one declined or withdrawn before', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  await declineQuote(cast.agent, await newestOf(id), { askAgain: true, reason: 'Too dear' })
  await quoteAgain(id, 300)
  expect(await shown(id)).toEqual({ row: '£300.00', dashboard: '£300.00', quote: 300, csv: '300.00' })
  await reviseQuote(cast.contractor, await newestOf(id), { quoteAmount: 310 })
  expect(await shown(id)).toMatchObject({ row: '£310.00', quote: 310 })
  await withdrawQuote(cast.contractor, await newestOf(id), 'Wrong parts')
  // None is offered: the newest.
  expect(await shown(id)).toEqual({ row: '£310.00', dashboard: '£310.00', quote: 310, csv: '310.00' })
})

test('rows that read the amount alone and pages that read all quotes agree, whatever became of the quotes', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  for (const amount of [200, 300]) {
    await withdrawQuote(cast.contractor, await newestOf(id), 'Wrong')
    await quoteAgain(id, amount)
  }
  const amounts = new Set<number | null>()
  for (const first of QUOTE_STATUSES)
    for (const second of QUOTE_STATUSES)
      for (const third of QUOTE_STATUSES) {
        if ([first, second, third].filter((status) => status === 'pending').length > 1) continue
        await db.execute(sql`update quotes set status = 'declined'`)
        await db.execute(sql`update quotes set status = (case amount
          when 480 then ${first} when 200 then ${second} else ${third} end)::quote_status`)
        const [row] = await readForAdmins(cast.admin, {})
        const whole = amountOf(await jobVisibleTo(cast.admin, id))
        expect([first, second, third, row!.amount]).toEqual([first, second, third, whole])
        amounts.add(whole)
      }
  expect(amounts).toEqual(new Set([480_00, 200_00, 300_00]))
})
