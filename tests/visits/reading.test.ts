import { expect, test } from 'bun:test'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { html, sentBy } from '#tests/support/answers.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent, type Cast } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')
const admin = signedInOfEachTest(cast, 'admin')

type Found = { id: string; job: { id: string; status: string; accessNotes: string | null } }[]

const found = async (client: Client | undefined, query = '') => {
  const answer = await client!.get(`/api/visits${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return (await answer.json()) as Found
}
const idsOf = async (client: Client | undefined, query = '') => (await found(client, query)).map(({ id }) => id)

const visited = async (of: Partial<Cast> = {}) => (await aJob({ ...cast, ...of }, 'completed')).visits[0]!.id

test('each reads their own visits, newest first: administrators all, contractors theirs, agents those at their jobs', async () => {
  const other = { agent: await anAgent(), contractor: await aContractor() }
  const mine = await visited()
  const theirs = await visited(other)
  const ofOtherContractor = await visited({ contractor: other.contractor })
  expect(await idsOf(admin)).toEqual([ofOtherContractor, theirs, mine])
  expect(await idsOf(agent)).toEqual([ofOtherContractor, mine])
  expect(await idsOf(contractor)).toEqual([mine])
  expect(await idsOf(await signedInAs(other.contractor))).toEqual([ofOtherContractor, theirs])
})

test('a contractor who lost the job reads their visit to it, and of the job no more than was theirs', async () => {
  const job = await aJob(cast, 'assigned')
  await db.update(jobs).set({ accessNotes: 'Key under the blue pot' }).where(eq(jobs.id, job.id))
  await recordUnfinishedVisit(cast.contractor, job.id, {
    outcome: 'no_access',
    workDone: 'Rang twice, nobody in',
    images: [],
  })
  expect((await found(contractor))[0]!.job).toMatchObject({ id: job.id, accessNotes: 'Key under the blue pot' })
  await assignJob(cast.admin, job.id, (await aContractor()).id)
  expect((await found(contractor))[0]!.job).toMatchObject({
    id: job.id,
    status: 'no_longer_with_you',
    accessNotes: null,
  })
  expect(await idsOf(contractor, '?search=blue%20pot')).toEqual([])
  expect((await found(agent))[0]!.job).toMatchObject({ accessNotes: 'Key under the blue pot' })
})

test('filters narrow the list, in pages and with a search, and unknown values are 400', async () => {
  const other = await aContractor({ firstName: 'Zebedee', lastName: 'Quill' })
  const old = await visited()
  const at = sql`'2026-03-29T00:30:00Z'::timestamptz`
  await db.update(jobVisits).set({ visitDate: at, createdAt: at, updatedAt: at })
  await db.update(jobs).set({ estateAgency: 'Larkfield Homes', propertyAddress: '7 Quarry Lane, Guildford' })
  await db.update(jobs).set({ propertyKey: '7quarrylaneguildford' })
  const recent = await visited({ contractor: other })
  expect(await idsOf(admin, '?to=2026-03-29')).toEqual([old])
  expect(await idsOf(admin, '?from=2026-03-29&to=2026-03-29')).toEqual([old])
  expect(await idsOf(admin, '?from=2026-03-30')).toEqual([recent])
  expect(await idsOf(admin, `?contractor=${other.id}`)).toEqual([recent])
  expect(await idsOf(admin, '?agency=larkfield%20homes')).toEqual([old])
  expect(await idsOf(admin, '?updatedSince=2026-03-30T00:00:00Z')).toEqual([recent])
  await admin!.post(`/api/visits/${old}/mark-invoiced`)
  expect(await idsOf(admin, '?updatedSince=2026-03-30T00:00:00Z')).toEqual([recent, old])
  for (const client of [admin, agent]) expect(await idsOf(client, '?search=zebedee')).toEqual([recent])
  expect(await idsOf(admin, '?search=zebedee&to=2026-03-29')).toEqual([])
  expect(await idsOf(contractor, '?search=zebedee')).toEqual([])
  const page = await admin!.get('/api/visits?limit=1&from=2026-01-01')
  expect([page.headers.get('x-total-count'), ((await page.json()) as Found).length]).toEqual(['2', 1])
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!
  expect(((await (await admin!.get(next)).json()) as Found).map(({ id }) => id)).toEqual([old])
  for (const wrong of ['from=yesterday', 'contractor=7', 'updatedSince=2026-03-30', 'limit=500', 'status=done'])
    expect([wrong, (await admin!.get(`/api/visits?${wrong}`)).status]).toEqual([wrong, 400])
})

test('a visit whose invoice is replaced or deleted has changed', async () => {
  const id = await visited()
  const { id: invoice } = (await (await admin!.post(`/api/visits/${id}/mark-invoiced`)).json()) as { id: string }
  const old = sql`'2026-03-29T00:30:00Z'::timestamptz`
  const since = '?updatedSince=2026-03-30T00:00:00Z'
  await db.update(jobVisits).set({ updatedAt: old })
  const replaced = await admin!.post(`/api/invoices/${invoice}/void`, { reason: 'Typo', replaceWith: { amount: 71 } })
  expect([replaced.status, await idsOf(admin, since)]).toEqual([200, [id]])
  await db.update(jobVisits).set({ updatedAt: old })
  const { replacedBy } = (await replaced.json()) as { replacedBy: string }
  expect((await admin!.delete(`/api/invoices/${replacedBy}?hardDelete=true`)).status).toBe(200)
  expect(await idsOf(admin, since)).toEqual([id])
})

test('the search beside the visits of several agencies keeps each of them', async () => {
  for (const estateAgency of ['Larkfield Homes', 'Northgate', 'Rightway'])
    await aJob(cast, 'completed', { job: { estateAgency } })
  const either = 'agency=Larkfield+Homes&agency=Northgate'
  const page = await html(admin!.get(`/visits?${either}`))
  expect(page).toContain('2 visits')
  expect(sentBy(page, 'Search')).toEqual({ search: [''], outcome: [''], agency: ['Larkfield Homes', 'Northgate'] })
})

const exported = async (client: Client | undefined, query = '') => {
  const answer = await client!.get(`/api/visits/export.csv${query}`)
  expect([query, answer.status, answer.headers.get('content-type')]).toEqual([query, 200, 'text/csv; charset=utf-8'])
  return parse<Record<string, string>>(await answer.text(), { columns: true, bom: true })
}

test('CSV has what each reads of their visits, narrowed by the same filters', async () => {
  const other = await aContractor({ firstName: 'Zebedee', lastName: 'Quill' })
  await visited()
  await visited({ contractor: other })
  await visited({ agent: await anAgent() })
  const { id } = await aJob(cast, 'assigned')
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Rang twice', images: [] })
  await db
    .update(jobs)
    .set({ accessNotes: 'Key under the blue pot', propertyName: 'Sold House' })
    .where(eq(jobs.id, id))
  await assignJob(cast.admin, id, other.id)
  for (const client of [admin, agent, contractor])
    for (const query of ['', '?outcome=no_access', '?search=zebedee', '?search=zebedeee', '?to=2026-01-01']) {
      const rows = await exported(client, query)
      expect([query, rows.map((row) => row.id!)]).toEqual([query, await idsOf(client, query)])
    }
  const [row] = await exported(contractor, '?outcome=no_access')
  expect(row).toMatchObject({ Outcome: 'No access', 'Work Done': 'Rang twice', 'Job Id': id })
  expect(JSON.stringify(row)).not.toContain('blue pot')
  const listed = (await found(contractor, '?outcome=no_access'))[0]!.job as { propertyName?: string }
  expect(row!['Property Name']).toBe(listed.propertyName)
  expect(Object.keys(row!).slice(-2)).toEqual(['Job Id', 'Outcome'])
  for (const wrong of ['from=yesterday', 'limit=5', 'status=done'])
    expect([wrong, (await admin!.get(`/api/visits/export.csv?${wrong}`)).status]).toEqual([wrong, 400])
})

test('the page of visits leads to the CSV of what it shows, also by a corrected word', async () => {
  await visited({ contractor: await aContractor({ firstName: 'Zebedee' }) })
  for (const client of [admin, agent, contractor])
    for (const [query, narrowed = query] of [
      [''],
      ['?search=mill&from=2026-01-01&outcome=done'],
      ['?search=zebedeee', client === contractor ? '?search=zebedeee' : '?search=zebedee'],
    ]) {
      const page = await (await client!.get(`/visits${query}`)).text()
      const link = /<a class="[^"]*" href="([^"]+)" download="">(?:(?!<\/a>).)*Export Visits/.exec(page)
      expect([query, link?.[1]?.replaceAll('&amp;', '&')]).toEqual([query, `/api/visits/export.csv${narrowed}`])
    }
})
