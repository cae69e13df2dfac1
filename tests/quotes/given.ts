import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, quotes } from '#db/schema.ts'
import { forgetNotified } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'

export async function clients() {
  const cast = await aCast()
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { cast, agent: agent!, contractor: contractor!, admin: admin! }
}

export async function aQuote(cast: Cast, values: Parameters<typeof aJob>[2] = {}) {
  const job = await aJob(cast, 'quote_pending', values)
  await forgetNotified()
  return { job, id: job.quotes[0]!.id, path: `/quotes/${job.quotes[0]!.id}` }
}

export const rowOf = async (id: string) => (await db.query.quotes.findFirst({ where: eq(quotes.id, id) }))!
export const lastEvent = async (jobId: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, jobId)).orderBy(jobEvents.id)).at(-1)
