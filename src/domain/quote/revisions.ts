import type { JobEventEntry } from '../job/timeline.ts'
import type { Quote, Revision } from './quote.ts'

/** What it came to before, oldest first, as its job's timeline tells. */
export const revisionsIn = (
  timeline: readonly JobEventEntry[],
  { version, createdAt }: Pick<Quote, 'version' | 'createdAt'>,
): Revision[] =>
  timeline
    .filter(({ event, createdAt: at }) => event === 'quoteRevised' && at > createdAt)
    .slice(0, version - 1)
    .flatMap(({ detail, createdAt: at }) => (detail?.from ? [{ from: detail.from, at }] : []))

const DECISIONS: readonly string[] = ['quoteApproved', 'quoteDeclined', 'newPriceAsked', 'quoteWithdrawn']

/** Of a job's quotes one is pending at a time: what was decided of one stands before the next was given. */
export function decisionIn(
  timeline: readonly JobEventEntry[],
  quotes: readonly Pick<Quote, 'id' | 'createdAt'>[],
  quote: Pick<Quote, 'id' | 'createdAt'>,
): JobEventEntry | undefined {
  const next = quotes[quotes.findIndex(({ id }) => id === quote.id) + 1]
  return timeline.find(
    ({ event, createdAt: at }) => DECISIONS.includes(event) && at >= quote.createdAt && (!next || at <= next.createdAt),
  )
}
