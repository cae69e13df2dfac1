import { type Static, Type } from '@sinclair/typebox'
import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { emailAddress } from '#src/accounts/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { LANDLORD_ANSWERS, LANDLORD_WORDS, MAX_LANDLORDS } from '#src/domain/quote/landlord.ts'
import { otherVersion, refusedAsExpired, refusedDecision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed, isPending } from '#src/domain/quote/state.ts'
import { notify } from '#src/emails/notify.ts'
import { notifyOutsider } from '#src/emails/notify-outsider.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { LinkEnded, refuseEndedLink, refuseExpiredLink } from '#src/links/ended.ts'
import { claimReminder, countEverAsked, keepAnswer, landlordLinks, unansweredSince } from '#src/links/landlords.ts'
import {
  isJobMailedTooOften,
  type LinkInAnyState,
  makeMailedLinks,
  mayBeSentAgain,
  takeUpLink,
} from '#src/links/links.ts'
import { countSharedLink } from '#src/links/shared.ts'
import { agentOfJob, outsiderLink } from '#src/outsiders/agent.ts'
import { lockQuote, type QuoteRow, refuseDecided, refuseExpired } from '#src/quotes/actions.ts'
import { quoteVisibleTo } from '#src/quotes/queries.ts'
import { transaction } from '#src/writes/transaction.ts'

export const LandlordAsked = Type.Object({ email: emailAddress() })

/** Sends the landlord the quote with two answers; deciding stays with the agent. */
export function askLandlord(user: Actor, quoteId: string, email: string): Promise<void> {
  authorize(user, 'decideQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, user, quoteId)
    refuseDecided(quote)
    refuseExpired(quote)
    const asked = (await landlordLinks(quote.id, tx)).filter(({ quoteVersion }) => quoteVersion === quote.version)
    if (asked.some((one) => one.email === email.toLowerCase()))
      throw new Refused(`${email} has been asked about this quote already.`)
    if ((await countEverAsked(tx, quote.id, quote.version)) >= MAX_LANDLORDS)
      throw new Refused(`At most ${MAX_LANDLORDS} people can be asked about a quote.`)
    await countSharedLink(tx, user, email.toLowerCase())
    await sendToLandlord(tx, quote, job, email.toLowerCase())
    await recordEvent(tx, job, 'landlordAsked', user)
  })
}

async function sendToLandlord(tx: Tx, quote: QuoteRow, job: JobRow, email: string): Promise<void> {
  const about = { jobId: job.id, quoteId: quote.id, quoteVersion: quote.version, email }
  const [linkId] = await makeMailedLinks(tx, 'landlord', [about])
  await notifyOutsider(tx, 'landlord_asked', job, { email, linkId: linkId!, quote })
}

/** What they agreed to is another quote now. */
export async function askLandlordsAnew(tx: Tx, quote: QuoteRow, job: JobRow): Promise<void> {
  const asked = (await landlordLinks(quote.id, tx)).filter(({ quoteVersion }) => quoteVersion === quote.version - 1)
  const emails = new Set(asked.flatMap(({ email }) => email ?? []))
  for (const email of emails) await sendToLandlord(tx, quote, job, email)
}

type ToLandlord = { link: LinkInAnyState; agent: Actor; quote: QuoteWithJob }

async function quoteForLandlord(token: string): Promise<ToLandlord> {
  const { link, agent } = await outsiderLink('landlord', token)
  const quote = await quoteVisibleTo(agent, link.quoteId ?? '').catch((error: unknown) => {
    throw error instanceof NotFound ? new LinkEnded() : error
  })
  refuseEndedLink(link)
  if (!isPending(quote)) throw new LinkEnded(refusedDecision(quote.status))
  if (link.quoteVersion !== quote.version)
    throw new LinkEnded(`${otherVersion(quote)} A newer e-mail has a link to it.`)
  if (hasLapsed(quote, today())) throw new LinkEnded(`${refusedAsExpired(quote)}.`)
  return { link, agent, quote }
}

/** Throws LinkEnded with a sentence that says what became of the link or of the quote. */
export async function openForLandlord(token: string): Promise<ToLandlord> {
  const opened = await quoteForLandlord(token)
  refuseExpiredLink(opened.link)
  return opened
}

export const AnswerOfLandlord = Type.Object({
  answer: Type.Union(
    LANDLORD_ANSWERS.map((answer) => Type.Literal(answer)),
    { error: 'Please choose an answer' },
  ),
  note: Type.Optional(Type.String({ maxLength: 1000, error: 'At most 1,000 characters' })),
})

export function answerAsLandlord(
  { link, agent, quote: { id, version } }: ToLandlord,
  { answer, note }: Static<typeof AnswerOfLandlord>,
): Promise<void> {
  return transaction(
    async (tx) => {
      if (!(await takeUpLink(tx, link.id))) throw new LinkEnded()
      const { quote, job } = await lockQuote(tx, agent, id)
      if (!isPending(quote)) throw new LinkEnded(refusedDecision(quote.status))
      if (quote.version !== version) throw new LinkEnded(otherVersion(quote))
      await keepAnswer(tx, link.id, answer, note)
      const decision = LANDLORD_WORDS[answer]
      await recordEvent(tx, job, 'landlordAnswered', 'The landlord', {
        detail: { answer: decision, ...(note && { note }) },
      })
      await notify(tx, 'landlord_answered', job, { quote, decision, reason: note })
    },
    { keeping: [agent.id] },
  )
}

/** To the address that had the expired link. Silent when that is too often. */
export async function askLandlordAgain(token: string, address: string): Promise<void> {
  const { link, agent, quote: shown } = await quoteForLandlord(token)
  const { email, jobId } = link
  if (!email || !jobId || !(await mayBeSentAgain(link, address))) return
  await transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, agent, shown.id)
    if (await isJobMailedTooOften(tx, jobId, 'landlord')) return
    await sendToLandlord(tx, quote, job, email)
  })
}

/** Once, after two working days. Returns how many were reminded. */
export async function remindLandlords(waitedSince: Date): Promise<number> {
  let reminded = 0
  for (const waiting of await unansweredSince(waitedSince)) {
    const done = await remindLandlord(waiting).catch((error: unknown) => {
      if (error instanceof NotFound || error instanceof Refused) return false
      throw error
    })
    if (done) reminded++
  }
  return reminded
}

type Waiting = Awaited<ReturnType<typeof unansweredSince>>[number]

async function remindLandlord({ id: linkId, quoteId, quoteVersion, jobId }: Waiting): Promise<boolean> {
  const agent = await agentOfJob(jobId)
  if (!agent || !quoteId) return false
  return transaction(async (tx) => {
    const { quote, job } = await lockQuote(tx, agent, quoteId)
    if (hasLapsed(quote, today())) return false
    const email = await claimReminder(tx, linkId)
    if (!email || !isPending(quote) || quote.version !== quoteVersion) return false
    await notifyOutsider(tx, 'landlord_asked', job, { email, linkId, quote, isReminder: true })
    return true
  })
}
