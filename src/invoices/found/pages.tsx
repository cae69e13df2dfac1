import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import type { FoundInAll } from '#src/domain/invoice/found.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { Refused } from '#src/http/errors.ts'
import { readCorrected } from '#src/http/list/listing.ts'
import { type Query, queryIn } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { INVOICE_COLUMNS } from '#src/invoices/csv.ts'
import { exportsOf } from '#src/invoices/files/exported.ts'
import { INVOICE_FILTERS, invoicesAmong, invoicesFor } from '#src/invoices/lists.ts'
import { chosenFields, personField } from '#src/jobs/search/filter-choices.ts'
import type { Narrowed } from '#src/jobs/search/filters.ts'
import { transaction } from '#src/writes/transaction.ts'
import { FoundInvoiceItems, FoundInvoices, FoundInvoicesPage, InvoiceSums } from '#views/invoices/found.tsx'
import { FOUND_INVOICES, INVOICE_SUMS, MANY_INVOICES } from '#views/invoices/work-ids.ts'
import { allOf, TickAll, tickAllId } from '#views/ui/input/ticks.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { chosenInvoices } from './chosen.ts'
import { sumsAtOnce, sumsOfFound } from './sums.ts'

const NOTHING: FoundInAll = { count: 0, sums: null }

async function foundInAll(user: Actor, { sums: asked }: Query, narrowed: Narrowed): Promise<FoundInAll> {
  if (asked !== 'all') return sumsAtOnce(user, narrowed)
  const sums = await sumsOfFound(user, narrowed)
  return { count: sums.count, sums }
}

/** What is loaded below a list brings no sums. */
async function shown(user: Actor, query: Query, isMore: boolean) {
  const filter = INVOICE_FILTERS.typed(query)
  const narrowed = INVOICE_FILTERS.narrowedTo(user, filter)
  const found = isMore ? NOTHING : narrowed.search ? null : foundInAll(user, query, narrowed)
  const { items, next, instead } = await readCorrected(invoicesFor(user, narrowed), cursorOf(query))
  const exports = await exportsOf(user, isAdmin(user) ? items : [])
  const address = instead ? { ...filter, search: instead } : filter
  const { count, sums } =
    (await found) ?? (await foundInAll(user, query, { ...narrowed, search: instead ?? narrowed.search }))
  return {
    ...{ items, exports, filter, instead, sums, reader: user.role },
    count: typeof count === 'number' ? count : { atLeast: Math.max(count.atLeast, items.length) },
    sumsHref: withQuery('/invoices', { ...address, sums: 'all' }),
    nextHref: next && withQuery('/invoices', { ...address, cursor: next }),
    exportHref: withQuery('/invoices/export.csv', address),
    fileHref: withQuery('/invoices/files', address),
  }
}

/** Takes an item out of the list; what is loaded and ticked there stays. */
export async function leaveFound(
  user: Actor,
  request: Request,
  list: string,
  item: string,
  toast: ToastMessage,
): Promise<Response> {
  if (!isPartial(request)) return seeOther(request, list, toast)
  const found = await shown(user, queryIn(new URL(list, request.url).searchParams), false)
  const regions =
    found.items.length === 0
      ? { [`#${FOUND_INVOICES}`]: <FoundInvoices {...found} /> }
      : {
          [`#${item}`]: null,
          [`#${INVOICE_SUMS}`]: <InvoiceSums {...found} />,
          [`#${tickAllId(MANY_INVOICES)}`]: <TickAll of={MANY_INVOICES} all={allOf(found.count)} />,
        }
  return partials(request, regions, toast, { closeDialog: true })
}

export function foundListIn(back: unknown): string | undefined {
  const path = ownPath(back)
  return /^\/invoices(\?|$)/.test(path) ? path : undefined
}

export const foundInvoicesPages = new Elysia({ name: 'found-invoices-pages' })
  .use(signedIn)
  .get('/invoices', async ({ user, request, query }) => {
    const list = await shown(authorize(user, 'readInvoices'), query, isPartial(request) && Boolean(query.cursor))
    if (isPartial(request))
      return fragment(request, query.cursor ? <FoundInvoiceItems {...list} /> : <FoundInvoices {...list} />)
    const contractor = list.filter.contractor ?? ''
    const isOpen = query.filters === 'all' || Object.keys(list.filter).some((name) => !/^(search|state)$/.test(name))
    const people = await (isAdmin(user) && isOpen
      ? personField('contractor', contractor)
      : chosenFields(user, 'contractor', contractor))
    return page(
      request,
      <FoundInvoicesPage frame={frameOf(request, user)} {...list} isOpen={isOpen} contractors={people[0]?.options} />,
    )
  })
  .get('/invoices/export.csv', ({ user, request, query }) => {
    authorize(user, 'readInvoices')
    return answerCsv(request, 'invoices', INVOICE_COLUMNS, invoicesFor(user, INVOICE_FILTERS.read(user, query)))
  })
  .post('/invoices/download', async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'readInvoicing'), request)
    return handleForm(form, {
      back: withQuery('/invoices', INVOICE_FILTERS.typed(form.typed)),
      work: async () => {
        const { ids } = await transaction(() => chosenInvoices(user, form.typed))
        if (ids.length === 0) throw new Refused('Please select at least one.')
        return answerCsv(request, 'invoices', INVOICE_COLUMNS, invoicesAmong(user, ids))
      },
    })
  })
