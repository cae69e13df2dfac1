import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { invoices, jobWords, quotes } from '#db/schema.ts'
import { app } from '#src/app.ts'
import { numberSome } from '#src/events/numbering.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, createJob } from '#src/jobs/actions.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { withdrawQuote } from '#src/quotes/changes.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { upload } from '#tests/photos/uploads.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, complete, completion, jobInput, quoteWork, withQuote } from '#tests/support/world.ts'

const SECRETS = /Sesame|Winifred|900987|Dora|Zephyr|Gargoyle|Quixotic/
const HIDDEN = { accessNotes: 'Sesame 4411', tenantName: 'Winifred Quill', tenantPhone: '07700 900987' }

const OF_THE_JOB = [
  'agency=Rightway%20Lettings',
  'contractorType=damp_mould',
  'property=9 Holly Road, Guildford GU2 4AB',
  'property=12 Mill Lane, Guildford GU1 3XY',
]

/** Carl visited, or quoted, and lost the job to Dora; all that is secret from him came then, or is of the home's people. */
async function lost(by: 'no access' | 'quote' | 'withdrawn quote' | 'visit') {
  const cast = await aCast()
  const dora = await aContractor({ firstName: 'Dora', lastName: 'Zephyr', company: 'Zephyr Ltd' })
  const job = await aJob(cast, 'assigned', { job: HIDDEN })
  await writeMessage(cast.agent, job.id, { text: 'Please ring first' })
  if (by === 'no access')
    await recordUnfinishedVisit(cast.contractor, job.id, { outcome: 'no_access', workDone: 'Rang twice' })
  if (by === 'quote' || by === 'withdrawn quote') {
    await complete(cast.contractor, job.id, withQuote())
    const [quote] = (await (await signedInAs(cast.admin)).get(`/api/jobs/${job.id}`).then((answer) => answer.json()))
      .quotes
    if (by === 'quote') await deleteQuote(cast.admin, quote.id)
    else await withdrawQuote(cast.contractor, quote.id, 'The price of copper')
  }
  if (by === 'visit') {
    await complete(cast.contractor, job.id, completion())
    await reopenJob(cast.admin, job.id, { reason: 'It leaks again', keepContractor: false })
  }
  await assignJob(cast.admin, job.id, dora.id)
  await editJob(cast.agent, job.id, {
    accessNotes: 'Sesame 5522',
    issueDescription: 'A Gargoyle fell into the pond at night',
    propertyAddress: '9 Holly Road, Guildford GU2 4AB',
    contractorType: 'damp_mould',
  })
  await writeMessage(cast.agent, job.id, { text: 'Quixotic news' })
  await complete(dora, job.id, completion({ workDone: 'Gargoyle lifted out.' }))
  return { ...cast, dora, job, carl: await signedInAs(cast.contractor) }
}

/** What a contractor may open of a lost job. Each other address is asked too, and may refuse. */
const OPENED = (id: string) => [
  ...[`/api/jobs/${id}`, '/api/jobs', '/api/jobs?limit=5', '/api/jobs/completed', '/api/jobs/export.csv'],
  ...[`/api/jobs/${id}/events`, `/api/jobs/${id}/messages`, '/api/quotes', '/api/events', '/api/visits'],
  ...[`/jobs/${id}`, `/jobs/${id}/messages`, '/history', '/history?show=quotes', '/completed-jobs', '/jobs', '/'],
  ...['/messages', '/api/messages', '/api/invoices', '/api/invoices/export.csv', '/offline/pages'],
]

const GETS = [...new Set(app.routes.flatMap(({ method, path }) => (method === 'GET' ? path : [])))].filter(
  (path) => !/^\/(assets|api\/logout)/.test(path),
)

async function expectNoSecret(carl: Client, id: string): Promise<void> {
  for (const path of OPENED(id)) {
    const answer = await carl.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, (await answer.text()).match(SECRETS)?.[0]]).toEqual([path, undefined])
  }
  const ids = [id, ...(await db.select({ id: quotes.id }).from(quotes)).map((quote) => quote.id)]
  ids.push(...(await db.select({ id: invoices.id }).from(invoices)).map((invoice) => invoice.id))
  for (const path of GETS)
    for (const one of path.includes('/:') ? ids : ['']) {
      const at = path.replace(/:\w+/g, one)
      expect([at, (await (await carl.get(at)).text()).match(SECRETS)?.[0]]).toEqual([at, undefined])
    }
}

test.each(['no access', 'quote', 'visit'] as const)(
  'who lost a job after a %s reads what was theirs and nothing else, by page, call, list, file, timeline and events',
  async (by) => {
    const { carl, job } = await lost(by)
    while ((await numberSome()).length > 0);
    await expectNoSecret(carl, job.id)
    const answer = await (await carl.get(`/api/jobs/${job.id}`)).json()
    expect(answer).toMatchObject({
      ...{ id: job.id, jobRef: job.jobRef, status: 'no_longer_with_you', contractor: null, contractorId: null },
      ...{
        propertyName: job.propertyName,
        propertyAddress: job.propertyAddress,
        issueDescription: job.issueDescription,
      },
      ...{ accessNotes: null, tenantName: null, tenantPhone: null, waitingOn: null, appointment: null, photosUrls: [] },
      ...{ estateAgent: null, cancelReason: null },
    })
    expect(answer.visits).toHaveLength(1)
    const page = await (await carl.get(`/jobs/${job.id}`)).text()
    expect(page).toContain('No longer with you')
    expect(page).toContain('Please ring first')
    expect(page).not.toContain(`/visit/${job.id}`)
    expect(page).not.toContain('name="text"')
    const history = await (await carl.get('/history')).text()
    expect(history).toContain(`href="/jobs/${job.id}"`)
    expect(history).toContain('No longer with you')
    const messages = await (await carl.get(`/api/jobs/${job.id}/messages`)).json()
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Please ring first'])
  },
)

test('their own fee and invoice number stay with the visit, also when it is invoiced later', async () => {
  const { carl, dora, job, admin } = await lost('visit')
  const read = async (client: Client) => (await client.get(`/api/jobs/${job.id}`)).json()
  const { visits } = await read(await signedInAs(admin))
  for (const { id } of visits) await markVisitInvoiced(admin, id, 4550)
  expect((await read(carl)).visits).toMatchObject([{ fee: '45.50', invoiceNumber: 'INV-000001' }])
  expect((await read(await signedInAs(dora))).visits).toMatchObject([
    { fee: null, invoiceNumber: null },
    { fee: '45.50' },
  ])
  expect(await (await carl.get('/history')).text()).toContain('INV-000001')
  await expectNoSecret(carl, job.id)
})

test('no search and no filter tells who lost a job of what came since', async () => {
  const { carl, job, dora } = await lost('no access')
  await db
    .insert(jobWords)
    .values([{ word: 'gargoyle', jobs: 1 }])
    .onConflictDoNothing()
  const found = async (query: string) => {
    const answer = await carl.get(`/api/jobs?${query}`)
    return (await answer.json()).map(({ id }: { id: string }) => id)
  }
  for (const word of ['Rose', 'boiler', job.jobRef, 'radiators cold'])
    expect([word, await found(`search=${word}`)]).toEqual([word, [job.id]])
  for (const word of [
    'Gargoyle',
    'gargoile',
    'Dora',
    'Zephyr',
    'zephir',
    'Sesame',
    'Winifred',
    'Winifrid',
    'Rightway',
    'Olivia',
  ])
    expect([word, await found(`search=${word}`)]).toEqual([word, []])
  const days = 'createdFrom=2020-01-01'
  for (const shown of ['', 'jobType=visit', 'sort=oldest', days])
    expect([shown, await found(shown)]).toEqual([shown, [job.id]])
  for (const hidden of [
    'status=completed',
    'waitingOn=admin',
    `contractor=${dora.id}`,
    'urgency=medium',
    'late=yes',
    'updatedSince=2020-01-01T00:00:00Z',
    ...OF_THE_JOB,
  ])
    expect([hidden, await found(hidden)]).toEqual([hidden, []])
})

test.each([
  ['no access', '/api/visits'],
  ['withdrawn quote', '/api/quotes'],
  ['withdrawn quote', '/api/visits'],
] as const)('nor does, after a %s, a filter of %s that asks of the job', async (by, path) => {
  const { carl, job, contractor } = await lost(by)
  const found = async (query: string) => {
    const answer = await carl.get(`${path}?${query}`)
    return (await answer.json()).map((one: { job: { id: string } }) => one.job.id)
  }
  for (const shown of ['', 'search=Rose', 'from=2020-01-01', `contractor=${contractor.id}`])
    expect([shown, await found(shown)]).toEqual([shown, [job.id]])
  for (const hidden of OF_THE_JOB) expect([hidden, await found(hidden)]).toEqual([hidden, []])
})

test('nor do the figures of a contractor, nor a filter of their invoices', async () => {
  const { carl, admin, job } = await lost('visit')
  const { visits } = await (await (await signedInAs(admin)).get(`/api/jobs/${job.id}`)).json()
  for (const { id } of visits) await markVisitInvoiced(admin, id)
  const invoiced = async (query: string) => (await (await carl.get(`/api/invoices?${query}`)).json()).length
  expect([await invoiced(''), await invoiced('contractorType=damp_mould')]).toEqual([1, 0])
  const { made } = (await (await carl.get('/api/figures')).json()).visits
  expect(made).toBe(1)
  for (const hidden of OF_THE_JOB) {
    const figures = await (await carl.get(`/api/figures?${hidden}`)).json()
    expect([hidden, figures.visits.made]).toEqual([hidden, 0])
  }
})

test('who carries out the quote of another finds it by the property, the trade and the agency of the work', async () => {
  const cast = await aCast()
  const dora = await aContractor({ firstName: 'Dora' })
  const { work, quote } = await quoteWork(cast, { job: { contractorType: 'damp_mould' } })
  await assignJob(cast.admin, work.id, dora.id)
  const client = await signedInAs(dora)
  for (const query of ['property=12 Mill Lane, Guildford GU1 3XY', 'contractorType=damp_mould', OF_THE_JOB[0]]) {
    const answer = await (await client.get(`/api/quotes?${query}`)).json()
    expect([query, answer.map(({ id }: { id: string }) => id)]).toEqual([query, [quote.id]])
  }
})

test('access notes and tenant are read by a contractor until the job is finished', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'assigned', { job: HIDDEN })
  const carl = await signedInAs(cast.contractor)
  const read = async () => (await carl.get(`/api/jobs/${job.id}`)).json()
  expect(await read()).toMatchObject(HIDDEN)
  await editJob(cast.agent, job.id, { accessNotes: 'Sesame 5522' })
  expect(await (await carl.get(`/api/jobs/${job.id}/events`)).text()).toContain('Sesame 5522')
  await complete(cast.contractor, job.id, withQuote())
  expect(await read()).toMatchObject({ ...HIDDEN, accessNotes: 'Sesame 5522', status: 'quote_pending' })
  await declineQuote(cast.agent, (await read()).quotes[0].id)
  expect(await read()).toMatchObject({ status: 'completed', accessNotes: null, tenantName: null, tenantPhone: null })
  await expectNoSecret(carl, job.id)
})

test('a contractor who lost a job opens the photos of their own visits, not those of the job or of others', async () => {
  const cast = await aCast()
  const dora = await aContractor({ firstName: 'Dora' })
  const [raised, own, others] = [await upload(cast.agent), await upload(cast.contractor), await upload(dora)]
  const job = await createJob(cast.agent, { ...jobInput(), images: [raised] })
  await assignJob(cast.admin, job.id, cast.contractor.id)
  await recordUnfinishedVisit(cast.contractor, job.id, { outcome: 'no_access', workDone: 'Rang twice', images: [own] })
  await assignJob(cast.admin, job.id, dora.id)
  await complete(dora, job.id, completion({ images: [others] }))
  const carl = await signedInAs(cast.contractor)
  const status = async (path: string) => (await carl.get(path)).status
  expect([await status(own), await status(others), await status(raised)]).toEqual([200, 404, 404])
})
