import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { filePartsOf, fileRowsOf, headingsOf } from '#src/domain/invoice/files/columns.ts'
import type { ShownFile } from '#src/domain/invoice/files/preview.ts'
import { type Codes, fitsInFile } from '#src/domain/invoice/files/program.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { type FieldErrors, type Typed, textsOf } from '#src/http/input.ts'
import { joinedTexts, type Query } from '#src/http/query.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { chosenInvoices } from '#src/invoices/found/chosen.ts'
import { INVOICE_FILTERS } from '#src/invoices/lists.ts'
import { numbersOf } from '#src/invoices/queries.ts'
import { transaction } from '#src/writes/transaction.ts'
import { AccountingFilePage } from '#views/invoices/accounting-file.tsx'
import { noteExport, rememberCodes } from './actions.ts'
import { booksOf } from './books.ts'
import { fileResponse } from './file.ts'
import { codesIn } from './input.ts'
import {
  bookedBatches,
  codesFor,
  contactsOf,
  type FileOf,
  fileAsked,
  lastExport,
  leftByHand,
  sumsOfFile,
} from './queries.ts'

const PATH = '/invoices/files'
const ROWS_SHOWN = 2

async function ofTicked(user: Actor, request: Request, typed: Typed): Promise<Response> {
  const { ids } = await transaction(() => chosenInvoices(user, typed))
  if (ids.length === 0) throw new Refused('Please select at least one.')
  const numbers = await numbersOf(user, ids)
  return seeOther(request, withQuery(PATH, { number: joinedTexts(numbers) }))
}

async function firstRows(user: Actor, file: FileOf, codes: Codes) {
  const rows: (readonly string[])[] = []
  for await (const batch of bookedBatches(user, file)) {
    for (const invoice of batch)
      rows.push(
        ...fileRowsOf(file.program, file.books, codes, invoice, filePartsOf(file.program, invoice, !file.sinceLast)),
      )
    if (rows.length >= ROWS_SHOWN) break
  }
  return rows.slice(0, ROWS_SHOWN)
}

async function shownFile(user: Actor, query: Query, typed?: Codes): Promise<ShownFile> {
  const file = fileAsked(user, query)
  const codes = typed ?? (await codesFor(user, file.program, file.books))
  const isSage = file.program === 'sage'
  const [sums, last, rows, byHand, contacts] = await Promise.all([
    sumsOfFile(user, file),
    lastExport(user, file),
    firstRows(user, file, codes),
    leftByHand(user, file),
    isSage ? contactsOf(user, file) : [],
  ])
  return {
    ...{ program: file.program, books: file.books, mayBe: booksOf(user), filter: INVOICE_FILTERS.typed(query) },
    ...{ sinceLast: file.sinceLast, last, sums, rows, byHand, codes, contacts },
    headings: headingsOf(file.program),
    isZip: !fitsInFile(file.program, sums),
  }
}

async function show(user: Actor, request: Request, query: Query, errors?: FieldErrors, typed?: Codes) {
  const shown = await shownFile(user, query, typed)
  return page(
    request,
    <AccountingFilePage frame={frameOf(request, user)} {...shown} errors={errors} />,
    errors ? 422 : 200,
  )
}

export const accountingFilePages = new Elysia({ name: 'accounting-file-pages' })
  .use(signedIn)
  .get(PATH, ({ user, request, query }) => show(authorize(user, 'readInvoices'), request, query))
  .post(PATH, async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'readInvoices'), request)
    if (form.typed.pick === 'yes')
      return handleForm(form, { back: '/invoices', work: () => ofTicked(user, request, form.typed) })
    const file = fileAsked(user, form.typed)
    return handleForm(form, {
      back: withQuery(PATH, { for: file.program, as: file.books, ...INVOICE_FILTERS.typed(form.typed) }),
      invalid: ({ errors }) => show(user, request, form.typed, errors, textsOf(form.typed)),
      work: async () => {
        const { value: codes, errors } = codesIn(form.typed, file.program)
        if (errors) throw new Invalid(errors)
        await rememberCodes(user, file, codes)
        const ended = (all: Parameters<typeof noteExport>[2]) => noteExport(user, file, all)
        return fileResponse(request, { user, file, codes, ended }, await sumsOfFile(user, file))
      },
    })
  })
