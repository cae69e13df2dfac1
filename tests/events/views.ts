import { and, inArray, isNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { complaints, invoices, jobs, messages, users } from '#db/schema.ts'
import { userJson } from '#src/accounts/json.ts'
import { actorById } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { invoiceJson } from '#src/invoices/json.ts'
import { invoicesVisibleTo, readInvoices } from '#src/invoices/queries.ts'
import { jobJson, quoteJson } from '#src/jobs/json.ts'
import { readJobs } from '#src/jobs/queries.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { isReadableBy } from '#src/messages/readable.ts'
import { readQuotes } from '#src/quotes/queries.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'

/** A thing as one reader reads it, and the jobs that events of it may name. */
type Seen = { text: string; jobIds: readonly string[] }
/** By kind and id. */
export type View = ReadonlyMap<string, Seen>

/** A person is told of by events of their own; what one has not read changes by reading. */
const bare = (item: object): string =>
  JSON.stringify(item, (name, value) =>
    ['contractor', 'estateAgent', 'unreadMessages'].includes(name) ? undefined : value,
  )

/** Of jobs that are not these people's nothing is looked at. */
export async function viewOf(id: string, people: readonly string[]): Promise<View> {
  const user = (await actorById(id))!
  const view = new Map<string, Seen>()
  if (!user) return view
  const ours = inArray(jobs.estateAgentId, [...people])
  const found = await readJobs(user, { where: and(jobsVisibleTo(user), ours) })
  const quotes = await readQuotes(user, { where: and(quotesVisibleTo(user), ours) })
  for (const job of found) {
    for (const { id } of job.visits) view.set(`visit ${id}`, { text: '', jobIds: [job.id] })
    view.set(`job ${job.id}`, { text: bare(jobJson(job)), jobIds: [job.id] })
  }
  for (const { job: _, workCompletion: __, ...quote } of quotes)
    view.set(`quote ${quote.id}`, {
      text: bare(quoteJson(quote)),
      jobIds: [quote.jobId, quote.workJobId ?? quote.jobId],
    })
  const billed = and(invoicesVisibleTo(user), inArray(invoices.contractorId, [...people]))
  for (const invoice of await readInvoices({ where: billed }))
    view.set(`invoice ${invoice.id}`, {
      text: bare(invoiceJson(invoice)),
      jobIds: invoice.jobId ? [invoice.jobId] : [],
    })
  await addMessages(
    view,
    user,
    found.map((job) => job.id),
  )
  if (user.role === 'admin') await addAdministered(view)
  else view.set(`account ${id}`, { text: accountText(user), jobIds: [] })
  return view
}

const accountText = (user: Parameters<typeof userJson>[0]) => bare(userJson(user))

async function addMessages(view: Map<string, Seen>, user: Actor, ids: string[]): Promise<void> {
  const rows = await db
    .select()
    .from(messages)
    .where(and(inArray(messages.jobId, ids), isReadableBy(user, messages)))
  for (const { id, jobId } of rows) view.set(`message ${id}`, { text: '', jobIds: [jobId] })
}

async function addAdministered(view: Map<string, Seen>): Promise<void> {
  for (const complaint of await db.select().from(complaints))
    view.set(`complaint ${complaint.id}`, { text: bare(complaint), jobIds: [] })
  for (const account of await db.select().from(users).where(isNull(users.deletedAt)))
    view.set(`account ${account.id}`, { text: accountText(account), jobIds: [] })
}
