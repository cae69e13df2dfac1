import { type Static, Type } from '@sinclair/typebox'
import { accountLink } from '#src/accounts/people/of-link.ts'
import { account } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import { pounds } from '#src/domain/money.ts'
import { otherVersion, refusedDecision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { notify } from '#src/emails/notify.ts'
import { NotFound } from '#src/http/errors.ts'
import { type Judged, judged } from '#src/http/input.ts'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { isAccountMailedTooOften, mayBeSentAgain, takeUpLink } from '#src/links/links.ts'
import { approveQuote, declineQuote, lockQuote } from '#src/quotes/actions.ts'
import { refusalRule } from '#src/quotes/input.ts'
import { quoteWithCompeting } from '#src/quotes/side-by-side.ts'
import { inOneTransaction, transaction } from '#src/writes/transaction.ts'

export const DecisionByLink = Type.Object({
  decision: Type.Union([Type.Literal('approve'), Type.Literal('decline'), Type.Literal('askAgain')], {
    error: 'Please choose an answer',
  }),
  reason: Type.Optional(Type.String({ maxLength: 1000, error: 'Please give a reason' })),
})
export type DecisionByLink = Static<typeof DecisionByLink>

export const decisionRule = (sent: DecisionByLink): Judged<DecisionByLink> => {
  const { errors } = refusalRule({ reason: sent.reason, askAgain: sent.decision === 'askAgain' })
  return judged(sent, errors ?? {})
}

const WORDS = {
  approve: ['Approved', 'The quote has been approved.'],
  decline: ['Declined', 'The quote has been declined.'],
  askAgain: ['Declined, and a new price asked for', 'The job goes back to the contractor, who reads your reason.'],
} as const

type OpenedQuote = { link: { id: string }; user: Actor; quote: QuoteWithJob; version: number }

/** Throws LinkEnded with a sentence that says what became of the link or of the quote. */
export async function quoteOfLink(token: string): Promise<OpenedQuote> {
  const { link, user, quote } = await whatLinkIsAbout(token)
  refuseEndedLink(link)
  if (!isPending(quote)) throw new LinkEnded(refusedDecision(quote.status))
  if (link.quoteVersion !== quote.version)
    throw new LinkEnded(`${otherVersion(quote)} A newer e-mail has a link to it.`)
  refuseExpiredLink(link)
  return { link, user, quote, version: quote.version }
}

async function whatLinkIsAbout(token: string) {
  const { link, user } = await accountLink('decide_quote', token, isAgent)
  if (!link.quoteId) throw new LinkEnded()
  const quote = await quoteWithCompeting(user, link.quoteId).catch((error: unknown) => {
    throw error instanceof NotFound ? new LinkEnded() : error
  })
  return { link, user, quote }
}

/** As the page's and the API's, by the account whose link it is, which is told of it at once. */
export async function decideByLink(opened: OpenedQuote, { decision, reason }: DecisionByLink): Promise<string> {
  const { link, user, version } = opened
  const [word, sentence] = WORDS[decision]
  const unreached = await inOneTransaction(
    async (tx) => {
      if (!(await takeUpLink(tx, link.id))) throw new LinkEnded()
      await account(tx, user.id, 'estate_agent')
      const { id } = opened.quote
      const decided =
        decision === 'approve'
          ? await approveQuote(user, id, { version })
          : await declineQuote(user, id, { version, reason, askAgain: decision === 'askAgain' })
      const { quote, job } = await lockQuote(tx, user, id)
      await notify(tx, 'decided_by_link', job, { quote, reason, decision: word })
      return decided.unreached
    },
    { keeping: [user.id] },
  )
  return [`${word}: ${pounds(opened.quote.amount)}.`, sentence, ...unreached].join(' ')
}

/** To the address that had the expired link, which an account's other address ends. Silent when that is too often. */
export async function sendQuoteAgain(token: string, address: string): Promise<void> {
  const { link, user, quote: shown } = await whatLinkIsAbout(token)
  if (!(await mayBeSentAgain(link, address))) return
  await transaction(
    async (tx) => {
      const { quote, job } = await lockQuote(tx, user, shown.id)
      if (!isPending(quote)) throw new LinkEnded(refusedDecision(quote.status))
      if (await isAccountMailedTooOften(tx, user.id, 'decide_quote', { quoteId: quote.id })) return
      await notify(tx, 'quote_submitted', job, { quote, workDone: shown.workCompletion?.workDescription })
    },
    { keeping: [user.id] },
  )
}
