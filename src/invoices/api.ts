import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { said, streamJson } from '#src/web/json.ts'
import { may, signedIn } from '#src/web/session.ts'
import { deleteInvoice } from './actions.ts'
import { invoiceJson } from './json.ts'
import { allInvoices } from './queries.ts'

const list = ({ user }: { user: Actor }) => {
  may(user, 'readInvoicing')
  return streamJson(allInvoices(), invoiceJson)
}

export const invoicesApi = new Elysia({ name: 'invoices-api' })
  .use(signedIn)
  .get('/api/invoiced-items', list)
  // The development variant's name for the same list.
  .get('/api/dev/invoiced-items', list)
  .delete('/api/invoices/:id', async ({ user, params, query }) => {
    const hard = query.hardDelete === 'true'
    await deleteInvoice(user, params.id, hard)
    return said(
      hard ? 'The invoice has been permanently deleted.' : 'The invoice has been deleted and its item restored.',
    )
  })
