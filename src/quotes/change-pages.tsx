import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { draftLines, EMPTY_QUOTE, typedLines } from '#src/domain/quote/draft.ts'
import { Forbidden } from '#src/http/errors.ts'
import { checked, textsOf } from '#src/http/input.ts'
import { type FormProblem, handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { frameOf, page, seeOther } from '#src/http/respond/respond.tsx'
import { ChangeQuotePage, WithdrawQuotePage } from '#views/quotes/change.tsx'
import { refuseDecided } from './actions.ts'
import { reviseQuote, withdrawQuote } from './changes.ts'
import { QuoteChange, Withdrawal } from './input.ts'
import { quoteVisibleTo } from './queries.ts'

async function ownPendingQuote(user: Actor, id: string) {
  const quote = await quoteVisibleTo(authorize(user, 'changeQuote'), id)
  if (quote.contractorId !== user.id) throw new Forbidden('This quote is not yours.', 'not_yours')
  refuseDecided(quote)
  return quote
}

const changeAgain =
  ({ user, request, typed }: SentForm, id: string) =>
  async ({ status, errors }: FormProblem): Promise<Response> => {
    const quote = await quoteVisibleTo(user, id)
    const values = { ...EMPTY_QUOTE, ...textsOf(typed), ...draftLines(typedLines(typed)) }
    const shown = { frame: frameOf(request, user), quote, values, errors, vat: Boolean(user.vatNumber) }
    return page(request, <ChangeQuotePage {...shown} />, status)
  }

export const quoteChangePages = new Elysia({ name: 'quote-change-pages' })
  .use(signedIn)
  .get('/quotes/:id/edit', async ({ user, request, params }) => {
    const quote = await ownPendingQuote(user, params.id)
    return page(request, <ChangeQuotePage frame={frameOf(request, user)} quote={quote} vat={Boolean(user.vatNumber)} />)
  })
  .post('/quotes/:id/edit', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'changeQuote'), request)
    const { id } = params
    return handleForm(form, {
      back: `/quotes/${id}`,
      invalid: changeAgain(form, id),
      refused: changeAgain(form, id),
      work: async () => {
        const { version, ...typed } = form.typed
        const seen = version === undefined ? undefined : Number(version)
        const change = checked(QuoteChange, { ...typed, lines: typedLines(typed), ...(seen && { version: seen }) })
        const { changed, unreached } = await reviseQuote(user, id, change)
        const toast = changed
          ? { title: 'Quote Changed', text: unreached.join(' ') || 'The estate agent is told by e-mail.' }
          : { title: 'Nothing Changed', text: 'The quote was so already.' }
        return seeOther(request, `/quotes/${id}`, toast)
      },
    })
  })
  .get('/quotes/:id/withdraw', async ({ user, request, params }) => {
    const quote = await ownPendingQuote(user, params.id)
    return page(request, <WithdrawQuotePage frame={frameOf(request, user)} quote={quote} />)
  })
  .post('/quotes/:id/withdraw', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'changeQuote'), request)
    const { id } = params
    return handleForm(form, {
      failed: 'Failed to Withdraw Quote',
      back: `/quotes/${id}`,
      invalid: async ({ errors, status }) => {
        const [quote, { reason }] = [await quoteVisibleTo(user, id), textsOf(form.typed)]
        const shown = { frame: frameOf(request, user), quote, reason, errors }
        return page(request, <WithdrawQuotePage {...shown} />, status)
      },
      work: async () => {
        const { jobId, unreached } = await withdrawQuote(user, id, checked(Withdrawal, form.typed).reason)
        const text = ['The job is yours again.', ...unreached].join(' ')
        return seeOther(request, `/jobs/${jobId}`, { title: 'Quote Withdrawn', text })
      },
    })
  })
