import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { refsVisibleTo, workVisibleTo } from '#src/jobs/queries.ts'
import { InvoicePage } from '#views/invoices/details.tsx'
import { exportsOf } from './files/exported.ts'
import { invoiceVisibleTo } from './queries.ts'

export const invoicePages = new Elysia({ name: 'invoice-pages' })
  .use(signedIn)
  .get('/invoices/:id', async ({ user, request, params }) => {
    const invoice = await invoiceVisibleTo(authorize(user, 'readInvoices'), params.id)
    const [exports, jobId] = await Promise.all([exportsOf(user, [invoice]), jobToOpen(user, invoice)])
    const shown = {
      invoice,
      exports: exports.get(invoice.id) ?? [],
      jobId,
      letterhead: letterhead(),
      reader: user.role,
    }
    return page(request, <InvoicePage frame={frameOf(request, user)} {...shown} />)
  })

/** Null where its reader may read neither the job nor the work of its quote. */
async function jobToOpen(user: Actor, { jobId, quoteId }: Invoice): Promise<string | null> {
  if (jobId && (await refsVisibleTo(user, [jobId])).has(jobId)) return jobId
  return quoteId && workVisibleTo(user, quoteId)
}
