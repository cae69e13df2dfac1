import { type Static, Type } from '@sinclair/typebox'
import { INVOICE_TYPES, PAID_BY } from '#src/domain/invoice/invoice.ts'
import { VAT_RATES } from '#src/domain/vat.ts'
import {
  COUNT,
  choice,
  DAY_SCHEMA,
  INSTANT_SCHEMA,
  MONEY,
  objectSchema,
  orNull,
  PROBLEM_CODE,
  TEXT,
  TOTAL,
  UUID,
  withDescription,
} from '#src/http/schemas.ts'
import { RESULT } from '#src/jobs/schemas.ts'
import { REFUSED } from '#src/writes/each.ts'

const INVOICE_NUMBER = Type.String({
  pattern: '^INV-\\d{6,}$',
  description: 'Without gaps, and never used again.',
  examples: ['INV-000001'],
})
const AMOUNT = withDescription(MONEY, 'Pounds, with two decimals.', '60.00')
const DELETED = { description: 'Null where it has been deleted.' }

const EARLIER = { description: 'Null for an invoice of an earlier version.' }

const InvoiceLine = objectSchema('InvoiceLine', 'VAT is rounded half up to the penny for each line.', {
  description: TEXT,
  quantity: Type.Number(),
  unitPrice: withDescription(MONEY, 'Without VAT.', '60.00'),
  vatRate: choice(VAT_RATES, { description: 'In percent.' }),
  net: MONEY,
  vat: MONEY,
})

export const InvoiceSchema = objectSchema(
  'Invoice',
  'What was invoiced of one visit or quote. Names and address are copies.',
  {
    id: UUID,
    invoiceNumber: INVOICE_NUMBER,
    type: choice(INVOICE_TYPES, { description: "contractor_visit (a visit's fee) or quote (the work of a quote)." }),
    jobId: orNull(UUID, DELETED),
    contractorId: orNull(UUID, DELETED),
    visitId: orNull(UUID, { description: 'Null for a quote, and where the visit has been deleted.' }),
    quoteId: orNull(UUID, { description: 'Null for a visit, and where the quote has been deleted.' }),
    description: withDescription(TEXT, 'What it is for.', 'Visit fee: Topped up the pressure and bled the radiators.'),
    lines: Type.Unsafe<Static<typeof InvoiceLine>[] | null>({
      type: ['array', 'null'],
      items: InvoiceLine,
      description: 'Null for an invoice of an earlier version, of whose VAT nothing is known.',
    }),
    net: withDescription(MONEY, 'Without VAT.', '60.00'),
    vat: withDescription(MONEY, 'Of all lines together.', '12.00'),
    amount: withDescription(MONEY, 'With VAT.', '72.00'),
    contractorName: TEXT,
    contractorCompany: orNull(TEXT),
    contractorAddress: orNull(TEXT),
    contractorVatNumber: orNull(TEXT, { examples: ['GB123456789'] }),
    agency: orNull(TEXT),
    jobRef: orNull(TEXT),
    propertyName: orNull(TEXT),
    propertyAddress: TEXT,
    invoiceDate: INSTANT_SCHEMA,
    taxPoint: orNull(DAY_SCHEMA, EARLIER),
    dueOn: orNull(DAY_SCHEMA, EARLIER),
    paidOn: orNull(DAY_SCHEMA, { description: 'Null as long as it is not marked as paid.' }),
    paidBy: Type.Unsafe<(typeof PAID_BY)[number] | null>({ enum: [...PAID_BY, null] }),
    voidedAt: orNull(INSTANT_SCHEMA, { description: 'Null for an invoice in force.' }),
    voidReason: orNull(TEXT),
    creditNote: orNull(TEXT, {
      description: 'The number of the credit note that voiding made.',
      examples: ['CN-000001'],
    }),
    replaces: orNull(UUID, { description: 'The voided invoice that it replaces.' }),
    replacesNumber: orNull(TEXT, { description: 'Its number, also when it has been deleted.' }),
    replacedBy: orNull(UUID, { description: 'The invoice that replaces it.' }),
    replacedByNumber: orNull(TEXT, { description: 'Its number, also when it has been deleted.' }),
    createdAt: INSTANT_SCHEMA,
    updatedAt: INSTANT_SCHEMA,
  },
)
export const Invoices = Type.Array(InvoiceSchema)

const SUM = { count: COUNT, amount: TOTAL }
const Sum = objectSchema('Sum', 'How many, and what they come to.', SUM)

export const Sums = objectSchema('Sums', 'What whole lists come to.', {
  quotes: Type.Object({ pending: Sum, approved: Sum, declined: Sum }, { description: 'By their decision.' }),
  quoteWork: Type.Object({ toInvoice: Sum, done: Sum }, { description: '`done` is also what has been invoiced.' }),
  visitsToInvoice: COUNT,
  invoices: COUNT,
})

const ItemInvoiced = objectSchema('ItemInvoiced', 'An item that went.', {
  ...RESULT,
  status: choice([201]),
  message: orNull(TEXT, { description: 'Null, as there is nothing to say.' }),
  invoiceId: UUID,
  invoiceNumber: INVOICE_NUMBER,
  amount: AMOUNT,
})
const ItemRefused = objectSchema('ItemRefused', 'An item that did not.', {
  ...RESULT,
  status: choice(REFUSED, { description: 'What the call for one item would have answered.' }),
  code: PROBLEM_CODE,
  message: withDescription(TEXT, 'Why, in words.'),
})
export const InvoiceResults = objectSchema('InvoiceResults', 'What became of each.', {
  results: Type.Array(Type.Union([ItemInvoiced, ItemRefused]), {
    description: "In the order of the request; id is the visit's or quote's.",
  }),
})
