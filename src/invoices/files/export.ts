import type { Actor } from '#src/domain/account/account.ts'
import { BOOKS, PROGRAMS } from '#src/domain/invoice/files/program.ts'
import { correctedList, tellSearchedFor } from '#src/http/list/listing.ts'
import { oneValueOf } from '#src/http/parameters.ts'
import { oneOf, type Query } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { INVOICE_COLUMNS } from '#src/invoices/csv.ts'
import { invoicesFor } from '#src/invoices/lists.ts'
import { fileResponse } from './file.ts'
import { codesFor, fileAsked, sumsOfFile } from './queries.ts'

const FORMS = ['plain', ...PROGRAMS] as const

export const FILE_PARAMETERS = {
  for: oneValueOf('The columns: plain, or what the program imports, with the codes that were given last.', FORMS),
  as: oneValueOf(`Whose books, for a program: an agent has bills, a contractor sales.`, BOOKS),
}

/** Notes nothing as exported: a script is asked again after a lost answer. */
export async function exportInvoices(user: Actor, query: Query, request: Request): Promise<Response> {
  const program = oneOf('for', FORMS, query.for) ?? 'plain'
  const file = fileAsked(user, { ...query, for: program === 'plain' ? '' : program, since: '' })
  if (program === 'plain') return answerCsv(request, 'invoices', INVOICE_COLUMNS, invoicesFor(user, file.filter))
  const corrected = await correctedList(invoicesFor(user, file.filter))
  const read = corrected ? { ...file, filter: { ...file.filter, search: corrected.search } } : file
  const codes = await codesFor(user, file.program, file.books)
  const response = fileResponse(request, { user, file: read, codes }, await sumsOfFile(user, read))
  return tellSearchedFor(response, corrected)
}
