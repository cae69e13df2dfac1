import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import type { Urgency } from '#src/domain/job/urgency.ts'
import type { QuoteStatus } from '#src/domain/quote/quote.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'
import { badge, lacks, read } from './reading.ts'

// Every state in its words and on its colour, in a list.

const STATUSES: [JobStatus, string, string][] = [
  ['pending', 'Pending', 'yellow'],
  ['assigned', 'Assigned', 'blue'],
  ['in_progress', 'In Progress', 'orange'],
  ['quote_pending', 'Quote Pending', 'amber'],
  ['quote_approved', 'Quote Approved', 'amber'],
  ['completed', 'Completed', 'green'],
  ['invoiced', 'Invoiced', 'purple'],
  ['cancelled', 'Cancelled', 'grey'],
]

test.each(STATUSES)('a job that is %s', async (status, words, tone) => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await db.update(jobs).set({ status }).where(eq(jobs.id, id))
  for (const [user, path] of [
    [cast.agent, '/jobs'],
    [cast.admin, '/admin/jobs'],
  ] as const)
    expect(lacks(await read((await signedInAs(user)).get(path)), badge(words, tone))).toEqual([])
})

const URGENCIES: [Urgency, string, string][] = [
  ['low', 'LOW', 'green'],
  ['medium', 'MEDIUM', 'yellow'],
  ['high', 'URGENT', 'red'],
]

test.each(URGENCIES)('urgency %s', async (urgency, words, tone) => {
  const cast = await aCast()
  await aJob(cast, 'pending', { job: { urgency } })
  for (const path of ['/', '/jobs'])
    expect(lacks(await read((await signedInAs(cast.agent)).get(path)), badge(words, tone))).toEqual([])
})

const QUOTES: [QuoteStatus, string, string][] = [
  ['pending', 'Pending', 'yellow'],
  ['approved', 'Approved', 'green'],
  ['declined', 'Declined', 'red'],
  // Another label that old data may carry for declined.
  ['rejected', 'Rejected', 'red'],
]

test.each(QUOTES)('a quote that is %s', async (status, words, tone) => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending')
  await db.update(quotes).set({ status }).where(eq(quotes.jobId, job.id))
  for (const [user, path] of [
    [cast.agent, '/quotes'],
    [cast.admin, '/admin/quotes'],
  ] as const)
    expect(lacks(await read((await signedInAs(user)).get(path)), badge(words, tone))).toEqual([])
})
