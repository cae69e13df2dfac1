import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { checked } from '#src/http/input.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, createJob, startJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { promisePhoto, takePhoto } from '#src/photos/actions.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { completeJob, markJobComplete } from '#src/visits/actions.ts'
import { Completion, completionRule } from '#src/visits/input.ts'
import type { Scene } from './happenings.ts'
import { type Motif, picture } from './pictures.ts'
import type { Story, StoryEnding } from './story.ts'

type Cast = Omit<Scene, 'id'>

const HOUR = 1
const DAY = 24

const reaches = (ending: StoryEnding, ...steps: StoryEnding[]) => steps.includes(ending)

export async function play(story: Story, cast: Cast): Promise<void> {
  const id = await playPast(story, cast)
  for (const happens of story.today ?? []) await happens({ ...cast, id })
}

async function raise(story: Story, agent: Actor): Promise<string> {
  const [tenantName, tenantPhone] = story.tenant ?? []
  const { id } = await createJob(agent, {
    estateAgentName: `${agent.firstName} ${agent.lastName}`,
    estateAgency: agent.company ?? '',
    propertyName: story.property,
    propertyAddress: story.address,
    issueDescription: story.issue,
    urgency: story.urgency ?? 'medium',
    accessNotes: story.access,
    contractorType: story.trade,
    ...{ tenantName, tenantPhone },
    images: await takePhotos(agent, story.raisedWith ?? []),
  })
  return id
}

async function playPast(story: Story, { agent, contractor, admin }: Cast): Promise<string> {
  const id = await raise(story, agent)
  let hours = 0
  const pass = async (more: number) => {
    const step = Math.max(0, Math.min(more, story.age * DAY - hours))
    hours += step
    await makeOlder(id, step)
  }
  const finish = async () => {
    await pass(story.age * DAY - hours)
    await dueByRule(id)
    return id
  }
  const { ending } = story

  if (ending === 'pending') return finish()
  await pass(3 * HOUR)
  await assignJob(admin, id, contractor.id)
  if (ending === 'assigned') return finish()
  if (ending === 'cancelled') {
    await pass(20 * HOUR)
    await cancelJob(admin, id, 'The tenant has solved it.')
    return finish()
  }
  await pass(visitDelay(story))
  await startJob(contractor, id)
  if (ending === 'started') return finish()
  await pass(HOUR)
  const sent = {
    workDone: story.work ?? '',
    images: await takePhotos(contractor, story.photos ?? []),
    needsQuote: story.quote !== undefined,
    quoteAmount: story.quote?.[0],
    quoteDescription: story.quote?.[1],
    ...story.more,
  }
  await completeJob(contractor, id, checked(Completion, sent, completionRule))
  if (ending === 'quote expired')
    await db.update(quotes).set({ validUntil: sql`current_date - 2` }).where(eq(quotes.jobId, id))
  const [quote] = (await jobVisibleTo(admin, id)).quotes
  if (quote && ending === 'declined') {
    await pass(2 * DAY)
    await declineQuote(agent, quote.id)
  }
  const approved = reaches(ending, 'approved', 'work started', 'work done', 'all invoiced')
  if (quote && approved) await playQuoteWork(ending, { agent, contractor, admin }, quote, pass)
  if (reaches(ending, 'visit invoiced', 'all invoiced')) {
    await pass(DAY)
    const [visit] = (await jobVisibleTo(admin, id)).visits
    await markVisitInvoiced(admin, visit!.id)
  }
  return finish()
}

async function playQuoteWork(
  ending: StoryEnding,
  { agent, contractor, admin }: Omit<Cast, 'contractors'>,
  quote: Pick<Quote, 'id' | 'jobId' | 'description'>,
  pass: (hours: number) => Promise<void>,
): Promise<void> {
  await pass(2 * DAY)
  await approveQuote(agent, quote.id)
  const [work] = await db.select().from(jobs).where(eq(jobs.parentJobId, quote.jobId))
  if (ending !== 'approved') {
    await pass(3 * DAY)
    await startJob(contractor, work!.id)
  }
  if (reaches(ending, 'work done', 'all invoiced')) {
    await pass(5 * HOUR)
    const images = await takePhotos(contractor, ['wall', 'pipe'])
    await markJobComplete(contractor, work!.id, { workDone: `Done as quoted: ${quote.description}`, images })
  }
  if (ending === 'all invoiced') {
    await pass(DAY)
    await markQuoteInvoiced(admin, quote.id)
  }
}

function visitDelay({ property, urgency }: Story): number {
  const days = 0.5 + (Bun.hash.crc32(property) % 10) / 2
  return (urgency === 'high' ? days / 3 : days) * DAY
}

async function takePhotos(by: Actor, motifs: Motif[]): Promise<string[]> {
  const paths: string[] = []
  for (const motif of motifs) {
    const id = await promisePhoto(by)
    const upload = { method: 'PUT', body: picture(motif), headers: { 'content-type': 'image/png' } }
    paths.push((await takePhoto(id, new Request('http://localhost/', upload))).path)
  }
  return paths
}

async function makeOlder(id: string, hours: number): Promise<void> {
  const by = sql`make_interval(secs => ${hours * 3600})`
  await db.execute(sql`
    with these as (select id from jobs where id = ${id} or parent_job_id = ${id}),
      a as (update job_events set created_at = created_at - ${by} where job_id in (select id from these)),
      b as (update job_visits set visit_date = visit_date - ${by}, created_at = created_at - ${by}
        where job_id in (select id from these)),
      c as (update quotes set created_at = created_at - ${by}, updated_at = updated_at - ${by}
        where job_id in (select id from these)),
      d as (update invoices set invoice_date = invoice_date - ${by}, created_at = created_at - ${by},
        updated_at = updated_at - ${by}, tax_point = (tax_point - ${by})::date, due_on = (due_on - ${by})::date
        where job_id in (select id from these)),
      e as (update email_notifications set created_at = created_at - ${by} where job_id in (select id from these))
    update jobs set created_at = created_at - ${by}, updated_at = updated_at - ${by},
        waiting_since = waiting_since - ${by}, first_visit_at = first_visit_at - ${by},
        first_assigned_at = first_assigned_at - ${by}, closed_at = closed_at - ${by}
      where id in (select id from these)`)
}

/** By the day on which it was raised, which has moved. */
async function dueByRule(id: string): Promise<void> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  const visitBy = visitByOf(job!.jobType, job!.urgency, job!.createdAt)
  await db.update(jobs).set({ visitBy }).where(eq(jobs.id, id))
}
