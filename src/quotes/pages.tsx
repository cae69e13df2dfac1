import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { can } from '#src/domain/permissions.ts'
import { otherVersion } from '#src/domain/quote/quote.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type Typed, textsOf } from '#src/http/input.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, fragmentOrPage, seeOther } from '#src/http/respond/respond.tsx'
import { handleListForm, isList, listBehind } from '#src/jobs/search/list-behind.tsx'
import { landlordLinks } from '#src/links/landlords.ts'
import { env } from '#src/runtime/env.ts'
import { Approve, type ApproveProps } from '#views/quotes/approve.tsx'
import { Decline, type DeclineProps } from '#views/quotes/decline.tsx'
import { QuoteDetails } from '#views/quotes/details.tsx'
import { QuoteItems, QuoteList, QuotesPage } from '#views/quotes/list.tsx'
import { setPhotosKept } from '#views/quotes/photos-lost.ts'
import { approveQuote, declineQuote, refuseDecided, refuseExpired } from './actions.ts'
import { Approval, RefusalInput, refusalRule } from './input.ts'
import { quoteListOf } from './lists.ts'
import { revisionsOf } from './revisions.ts'
import { quoteWithCompeting } from './side-by-side.ts'

const typedVersion = ({ version }: Typed): number | undefined => (version === undefined ? undefined : Number(version))

function showApprove(user: Actor, request: Request, shown: Omit<ApproveProps, 'live'>): Promise<Response> {
  refuseDecided(shown.quote)
  refuseExpired(shown.quote)
  return dialogOrPage({ user, request }, Approve, { ...shown, live: isList(shown.back) })
}

async function approve(user: Actor, request: Request, id: string): Promise<Response> {
  const form = await sentForm(authorize(user, 'decideQuote'), request)
  const back = ownPath(form.typed.back)
  const input = () => checked(Approval, { version: typedVersion(form.typed) })
  return handleListForm(form, {
    failed: 'Failed to Approve Quote',
    back,
    confirm: async () => {
      const quote = await quoteWithCompeting(user, id)
      const { version = quote.version } = input()
      if (version !== quote.version) throw new Refused(otherVersion(quote), 'quote_changed')
      return showApprove(user, request, { quote, back })
    },
    work: async () => {
      const { unreached } = await approveQuote(user, id, input())
      return { title: 'Quote Approved', text: ['The quote has been approved successfully.', ...unreached].join(' ') }
    },
  })
}

const askedIn = (query: Query, id: string) => ({
  seen: Number(queryText(query.version)) || undefined,
  back: query.back ? ownPath(query.back) : `/quotes/${id}`,
})

const showDecline = (user: Actor, request: Request, shown: Omit<DeclineProps, 'live'>): Promise<Response> =>
  dialogOrPage({ user, request }, Decline, { ...shown, live: isList(shown.back) })

async function decline(user: Actor, request: Request, id: string): Promise<Response> {
  const form = await sentForm(authorize(user, 'decideQuote'), request)
  const { reason, askAgain } = form.typed
  const back = ownPath(form.typed.back)
  const values = textsOf(form.typed)
  return handleListForm(form, {
    failed: 'Failed to Decline Quote',
    back,
    invalid: async ({ errors }) =>
      showDecline(user, request, { quote: await quoteWithCompeting(user, id), back, values, errors }),
    work: async () => {
      const sent = { version: typedVersion(form.typed), reason, askAgain: Boolean(askAgain) }
      const refusal = checked(RefusalInput, sent, refusalRule)
      const { unreached } = await declineQuote(user, id, refusal)
      const [title, text] = refusal.askAgain
        ? ['New Price Asked For', 'The quote has been declined, and the job is its contractor’s again.']
        : ['Quote Declined', 'The quote has been declined.']
      return { title, text: [text, ...unreached].join(' ') }
    },
  })
}

setPhotosKept(env.PHOTOS_AFTER_APPROVAL === 'keep')

export const quotesPages = new Elysia({ name: 'quotes-pages' })
  .use(signedIn)
  .get('/quotes', async ({ user, request, query }) => {
    authorize(user, 'readQuotes')
    if (isAdmin(user)) return seeOther(request, '/admin/quotes')
    if (isContractor(user)) return seeOther(request, '/history')
    const list = await quoteListOf(user, query)
    const part = query.cursor ? <QuoteItems {...list} /> : <QuoteList {...list} />
    return fragmentOrPage({ user, request }, part, (frame) => <QuotesPage frame={frame} {...list} />)
  })
  .get('/quotes/:id', async ({ user, request, params }) => {
    authorize(user, 'readQuotes')
    if (isAdmin(user)) return seeOther(request, `/admin/quotes/${encodeURIComponent(params.id)}`)
    const quote = await quoteWithCompeting(user, params.id)
    const mayDecide = can(user.role, 'decideQuote')
    const mayChange = can(user.role, 'changeQuote') && quote.contractorId === user.id
    const revisions = await revisionsOf(user, quote)
    const landlords = mayDecide ? await landlordLinks(quote.id) : []
    const shown = { quote, mayDecide, mayChange, role: user.role, readerId: user.id, revisions, landlords }
    const list = listBehind(request)
    return fragmentOrPage(
      { user, request },
      <QuoteDetails {...shown} back={list ?? '/quotes'} live={list !== null} />,
      (frame) => <QuoteDetails frame={frame} {...shown} back={`/quotes/${quote.id}`} />,
    )
  })
  .get('/quotes/:id/approve', async ({ user, request, params, query }) =>
    showApprove(authorize(user, 'decideQuote'), request, {
      quote: await quoteWithCompeting(user, params.id),
      ...askedIn(query, params.id),
    }),
  )
  .post('/quotes/:id/approve', ({ user, request, params }) => approve(user, request, params.id))
  .get('/quotes/:id/decline', async ({ user, request, params, query }) => {
    const quote = await quoteWithCompeting(authorize(user, 'decideQuote'), params.id)
    refuseDecided(quote)
    return showDecline(user, request, { quote, ...askedIn(query, params.id) })
  })
  .post('/quotes/:id/decline', ({ user, request, params }) => decline(user, request, params.id))
