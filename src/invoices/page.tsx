import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { letterhead } from '#src/http/respond/letterhead.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { InvoicePage } from '#views/invoices/details.tsx'
import { exportsOf } from './files/queries.ts'
import { invoiceVisibleTo } from './queries.ts'

export const invoicePages = new Elysia({ name: 'invoice-pages' })
  .use(signedIn)
  .get('/invoices/:id', async ({ user, request, params }) => {
    const invoice = await invoiceVisibleTo(authorize(user, 'readInvoices'), params.id)
    const shown = { invoice, exports: await exportsOf(user, invoice.id), letterhead: letterhead(), reader: user.role }
    return page(request, <InvoicePage frame={frameOf(request, user)} {...shown} />)
  })
