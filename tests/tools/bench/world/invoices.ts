import { startEmbedded } from '#db/embedded/start.ts'
import { FILLING, openSocket, settle } from './world.ts'

/** Gives the invoices of a world on which nothing runs their days and states: most are paid, some owed or void. */
export async function spread(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, settings: FILLING })
  const sql = openSocket(server.socketFolder)
  const [{ found }] = await sql`select count(*)::int as found from invoices where due_on is null`
  if (found > 0) {
    await sql`with numbered as (select id, row_number() over (order by invoice_date, id) as n from invoices)
      update invoices i set due_on = invoice_date::date + 14, net = amount, vat = case when n % 3 = 0 then 12 else 0 end,
        amount = amount + case when n % 3 = 0 then 12 else 0 end,
        paid_on = case when n % 10 < 7 then invoice_date::date + 20 end,
        voided_at = case when n % 10 = 7 then invoice_date + interval '2 days' end
      from numbered where numbered.id = i.id`
    while ((await sql`select fold_invoice_sums(100000) as folded`)[0].folded > 0);
  }
  console.log(`  ${found} invoices were given their states`)
  await settle(server.socketFolder, sql)
  await server.stop()
}
