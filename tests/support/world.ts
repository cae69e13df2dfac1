import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor, Role } from '#src/domain/account/account.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import { checked } from '#src/http/input.ts'
import { assignJob, createJob, startJob } from '#src/jobs/actions.ts'
import type { JobInput } from '#src/jobs/input.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { completeJob, markJobComplete } from '#src/visits/actions.ts'
import { Completion, type CompletionSent, completionRule } from '#src/visits/input.ts'
import { hashOnce } from './cheap-hashes.ts'

// The cast: people with names, so that a failing test reads like a story. Jobs get where they are by the actions that lead there.

export const PASSWORD = 'correct horse'

let people = 0

async function person(role: Role | null, values: Partial<typeof users.$inferInsert>): Promise<Actor> {
  const account = { role, authType: 'local', hashedPassword: await hashOnce(PASSWORD), ...values } as const
  const [created] = await db.insert(users).values(account).returning({ id: users.id })
  return (await actorById(created!.id))!
}

/** Olivia of Rightway Lettings, unless told; signs in with her username. */
export const anAgent = (values: Partial<typeof users.$inferInsert> = {}): Promise<Actor> =>
  person('estate_agent', {
    username: `olivia${++people}`,
    email: `olivia${people}@rightway.example`,
    firstName: 'Olivia',
    lastName: 'Hart',
    company: 'Rightway Lettings',
    phone: '020 7946 0001',
    ...values,
  })

/** Carl of Carl's Plumbing, unless told; signs in with his e-mail. */
export const aContractor = (values: Partial<typeof users.$inferInsert> = {}): Promise<Actor> =>
  person('contractor', {
    email: `carl${++people}@plumbing.example`,
    firstName: 'Carl',
    lastName: 'Mason',
    company: "Carl's Plumbing",
    phone: '07700 900123',
    ...values,
  })

/** Ada, who administers. */
export const anAdmin = (values: Partial<typeof users.$inferInsert> = {}): Promise<Actor> =>
  person('admin', { email: `ada${++people}@fettle.example`, firstName: 'Ada', lastName: 'King', ...values })

/** Somebody who signed in from outside and waits for a role. */
export const aNobody = (): Promise<Actor> =>
  person(null, { email: `nobody${++people}@elsewhere.example`, firstName: 'Nora', lastName: 'Waits' })

export const jobInput = (values: Partial<JobInput> = {}): JobInput => ({
  estateAgentName: 'Olivia Hart',
  estateAgency: 'Rightway Lettings',
  propertyName: 'Rose Cottage',
  propertyAddress: '12 Mill Lane, Guildford GU1 3XY',
  issueDescription: 'The boiler loses pressure every night and the radiators stay cold.',
  urgency: 'medium',
  accessNotes: 'Key at the office',
  ...values,
})

/** A job of another system. */
export const importedRow = (values: Record<string, unknown> = {}): Record<string, unknown> => ({
  propertyName: 'Ivy House',
  propertyAddress: '3 Church Row, Guildford GU1 4AB',
  issueDescription: 'The kitchen tap drips day and night.',
  createdAt: '2026-03-30T09:30:00+01:00',
  ...values,
})

export const completion = (values: Partial<CompletionSent> = {}): CompletionSent => ({
  workDone: 'Topped up the pressure and bled the radiators.',
  ...values,
})

export const withQuote = (values: Partial<CompletionSent> = {}): CompletionSent =>
  completion({ needsQuote: true, quoteAmount: 480, quoteDescription: 'Replace the expansion vessel.', ...values })

/** Completes a job with what a contractor sends. */
export const complete = async (contractor: Actor, id: string, sent: CompletionSent) =>
  completeJob(contractor, id, checked(Completion, sent, completionRule))

export type Cast = { agent: Actor; contractor: Actor; admin: Actor }

/** An agent, a contractor and an administrator. */
export const aCast = async (): Promise<Cast> => {
  const [agent, contractor, admin] = await Promise.all([anAgent(), aContractor(), anAdmin()])
  return { agent, contractor, admin }
}

/** A visit job brought to a status by the actions that lead there. `invoiced` and `cancelled` are left to their tests. */
export async function aJob(
  { agent, contractor, admin }: Cast,
  status: Exclude<JobStatus, 'invoiced' | 'cancelled'> = 'pending',
  values: { job?: Partial<JobInput>; completion?: Partial<CompletionSent> } = {},
) {
  const { id } = await createJob(agent, jobInput(values.job))
  const read = () => jobVisibleTo(admin, id)
  if (status === 'pending') return read()
  await assignJob(admin, id, contractor.id)
  if (status === 'assigned') return read()
  await startJob(contractor, id)
  if (status === 'in_progress') return read()
  if (status === 'completed') {
    await complete(contractor, id, completion(values.completion))
    return read()
  }
  await complete(contractor, id, withQuote(values.completion))
  if (status === 'quote_approved') await approveQuote(agent, (await read()).quotes[0]!.id)
  return read()
}

/** A quote_work job, assigned to the contractor, and the job it came from. */
export async function quoteWork(cast: Cast, values: Parameters<typeof aJob>[2] = {}) {
  const parent = await aJob(cast, 'quote_approved', values)
  const [work] = await db.query.jobs.findMany({ where: (job, { eq }) => eq(job.parentJobId, parent.id) })
  return { parent, work: await jobVisibleTo(cast.admin, work!.id), quote: parent.quotes[0]! }
}

/** As quoteWork, with the work done. */
export async function finishedQuoteWork(cast: Cast, values: Parameters<typeof aJob>[2] = {}) {
  const { parent, work } = await quoteWork(cast, values)
  await markJobComplete(cast.contractor, work.id)
  const finished = await jobVisibleTo(cast.admin, parent.id)
  return { parent: finished, work: await jobVisibleTo(cast.admin, work.id), quote: finished.quotes[0]! }
}

/** Where a job stands now, whoever may see it. */
export async function statusOf(id: string): Promise<JobStatus | null> {
  const job = await db.query.jobs.findFirst({ where: (row, { eq }) => eq(row.id, id) })
  return job?.status ?? null
}
