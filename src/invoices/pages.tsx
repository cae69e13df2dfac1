import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { activity } from '#src/dashboards/activity.ts'
import { emailFigures } from '#src/emails/admin-queries.ts'
import { env } from '#src/env.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { deleteQuote } from '#src/quotes/actions.ts'
import { quoteVisibleTo, quoteWorkById } from '#src/quotes/queries.ts'
import { quoteValues } from '#src/quotes/totals.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { visitById } from '#src/visits/queries.ts'
import { readCursor } from '#src/web/cursor.ts'
import { check, type FieldErrors, readForm } from '#src/web/input.ts'
import { fragment, frameOf, isPartial, page } from '#src/web/respond.tsx'
import { Activity } from '#views/dashboards/activity.tsx'
import { AdminDashboardPage } from '#views/dashboards/admin.tsx'
import { UnsentEmails } from '#views/dashboards/unsent-emails.tsx'
import { invoiceDeletion } from '#views/invoices/invoice-item.tsx'
import { quoteDeletion, sendingQuote } from '#views/invoices/quote-item.tsx'
import { SendVisit, SendVisitPage } from '#views/invoices/send-visit.tsx'
import { visitDeletion } from '#views/invoices/visit-item.tsx'
import { tabHref, Work, WorkItems } from '#views/invoices/work.tsx'
import { invoiceId, quoteItemId, visitItemId } from '#views/invoices/work-ids.ts'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from './actions.ts'
import { FeeForm, feeRule } from './input.ts'
import { INVOICE_DELETED, WORK_TABS, type WorkTab } from './invoice.ts'
import { refuseUnbilled } from './invoiced.ts'
import { leaveWork } from './leave-work.tsx'
import { workList } from './lists.ts'
import { invoiceById, workCounts } from './queries.ts'

type Asked = { user: Actor; request: Request; query: Record<string, string | undefined> }

const tabOf = (text: string | undefined): WorkTab => WORK_TABS.find((tab) => tab === text) ?? 'active'

/** GET / of an administrator: a page, for htmx the opened tab (`?tab=`) or its next items (`&cursor=`). */
export async function adminDashboard({ user, request, query }: Asked): Promise<Response> {
  may(user, 'openAdminScreens')
  const cursor = readCursor(query.cursor)
  const list = workList(user, tabOf(query.tab), cursor)
  if (isPartial(request) && cursor) return fragment(request, <WorkItems {...(await list)} />)
  if (isPartial(request)) return fragment(request, <Work list={await list} counts={await workCounts()} />)
  const [items, counts, weeks, values, emails] = await Promise.all([
    list,
    workCounts(),
    activity(),
    quoteValues(),
    emailFigures(),
  ])
  return page(
    request,
    <AdminDashboardPage frame={frameOf(request, user)} list={items} counts={counts}>
      <Activity {...weeks} quoteValues={values} />
      <UnsentEmails {...emails} />
    </AdminDashboardPage>,
  )
}

const isConfirmed = async (request: Request) => (await readForm(request)).confirmed === 'yes'

type Refusal = { typed: string; errors: FieldErrors }

/** The form that asks for a visit's fee, in the dialog or as a page; with `refusal` the answer to what was typed. */
async function askFee(user: Actor, request: Request, id: string, refusal?: Refusal): Promise<Response> {
  may(user, 'markInvoiced')
  const visit = await visitById(id)
  refuseUnbilled(visit)
  const asked = { visit, usual: env.VISIT_FEE, ...refusal }
  const status = refusal ? 422 : 200
  return isPartial(request)
    ? fragment(request, <SendVisit {...asked} />, { status })
    : page(request, <SendVisitPage frame={frameOf(request, user)} {...asked} />, status)
}

/** What the administrator does on the dashboard's lists of visits, quotes and invoices. */
export const invoicesPages = new Elysia({ name: 'invoices-pages' })
  .use(signedIn)
  .get('/admin/visits/:id/invoice', async ({ user, request, params }) => askFee(user, request, params.id))
  .post('/admin/visits/:id/invoice', async ({ user, request, params }) => {
    may(user, 'markInvoiced')
    const typed = await readForm(request)
    if (typed.amount === undefined) return askFee(user, request, params.id)
    const { value, errors } = check(FeeForm, typed, feeRule)
    if (errors) return askFee(user, request, params.id, { typed: String(typed.amount), errors })
    const { invoiceNumber } = await markVisitInvoiced(user, params.id, value)
    const toast = { title: 'Sent to Invoiced', text: `Invoice ${invoiceNumber} was created.` }
    return leaveWork(user, request, 'visits', visitItemId(params.id), toast)
  })
  .post('/admin/quotes/:id/invoice', async ({ user, request, params }) => {
    may(user, 'markInvoiced')
    if (!(await isConfirmed(request))) {
      const question = sendingQuote(await quoteWorkById(user, params.id))
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={tabHref('quotes')} />)
    }
    const { invoiceNumber } = await markQuoteInvoiced(user, params.id)
    const toast = { title: 'Sent to Invoiced', text: `Invoice ${invoiceNumber} was created.` }
    return leaveWork(user, request, 'quotes', quoteItemId(params.id), toast)
  })
  .post('/admin/visits/:id/delete', async ({ user, request, params }) => {
    may(user, 'deleteVisit')
    if (!(await isConfirmed(request))) {
      const question = visitDeletion(await visitById(params.id))
      const where = { action: `/admin/visits/${params.id}/delete`, back: tabHref('visits') }
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} {...where} />)
    }
    await deleteVisit(user, params.id)
    const toast = { title: 'Visit Deleted', text: 'The visit has been successfully deleted.' }
    return leaveWork(user, request, 'visits', visitItemId(params.id), toast)
  })
  .post('/admin/quotes/:id/delete', async ({ user, request, params }) => {
    may(user, 'deleteQuote')
    if (!(await isConfirmed(request))) {
      const question = quoteDeletion(await quoteVisibleTo(user, params.id))
      const where = { action: `/admin/quotes/${params.id}/delete`, back: tabHref('quotes') }
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} {...where} />)
    }
    await deleteQuote(user, params.id)
    const toast = { title: 'Quote Deleted', text: 'The quote has been successfully deleted.' }
    return leaveWork(user, request, 'quotes', quoteItemId(params.id), toast)
  })
  .post('/admin/invoices/:id/delete', async ({ user, request, params }) => {
    may(user, 'deleteInvoice')
    const form = await readForm(request)
    if (form.confirmed !== 'yes') {
      const question = invoiceDeletion(await invoiceById(params.id))
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back={tabHref('invoiced')} />)
    }
    const left = await deleteInvoice(user, params.id, form.hardDelete === 'true')
    const text = left === 'restored' ? 'Its item is ready for invoicing again.' : INVOICE_DELETED[left]
    return leaveWork(user, request, 'invoiced', invoiceId(params.id), { title: 'Invoice Deleted', text })
  })
