import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { quotes } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { pounds } from '#src/domain/money.ts'
import { linesText } from '#src/domain/quote/lines.ts'
import { refusedDecision } from '#src/domain/quote/quote.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { Forbidden, Invalid, Refused } from '#src/http/errors.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { refuseTooManyChanges } from '#src/jobs/timeline.ts'
import { askLandlordsAnew } from '#src/outsiders/landlord/actions.ts'
import { transaction } from '#src/writes/transaction.ts'
import { lockQuote, type QuoteRow, refuseDecided, refuseOtherVersion } from './actions.ts'
import { changedQuote, type QuoteChange, type QuoteInput } from './input.ts'
import { recordQuote } from './record.ts'
import { refuseVat } from './submit.ts'

/** What the agent read becomes another version. A change that changes nothing makes none, and tells nobody. */
export function reviseQuote(
  user: Actor,
  id: string,
  change: QuoteChange,
): Promise<Notified<QuoteRow> & { changed: boolean }> {
  authorize(user, 'changeQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockOwnQuote(tx, user, id)
    refuseDecided(quote)
    const { value, errors } = changedQuote(quote, change)
    const changes = value && changesOf(quote, value)
    if (value?.amount === quote.amount && changes?.length === 0) return { ...quote, changed: false, unreached: [] }
    refuseOtherVersion(quote, change.version)
    if (!value) throw new Invalid(errors)
    if (change.lines) refuseVat(user, value)
    await refuseTooManyChanges(tx, job.id)
    const [revised] = await tx
      .update(quotes)
      .set({ ...value, version: quote.version + 1, updatedAt: sql`now()` })
      .where(and(eq(quotes.id, quote.id), quoteSql.isPending()))
      .returning()
    if (!revised) throw new Refused(refusedDecision(quote.status), 'quote_decided')
    const [from, to] = [pounds(quote.amount), pounds(revised.amount)]
    const besides = changes?.join('\n')
    const detail = { from, to, ...(besides && { changes: besides }) }
    const moved = await moveJob(tx, job, 'quoteRevised', user, { detail })
    await recordQuote(tx, user, 'quote.revised', revised, { version: String(revised.version) })
    const all = [from === to ? '' : `Amount: ${from} → ${to}`, besides].filter(Boolean).join('\n')
    const unreached = await notify(tx, 'quote_revised', moved, { by: user, quote: revised, changes: all })
    await askLandlordsAnew(tx, revised, moved)
    return { ...revised, changed: true, unreached }
  })
}

export function withdrawQuote(user: Actor, id: string, reason: string): Promise<Notified<QuoteRow>> {
  authorize(user, 'changeQuote')
  return transaction(async (tx) => {
    const { quote, job } = await lockOwnQuote(tx, user, id)
    const [withdrawn] = await tx
      .update(quotes)
      .set({ status: 'withdrawn', reason, updatedAt: sql`now()` })
      .where(and(eq(quotes.id, quote.id), quoteSql.isPending()))
      .returning()
    if (!withdrawn) throw new Refused(refusedDecision(quote.status), 'quote_decided')
    const detail = { amount: pounds(quote.amount), reason }
    await recordQuote(tx, user, 'quote.withdrawn', withdrawn)
    const moved = await moveJob(tx, job, 'quoteWithdrawn', user, { detail, set: { contractorId: user.id } })
    return { ...withdrawn, unreached: await notify(tx, 'quote_withdrawn', moved, { by: user, quote, reason }) }
  })
}

async function lockOwnQuote(tx: Tx, user: Actor, id: string) {
  const locked = await lockQuote(tx, user, id)
  if (locked.quote.contractorId !== user.id) throw new Forbidden('This quote is not yours.', 'not_yours')
  return locked
}

const money = (pence: number | null) => (pence === null ? '' : pounds(pence))

const WORDS: { [Name in Exclude<keyof QuoteInput, 'amount'>]: (quote: QuoteInput) => [label: string, value: string] } =
  {
    lines: ({ lines, amount }) => ['Lines', lines ? linesText(lines, amount).replaceAll('\n', '; ') : ''],
    description: ({ description }) => ['Quote description', description],
    materialsCost: ({ materialsCost }) => ['Materials cost', money(materialsCost)],
    laborCost: ({ laborCost }) => ['Labour cost', money(laborCost)],
    estimatedDuration: ({ estimatedDuration }) => ['Estimated duration', estimatedDuration ?? ''],
    validUntil: ({ validUntil }) => ['Valid until', validUntil ?? ''],
    notes: ({ notes }) => ['Notes', notes ?? ''],
  }

const changesOf = (before: QuoteInput, after: QuoteInput): string[] =>
  Object.values(WORDS).flatMap((wordsOf) => {
    const [label, was] = wordsOf(before)
    const [, is] = wordsOf(after)
    return was === is ? [] : [`${label}: ${was || 'none'} → ${is || 'none'}`]
  })
