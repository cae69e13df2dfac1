import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { may } from '#src/guard/may.ts'
import { mayEver } from '#src/guard/permissions.ts'
import { ownPath } from '#src/guard/same-origin.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { handleListForm, listBehind } from '#src/jobs/regions.tsx'
import { sentForm } from '#src/web/handle-form.tsx'
import { fragmentOrPage, seeOther } from '#src/web/respond.tsx'
import { questionOf } from '#views/quotes/decide.tsx'
import { QuoteDetails, QuotePage } from '#views/quotes/details.tsx'
import { QuoteItems, QuoteList, QuotesPage } from '#views/quotes/list.tsx'
import { approveQuote, declineQuote } from './actions.ts'
import { quoteListOf } from './lists.ts'
import type { Decision } from './quote.ts'
import { quoteWithRivals } from './side-by-side.ts'

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
  const form = await sentForm(user, request)
  const back = ownPath(form.typed.back)
  const { act, done, failed } = DECISIONS[decision]
  return handleListForm(form, {
    failed,
    back,
    confirm: async () => ({ ...questionOf(decision, await quoteWithRivals(user, id)), hidden: { back } }),
    work: async () => {
      const { untold } = await act(user, id)
      return { ...done, text: [done.text, ...untold].join(' ') }
    },
  })
}

export const quotesPages = new Elysia({ name: 'quotes-pages' })
  .use(signedIn)
  .get('/quotes', async ({ user, request, query }) => {
    may(user, 'readQuotes')
    if (user.role === 'admin') return seeOther(request, '/admin/quotes')
    // Contractors see their quotes beside their visits.
    if (user.role === 'contractor') return seeOther(request, '/history')
    const list = await quoteListOf(user, query)
    const part = query.cursor ? <QuoteItems {...list} /> : <QuoteList {...list} />
    return fragmentOrPage({ user, request }, part, (frame) => <QuotesPage frame={frame} {...list} />)
  })
  .get('/quotes/:id', async ({ user, request, params }) => {
    may(user, 'readQuotes')
    if (user.role === 'admin') return seeOther(request, `/admin/quotes/${encodeURIComponent(params.id)}`)
    const quote = await quoteWithRivals(user, params.id)
    const mayDecide = mayEver(user.role, 'decideQuote')
    const list = listBehind(request)
    return fragmentOrPage(
      { user, request },
      <QuoteDetails quote={quote} mayDecide={mayDecide} back={list ?? '/quotes'} live={list !== null} />,
      (frame) => <QuotePage frame={frame} quote={quote} mayDecide={mayDecide} back={`/quotes/${quote.id}`} />,
    )
  })
  .post('/quotes/:id/approve', ({ user, request, params }) => decide('approve', user, request, params.id))
  .post('/quotes/:id/decline', ({ user, request, params }) => decide('decline', user, request, params.id))
