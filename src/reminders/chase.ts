import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { type Actor, displayName, fullName } from '#src/domain/account/account.ts'
import { chasedText } from '#src/domain/job/chasing.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { notifyWaiting } from '#src/emails/notify-waiting.ts'
import { type ChangedJobs, type JobOutcome, recordOutcomes } from '#src/jobs/assignment/many.ts'
import { lockJobs, noteChased } from '#src/jobs/waiting/chased.ts'
import { byItself, type Each, TWICE } from '#src/writes/each.ts'
import { transaction } from '#src/writes/transaction.ts'
import { linesOf } from './actions.ts'
import { type Chasable, readToChase, type ToChase } from './chasing.ts'

type Chase = {
  text: string
  /** Jobs that were chased within a working day are chased all the same: all, or these. */
  again: boolean | ReadonlySet<string>
}

/** One e-mail to each person on whom the jobs wait, all in one transaction: of two at once the second finds them chased. */
export async function chaseJobs(
  user: Actor,
  jobIds: readonly string[],
  { text, again }: Chase,
  each: Each = byItself,
): Promise<ChangedJobs> {
  authorize(user, 'chaseJobs')
  const isMeant = (id: string) => (typeof again === 'boolean' ? again : again.has(id.toLowerCase()))
  const work = (ids: readonly string[]) =>
    transaction(async (tx) => {
      await lockJobs(tx, ids)
      const all = await readToChase(tx, ids)
      const outcomes = all.map((one) => outcomeOf(one, isMeant(one.id)))
      const chased = all.filter((_, index) => outcomes[index]!.ok) as (ToChase & Chasable)[]
      for (const ofOne of Map.groupBy(chased, ({ person }) => person.id).values())
        await notifyOfChase(tx, user, ofOne, text)
      if (chased.length === 0) throw new NoneChased(outcomes)
      return outcomes
    })
  const outcomes = await inRounds(jobIds, work, each)
  return { outcomes, action: await recordOutcomes(user, 'chase', outcomes, each) }
}

class NoneChased extends Error {
  constructor(readonly outcomes: JobOutcome[]) {
    super('None of the jobs can be chased')
  }
}

function outcomesOf(error: unknown): JobOutcome[] {
  if (error instanceof NoneChased) return error.outcomes
  throw error
}

/** A round that chases nobody is not kept, so that a repeat tries its jobs again. */
async function inRounds(
  jobIds: readonly string[],
  work: (ids: readonly string[]) => Promise<JobOutcome[]>,
  each: Each,
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = []
  let left = [...jobIds.keys()]
  for (let round = 0; left.length > 0; round++) {
    const act = () => work(left.map((index) => jobIds[index]!))
    const told = (await each(round ? `chased ${round}` : 'chased', act as never).catch(outcomesOf)) as JobOutcome[]
    for (const [at, index] of left.entries()) outcomes[index] = told[at]!
    if (!told.some(({ ok }) => ok)) break
    left = left.filter((index) => isToTryAgain(outcomes[index]!))
  }
  return outcomes
}

const isToTryAgain = (one: JobOutcome): boolean => !one.ok && one.code !== TWICE.code

function outcomeOf(one: ToChase, again: boolean): JobOutcome {
  const { id, jobRef } = one
  if (!one.ok) return { id, jobRef, ok: false, status: one.status, code: one.code, message: one.message }
  if (!one.lately || again) return { id, jobRef, ok: true, untold: [] }
  const message = `${chasedText(one.job)}: within a working day nobody is chased again unless that is asked for.`
  return { id, jobRef, ok: false, status: 409, code: 'chased_lately', message }
}

async function notifyOfChase(tx: Tx, user: Actor, chased: readonly Chasable[], text: string): Promise<void> {
  const { person, role } = chased[0]!
  const found = chased.map(({ job }) => job)
  await noteChased(tx, found, user, { [role === 'contractor' ? 'contractor' : 'to']: fullName(person) })
  await notifyWaiting(tx, 'jobs_chased', person, {
    waiting: { lines: linesOf(chased.map(({ item }) => item)), count: chased.length },
    jobRef: chased.length === 1 ? found[0]!.jobRef : countedJobs(chased.length),
    path: role === 'contractor' ? '/jobs' : '/quotes',
    by: displayName(user) || 'The office',
    reason: text,
  })
}
