import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { mayEver } from '#src/accounts/may.ts'
import { may } from '#src/guard/permission.ts'
import { ownPath } from '#src/guard/same-origin.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { change, listBehind } from '#src/jobs/regions.tsx'
import { readForm } from '#src/web/input.ts'
import { fragment, frameOf, isPartial, page, seeOther } from '#src/web/respond.tsx'
import { questionOf } from '#views/quotes/decide.tsx'
import { QuoteDetails, QuotePage } from '#views/quotes/quote-details.tsx'
import { QuoteItems, QuoteList, QuotesPage } from '#views/quotes/quote-list.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { approveQuote, declineQuote } from './actions.ts'
import { quoteListOf } from './lists.ts'
import { quoteVisibleTo } from './queries.ts'
import type { Decision } from './quote.ts'

const DECISIONS = {
  approve: {
    act: approveQuote,
    done: { title: 'Quote Approved', text: 'The quote has been approved successfully.' },
    failed: 'Failed to Approve Quote',
  },
  decline: {
    act: declineQuote,
    done: { title: 'Quote Declined', text: 'The quote has been declined.' },
    failed: 'Failed to Decline Quote',
  },
} as const

async function decide(decision: Decision, user: Actor, request: Request, id: string): Promise<Response> {
  may(user, 'decideQuote')
  const { back, confirmed } = await readForm(request)
  if (confirmed !== 'yes') {
    const question = questionOf(decision, await quoteVisibleTo(user, id))
    const place = { hidden: { back: ownPath(back) }, back: ownPath(back) }
    return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} {...place} />)
  }
  const { act, done, failed } = DECISIONS[decision]
  return change(user, request, {
    back,
    work: () => act(user, id),
    done: ({ untold }) => ({ ...done, text: [done.text, ...untold].join(' ') }),
    failed,
  })
}

/** Quote Approvals, a quote's details, and the agent's decisions. */
export const quotesPages = new Elysia({ name: 'quotes-pages' })
  .use(signedIn)
  .get('/quotes', async ({ user, request, query }) => {
    may(user, 'readQuotes')
    if (user.role === 'admin') return seeOther(request, '/admin/quotes')
    // A contractor's quotes stand with their visits.
    if (user.role === 'contractor') return seeOther(request, '/history')
    const list = await quoteListOf(user, query)
    if (!isPartial(request)) return page(request, <QuotesPage frame={frameOf(request, user)} {...list} />)
    return fragment(request, query.cursor ? <QuoteItems {...list} /> : <QuoteList {...list} />)
  })
  .get('/quotes/:id', async ({ user, request, params }) => {
    may(user, 'readQuotes')
    if (user.role === 'admin') return seeOther(request, `/admin/quotes/${encodeURIComponent(params.id)}`)
    const quote = await quoteVisibleTo(user, params.id)
    const mayDecide = mayEver(user.role, 'decideQuote')
    const list = listBehind(request)
    return isPartial(request)
      ? fragment(
          request,
          <QuoteDetails quote={quote} mayDecide={mayDecide} back={list ?? '/quotes'} live={list !== null} />,
        )
      : page(
          request,
          <QuotePage frame={frameOf(request, user)} quote={quote} mayDecide={mayDecide} back={`/quotes/${quote.id}`} />,
        )
  })
  .post('/quotes/:id/approve', ({ user, request, params }) => decide('approve', user, request, params.id))
  .post('/quotes/:id/decline', ({ user, request, params }) => decide('decline', user, request, params.id))
