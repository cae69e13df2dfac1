import { desc, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { literal } from '#db/conditions.ts'
import { areWordsFilled } from '#db/indexes.ts'
import { jobWords } from '#db/schema.ts'
import { wordsIn } from '#db/words.ts'
import { wordsOfContractors } from '#src/accounts/named.ts'
import { transaction } from '#src/guard/transaction.ts'
import { isOneErrorApart, MENDED_FROM } from './typing-errors.ts'

const BATCH = 1000
/** In milliseconds: the pause after a batch, and from one look to the next. */
const PACE = { pause: 500, look: 600_000 }
const LEARNT = 'job_words_learnt'

/** Learns the words of jobs that were changed since the last time. Returns when the next turn is due. */
export async function learnWords(): Promise<number> {
  if (!(await areWordsFilled())) return PACE.look
  const learnt = await transaction(learnBatch)
  return learnt < BATCH ? PACE.look : PACE.pause
}

async function learnBatch(tx: Tx): Promise<number> {
  await tx.execute(sql`insert into settings (name, since) values (${LEARNT}, 'epoch') on conflict (name) do nothing`)
  const [learnt] = await tx.execute<{ since: Date }>(sql`select since from settings where name = ${LEARNT} for update`)
  const since = sql`${new Date(learnt!.since).toISOString()}::timestamptz`
  // What began to be written longer ago has been committed; jobs changed at one moment are learnt together.
  const [batch] = await tx.execute<{ until: Date | null; count: number }>(sql`
    with edge as (
      select max(updated_at) as until from (
        select updated_at from jobs where updated_at > ${since} and updated_at < now() - interval '1 minute'
        order by updated_at limit ${sql.raw(String(BATCH))}) first
    ), changed as materialized (
      select words from jobs, edge where updated_at > ${since} and updated_at <= edge.until
    ), counted as (
      select word, count(*)::int as jobs from changed, unnest(string_to_array(btrim(words), ' ')) as word
      where word ~ '^[a-z]{4,}$' group by word order by word
    ), learnt as (
      insert into job_words select word, jobs from counted
      on conflict (word) do update set jobs = job_words.jobs + excluded.jobs
    )
    select (select until from edge) as until, (select count(*)::int from changed) as count`)
  if (!batch?.until) return 0
  await tx.execute(
    sql`update settings set since = ${new Date(batch.until).toISOString()}::timestamptz where name = ${LEARNT}`,
  )
  return batch.count
}

/** One error leaves the beginning or the end as it is. */
const unharmed = (word: string) => ({
  beginning: word.slice(0, Math.floor(word.length / 2)),
  end: word.slice(Math.floor(word.length / 2) + 1),
})

const MOST_TRIED = 6
const NEAR = 3

/** Words of jobs, the most frequent first, and of contractors' names that differ from this one by one typing error. */
async function nearWords(word: string, names: readonly string[]): Promise<string[]> {
  const { beginning, end } = unharmed(word)
  const startsWith = (column: ReturnType<typeof sql>, part: string) => {
    const next = part.slice(0, -1) + String.fromCharCode(part.charCodeAt(part.length - 1) + 1)
    return sql`(${column} ~>=~ ${part} and ${column} ~<~ ${next})`
  }
  const rows = await db
    .select({ word: jobWords.word })
    .from(jobWords)
    .where(
      sql`(${startsWith(sql`${jobWords.word}`, beginning)} or ${startsWith(sql`reverse(${jobWords.word})`, [...end].reverse().join(''))})
        and length(${jobWords.word}) between ${word.length - 1}::int and ${word.length + 1}::int`,
    )
    .orderBy(desc(jobWords.jobs))
    .limit(literal(5000))
  const near = (others: readonly string[]) => others.filter((other) => isOneErrorApart(word, other)).slice(0, NEAR)
  return [...new Set([...near(rows.map((row) => row.word)), ...near(names)])]
}

const isMendable = (word: string): boolean => word.length >= MENDED_FROM && /^[a-z]+$/.test(word)

/** What `find` finds for the search with one word mended, or with each. Null when it finds nothing so. */
export async function findMended<Found>(
  typed: string,
  find: (search: string) => Promise<Found | null>,
): Promise<{ search: string; found: Found } | null> {
  const words = wordsIn(typed)
  const mendable = words.filter(isMendable)
  if (mendable.length === 0) return null
  const names = await wordsOfContractors(mendable.map(unharmed))
  const near = await Promise.all(words.map((word) => (isMendable(word) ? nearWords(word, names) : [])))
  const mended = words.flatMap((_, at) => (near[at] ?? []).map((other) => words.with(at, other).join(' ')))
  const each = words.map((word, at) => near[at]?.[0] ?? word).join(' ')
  const tries = [...new Set([...mended.slice(0, MOST_TRIED), each])].filter((search) => search !== words.join(' '))
  for (const search of tries) {
    const found = await find(search)
    if (found) return { search, found }
  }
  return null
}
