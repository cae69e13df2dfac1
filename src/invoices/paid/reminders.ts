import { gt, isNull, lte, or, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { agencies, invoices } from '#db/schema.ts'
import { isAddressOf } from '#src/accounts/people/mail-addresses.ts'
import { dayOf, daysLater } from '#src/domain/dates.ts'
import { MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import { pounds } from '#src/domain/money.ts'
import { notifyOfInvoices } from '#src/emails/notify-invoices.ts'
import { addressesFor } from '#src/invoices/statements/addresses.ts'
import { env } from '#src/runtime/env.ts'
import { transaction } from '#src/writes/transaction.ts'

const DAYS_BETWEEN = 7

type Line = { number: string; dueOn: string; pence: number }
/** `agentId` where all are of one agent's jobs. */
type LateOf = { agency: string; agentId: string | null; count: number; pence: number; lines: Line[] }

const lateByAgency = async (day: string) =>
  (await db.execute(sql`
    select late.agency, late."agentId", late.count, late.pence, lines from (
      select lower(${invoices.agency}) as key, min(${invoices.agency}) as agency, count(*)::int,
        (sum(${invoices.amount}) * 100)::float8 as pence,
        case when count(distinct coalesce(${invoices.agentId}::text, '')) = 1 then min(${invoices.agentId}::text) end as "agentId"
      from ${invoices} where ${invoiceSql.isOverdue(day)} and trim(${invoices.agency}) <> '' group by 1
    ) late cross join lateral (
      select jsonb_agg(line) as lines from (
        select ${invoices.invoiceNumber} as number, ${invoices.dueOn} as "dueOn", (${invoices.amount} * 100)::bigint as pence
        from ${invoices} where ${invoiceSql.isOverdue(day)} and lower(${invoices.agency}) = late.key
        order by ${invoices.dueOn}, ${invoices.id} limit ${literal(MAX_GATHERED)}
      ) line
    ) first`)) as LateOf[]

/** Each agency with an address at most once a week. Returns how many were reminded. */
export async function remindAgencies(day: string, every = env.INVOICE_REMINDERS): Promise<number> {
  if (every === 'off') return 0
  const late = await lateByAgency(day)
  const addresses = await addressesFor(
    'agency',
    late.map(({ agency }) => agencyKeyOf(agency)),
  )
  let reminded = 0
  for (const one of late) {
    const to = addresses.get(agencyKeyOf(one.agency))
    if (to && (await remindAgency(to, one, day))) reminded++
  }
  return reminded
}

async function remindAgency(to: string, { agency, agentId, lines, ...sums }: LateOf, day: string): Promise<boolean> {
  return transaction(async (tx) => {
    const claimed = await tx
      .insert(agencies)
      .values({ key: agencyKeyOf(agency), name: agency, remindedOn: day })
      .onConflictDoUpdate({
        target: agencies.key,
        set: { remindedOn: day },
        setWhere: or(
          isNull(agencies.remindedOn),
          lte(agencies.remindedOn, daysLater(day, -DAYS_BETWEEN)),
          gt(agencies.remindedOn, day),
        ),
      })
      .returning({ key: agencies.key })
    if (claimed.length === 0) return false
    const told = lines.map(({ number, dueOn, pence }) => `${number}, ${pounds(pence)}, due ${dayOf(dueOn)}`)
    const path = (await isAddressOf(tx, to, agentId)) ? '/invoices?state=late' : ''
    await notifyOfInvoices(tx, 'invoices_late', { to, agency, ...sums, lines: told, path })
    return true
  })
}
