import { and, or, sql } from 'drizzle-orm'
import { idList, isAmong } from '#db/query/conditions.ts'
import { selection } from '#db/query/selection.ts'
import { jobs, quotes } from '#db/schema.ts'
import { forEachRole } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import { UNANSWERED } from '#src/domain/job/status.ts'
import type { CompetingQuotes, ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { listQuotes, pendingWhere, quoteVisibleTo } from './queries.ts'

type Kin = Pick<Job, 'id' | 'rivalOfJobId'>

const rootOf = ({ id, rivalOfJobId }: Kin): string => rivalOfJobId ?? id

/** With an agent's pending quote come those of its rivals. A repair with several stands once, where its first quote stood. */
export async function sideBySide(user: Actor, listed: readonly ListedQuote[]): Promise<ListedQuote[]> {
  const waiting = listed.filter((quote) => isPending(quote) && quote.hasRivals !== false)
  const families = await readFamilies(
    user,
    waiting.map(({ job }) => job),
  )
  const shown = new Set<CompetingQuotes>()
  return listed.flatMap((quote) => {
    const rivals = isPending(quote) ? families.get(rootOf(quote.job)) : undefined
    if (!rivals) return [quote]
    if (shown.has(rivals)) return []
    shown.add(rivals)
    return [{ ...quote, rivals }]
  })
}

export async function quoteWithCompeting(user: Actor, id: string): Promise<QuoteWithJob> {
  const quote = await quoteVisibleTo(user, id)
  return { ...quote, rivals: isPending(quote) ? await competingQuotesOf(user, quote.job) : undefined }
}

export const competingQuotesOf = async (user: Actor, job: Kin): Promise<CompetingQuotes | undefined> =>
  (await readFamilies(user, [job])).get(rootOf(job))

async function readFamilies(user: Actor, of: readonly Kin[]): Promise<Map<string, CompetingQuotes>> {
  if (!isAgent(user) || of.length === 0) return new Map()
  const kin = await readKin(user, [...new Set(of.map(rootOf))])
  const families = [...Map.groupBy(kin, rootOf)].filter(([, members]) => members.length > 1)
  if (families.length === 0) return new Map()
  const ids = families.flatMap(([, members]) => members.map(({ id }) => id))
  const pending = await listQuotes(user, { where: and(pendingWhere(user), isAmong(quotes.jobId, ids)) })
  return new Map(
    families.flatMap(([root, members]): [string, CompetingQuotes][] => {
      const given = pending.filter(({ job }) => rootOf(job) === root).sort((a, b) => a.amount - b.amount)
      const waiting = members.filter(({ status }) => UNANSWERED.includes(status)).length
      return given.length + waiting > 1 ? [[root, { quotes: given, waiting }]] : []
    }),
  )
}

const kin = forEachRole((reader) => {
  const roots = sql.placeholder('roots')
  return selection(
    { id: jobs.id, rivalOfJobId: jobs.rivalOfJobId, status: jobs.status },
    // `is true`, so that a few jobs are found by their ids, and not among all the agent's.
    sql`from ${jobs} where (${or(isAmong(jobs.id, roots), isAmong(jobs.rivalOfJobId, roots))})
      and (${jobsVisibleTo(reader)}) is true`,
  )
})

const readKin = (user: Actor, roots: readonly string[]) => kin(user)({ reader: user.id, roots: idList(roots) })
