import { expect, test } from 'bun:test'
import { databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import { at } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'
import { aQuotedJob, must } from './stories.ts'

const why = await whyNotSeveral()
const OF_EACH = 13

const numbered = (series: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${series}-${String(n + 1).padStart(6, '0')}`)

test.skipIf(why !== null)(
  'fifty voids, replacements, new invoices and deletions at once, with kill -9 in the middle, give no number twice and leave no gap but where one was deleted',
  async () => {
    await using several = await startSeveral({ count: 2 })
    const [killed, other] = several.fettles
    await using sql = databaseOf(killed!.env)
    const cast = await gather(killed!, { agents: 1, contractors: 1, admins: 1 })
    const admin = cast.admins[0]!
    await sql`update users set vat_number = 'GB123456789' where role = 'contractor'`
    const visits: string[] = []
    for (let made = 0; made < 4 * OF_EACH; made++) visits.push((await aQuotedJob(cast, `Mill Lane ${made}`)).visit)
    const invoice = (visit: string) => must(admin, 'POST', `/api/visits/${visit}/mark-invoiced`)
    const ids = await Promise.all(visits.slice(0, 3 * OF_EACH).map(async (visit) => (await invoice(visit)).id!))
    const part = (nth: number) => ids.slice(nth * OF_EACH, (nth + 1) * OF_EACH)
    const body = { reason: 'Wrong' }
    const calls = [
      part(0).map((id) => ({ method: 'POST', path: `/api/invoices/${id}/void`, body })),
      part(1).map((id) => ({
        ...{ method: 'POST', path: `/api/invoices/${id}/void` },
        body: { ...body, replaceWith: { amount: '45.00' } },
      })),
      part(2).map((id) => ({ method: 'DELETE', path: `/api/invoices/${id}` })),
      visits.slice(3 * OF_EACH).map((visit) => ({ method: 'POST', path: `/api/visits/${visit}/mark-invoiced` })),
    ]
    const mixed = Array.from({ length: OF_EACH }, (_, n) => calls.map((kind) => kind[n]!)).flat()

    let answered = 0
    const blow = Promise.withResolvers<void>()
    const sending = mixed.map(async (call, n) => {
      const answer = await at(admin, several.urls[n % 2]!).send(call)
      if (++answered === 16) blow.resolve()
      return { call, answer }
    })
    await blow.promise
    killed!.kill('SIGKILL')
    const answers = await Promise.all(sending)
    const lost = answers.filter(({ answer }) => answer.status === null)
    expect(lost.length).toBeGreaterThan(0)
    expect(answers.filter(({ answer: { status } }) => status !== null && status > 299)).toEqual([])

    // Each that had no answer is asked again, where it was not done.
    for (const { call } of lost) {
      const { status } = await at(admin, other!.url).send(call)
      expect(call.method === 'DELETE' ? [200, 404] : [200, 201, 409]).toContain(status!)
    }
    const rows: { number: string; note: string | null; void: boolean; by: string | null; of: string | null }[] =
      await sql`select invoice_number as number, credit_note as note, voided_at is not null as void,
        replaced_by_number as by, replaces_number as of from invoices order by 1`
    const gone: { number: string }[] =
      await sql`select data ->> 'invoiceNumber' as number from changes where type = 'invoice.deleted'`
    const issued: { number: string }[] =
      await sql`select data ->> 'invoiceNumber' as number from changes where type = 'invoice.issued'`
    const [counter] = await sql`select counter::int from settings where name = 'invoice_number'`
    expect([...rows, ...gone].map(({ number }) => number).sort()).toEqual(numbered('INV', 5 * OF_EACH))
    expect(issued.map(({ number }) => number).sort()).toEqual(numbered('INV', counter.counter))
    expect(counter.counter).toBe(5 * OF_EACH)
    expect(gone).toHaveLength(OF_EACH)
    const voided = rows.filter((row) => row.void)
    expect(voided.map(({ note }) => note).sort()).toEqual(numbered('CN', 2 * OF_EACH))
    const replaced = voided.filter(({ by }) => by)
    expect(replaced).toHaveLength(OF_EACH)
    for (const { number, by } of replaced) expect(rows.find((row) => row.number === by)?.of).toBe(number)
    const [sums] = await sql`
      select (select json_build_array(count(*), count(voided_at), sum(net) * 100, sum(vat) * 100) from invoices) as each,
        (select json_build_array(sum(count), sum(count) filter (where is_void), sum(net), sum(vat)) from (
          select * from invoice_sums union all select * from invoice_sum_changes) kept
        where "of" = invoice_sums_of(null, null)) as kept`
    expect(sums.kept.map(Number)).toEqual(sums.each.map(Number))
    console.log(
      `${mixed.length} at once, ${lost.length} without an answer by kill -9; ${counter.counter} numbers given,`,
    )
    console.log(
      `${rows.length} kept of which ${voided.length} void, ${gone.length} deleted; ${voided.length} credit notes`,
    )
  },
  300_000,
)
