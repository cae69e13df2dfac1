import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { agencies, invoices, settings } from '#db/schema.ts'
import { anyAccount } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { daysLater, today } from '#src/domain/dates.ts'
import { taxPointOf } from '#src/domain/invoice/days.ts'
import { agencyKeyOf, creditNoteNumber, type Invoice, invoiceNumber } from '#src/domain/invoice/invoice.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { MAX_PENCE, pounds } from '#src/domain/money.ts'
import { type BilledLine, totalsOf } from '#src/domain/vat.ts'
import { recordChange } from '#src/events/record.ts'
import { Invalid } from '#src/http/errors.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { env } from '#src/runtime/env.ts'

type Item = Pick<Invoice, 'type' | 'description'> & {
  visitId?: string
  quoteId?: string
  contractorId: string | null
  linesFor: (vatNumber: string | null) => BilledLine[]
  doneAt: Date
}

export async function issue(tx: Tx, by: Actor, job: JobRow, item: Item): Promise<Invoice> {
  const { type, visitId, quoteId, description, contractorId } = item
  const from = await contractorNow(tx, contractorId)
  const lines = item.linesFor(from.contractorVatNumber)
  const [issuedOn, sums] = [today(), sumsWithin(lines)]
  const values = {
    ...{ type, visitId, quoteId, description, lines, contractorId, jobId: job.id },
    ...from,
    ...sums,
    ...(await agencyNow(tx, job.estateAgency)),
    propertyAddress: job.propertyAddress,
    propertyKey: propertyKeyOf(job.propertyAddress),
    taxPoint: taxPointOf(issuedOn, today(item.doneAt), sums.vat),
    dueOn: daysLater(issuedOn, env.INVOICE_DAYS),
  }
  return insertInvoice(tx, by, values)
}

/** Throws Invalid where VAT takes them above what an invoice may come to. */
export function sumsWithin(lines: readonly BilledLine[]): Pick<Invoice, 'net' | 'vat' | 'amount'> {
  const { net, vatTotal: vat, amount } = totalsOf(lines)
  if (amount > MAX_PENCE) throw new Invalid({ amount: `At most ${pounds(MAX_PENCE)}, VAT included` })
  return { net, vat, amount }
}

type Contractor = Pick<Invoice, 'contractorName' | 'contractorCompany' | 'contractorAddress' | 'contractorVatNumber'>

/** As the account is now; where it has been deleted, as `before`, if that is given. */
export async function contractorNow(tx: Tx, id: string | null, before?: Contractor): Promise<Contractor> {
  const contractor = await anyAccount(tx, id)
  if (before && (!contractor || contractor.deletedAt)) return before
  return {
    contractorName: contractor ? fullName(contractor) : '',
    contractorCompany: contractor?.company ?? null,
    contractorAddress: contractor?.address ?? null,
    contractorVatNumber: contractor?.vatNumber?.trim() || null,
  }
}

export async function agencyNow(tx: Tx, agency: string) {
  const [known] = await tx
    .select({ address: agencies.address })
    .from(agencies)
    .where(eq(agencies.key, agencyKeyOf(agency)))
  return { agency, agencyAddress: known?.address ?? null }
}

type NewInvoice = Omit<typeof invoices.$inferInsert, 'invoiceNumber'>

export async function insertInvoice(tx: Tx, by: Actor, values: NewInvoice): Promise<Invoice> {
  const number = invoiceNumber(await nextNumber(tx, 'invoice_number'))
  const [invoice] = await tx
    .insert(invoices)
    .values({ ...values, invoiceNumber: number })
    .returning()
  const { id, jobId, net, amount } = invoice!
  await recordChange(tx, by, {
    type: 'invoice.issued',
    subjectId: id,
    jobId: jobId ?? undefined,
    data: { invoiceNumber: number },
  })
  return { ...invoice!, net: net ?? amount }
}

/** After the invoice's own number, where one transaction takes both. */
export const nextCreditNote = async (tx: Tx): Promise<string> =>
  creditNoteNumber(await nextNumber(tx, 'credit_note_number'))

// A row, not a sequence: a rollback gives its number back, and leaves no gap. It is locked until commit.
async function nextNumber(tx: Tx, name: 'invoice_number' | 'credit_note_number'): Promise<number> {
  const [row] = await tx
    .insert(settings)
    .values({ name, counter: 1 })
    .onConflictDoUpdate({ target: settings.name, set: { counter: sql`${settings.counter} + 1` } })
    .returning({ counter: settings.counter })
  return row!.counter
}
