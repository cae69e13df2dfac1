import { expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import { asc, desc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, quotes, users } from '#db/schema.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import { fullName } from '#src/domain/account/account.ts'
import { visitTarget } from '#src/domain/job/first-visit.ts'
import { decimal } from '#src/domain/money.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { signedInAs } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAgent,
  complete,
  finishedQuoteWork,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'

// What lists answer, letter by letter, against what this file reads of the tables row by row.

const pounds = (pence: number | null) => (pence === null ? null : decimal(pence))

async function person(id: string | null) {
  const [found] = id ? await db.select().from(users).where(eq(users.id, id)) : []
  if (!found) return null
  const { firstName, lastName, company, email, phone } = found
  return { id: found.id, firstName, lastName, company, email, phone, name: fullName(found) }
}

type Quote = typeof quotes.$inferSelect

const quoteText = async ({ amount, materialsCost, laborCost, lines, ...quote }: Quote) => ({
  ...inOrder(quote, ['id', 'jobId', 'contractorId', 'visitId', 'description']),
  ...{ amount: decimal(amount), materialsCost: pounds(materialsCost), laborCost: pounds(laborCost) },
  ...inOrder(quote, ['estimatedDuration', 'validUntil', 'status', 'workStatus', 'invoicingStatus', 'notes', 'version']),
  lines,
  ...inOrder(quote, ['reason', 'workJobId', 'createdAt', 'updatedAt']),
  ...{ net: null, vat: null, contractor: await person(quote.contractorId) },
})

const inOrder = <Of extends object, Name extends keyof Of>(from: Of, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

async function jobText(id: string): Promise<string> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id))
  const {
    searchText: _,
    words: __,
    tenantWords: ____,
    propertyKey: ___,
    appointmentId,
    appointmentSequence,
    ...job
  } = row!
  const {
    appointmentStartsAt,
    appointmentEndsAt,
    firstVisitAt,
    firstVisitBy,
    chasedAt,
    firstAssignedAt,
    closedAt,
    hazardLevel,
    hazardDue,
    ...shown
  } = job
  const of = await db
    .select()
    .from(quotes)
    .where(eq(quotes.jobId, job.parentJobId ?? id))
    .orderBy(asc(quotes.createdAt))
  const own = job.parentJobId ? of.filter(({ workJobId }) => workJobId === id) : of
  const visits = await db.select().from(jobVisits).where(eq(jobVisits.jobId, id)).orderBy(asc(jobVisits.visitDate))
  return JSON.stringify({
    ...shown,
    waitingOn: shown.waitingOn === 'nobody' ? null : shown.waitingOn,
    noAccessVisits: 0,
    contractor: await person(job.contractorId),
    estateAgent: await person(job.estateAgentId),
    quotes: await Promise.all(own.map(quoteText)),
    visits: await Promise.all(
      visits.map(async ({ updatedAt: _, ...visit }) => ({
        ...{ ...visit, fee: null, invoiceNumber: null, images: visit.photosUrls },
        contractor: await person(visit.contractorId),
      })),
    ),
    office: OFFICE,
    ...{ unreadMessages: 0, visitTarget: visitTarget(job), hazard: null, certificate: null, appointment: null },
    quote: own[0] ? own[0].amount / 100 : null,
  })
}

test('whole jobs are the same to the letter, in a page, in a stream and alone', async () => {
  const cast = await aCast()
  for (const status of ['pending', 'assigned', 'in_progress', 'completed', 'quote_approved'] as const)
    await aJob(cast, status)
  await quoteWork(cast)
  await finishedQuoteWork(cast, { completion: { materialsCost: '300', laborCost: 180, validUntil: '2999-12-31' } })
  const quoted = await aJob(cast, 'quote_pending')
  const rival = await askCompetingQuote(cast.admin, quoted.id, (await aContractor({ firstName: 'Rita' })).id)
  const [{ contractorId } = { contractorId: null }] = await db.select().from(jobs).where(eq(jobs.id, rival.id))
  const [rita] = await db.select().from(users).where(eq(users.id, contractorId!))
  await complete({ ...cast.contractor, ...rita!, credentialHash: null }, rival.id, withQuote({ quoteAmount: 512.34 }))
  const other = await aJob({ ...cast, agent: await anAgent({ firstName: 'Oscar' }) }, 'pending')
  await assignJob(cast.admin, other.id, cast.contractor.id)

  const ids = (await db.select({ id: jobs.id }).from(jobs).orderBy(desc(jobs.createdAt), desc(jobs.id))).map(
    ({ id }) => id,
  )
  const texts = await Promise.all(ids.map(jobText))
  const admin = await signedInAs(cast.admin)
  expect(await (await admin.get('/api/jobs?limit=50')).text()).toBe(`[${texts.join(',')}]`)
  expect(await (await admin.get('/api/jobs')).text()).toBe(`[${texts.join(',')}]`)
  for (const [index, id] of ids.entries()) expect(await (await admin.get(`/api/jobs/${id}`)).text()).toBe(texts[index]!)

  const own = texts.filter((text) => !text.includes('Oscar'))
  expect(own.length).toBe(texts.length - 1)
  expect(await (await (await signedInAs(cast.agent)).get('/api/jobs?limit=50')).text()).toBe(`[${own.join(',')}]`)
})

test.each(['zstd', 'br', 'gzip'])('a page and the polled list are sent as %s to who takes it', async (encoding) => {
  const cast = await aCast()
  for (let count = 0; count < 3; count++) await aJob(cast, 'assigned')
  const agent = await signedInAs(cast.agent)
  for (const path of ['/api/jobs?limit=50', '/api/jobs', '/api/jobs/recent']) {
    const [plain, sent] = await Promise.all([
      agent.get(path, { 'accept-encoding': 'identity' }),
      agent.get(path, { 'accept-encoding': encoding }),
    ])
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(sent.headers.get('content-encoding')).toBe(encoding)
    for (const { headers } of [plain, sent]) expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(sent.headers.get('etag')).toBe(plain.headers.get('etag'))
    expect(decoded(await sent.bytes(), encoding)).toBe(await plain.text())
  }
})

const decoded = (bytes: Uint8Array<ArrayBuffer>, encoding: string): string => {
  const decode = { zstd: Bun.zstdDecompressSync, br: brotliDecompressSync, gzip: Bun.gunzipSync }[encoding]!
  return new TextDecoder().decode(decode(bytes))
}
