import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobVisits } from '#db/schema.ts'
import { consider } from '#islands/photos/photo-state.ts'
import { createEstateAgent } from '#src/accounts/actions.ts'
import { generatePassword, PASSWORD_ALPHABET } from '#src/domain/account/account.ts'
import { MAX_PHOTO_BYTES, tooLarge } from '#src/domain/photo/photo.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { createJob } from '#src/jobs/actions.ts'
import { askForUrl, bodyOf, put, upload } from '#tests/photos/uploads.ts'
import { stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, completion, finishedQuoteWork, jobInput, withQuote } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { lacks, link, read } from './reading.ts'

// The numbers that the product promises. Those that only a browser shows are in tests/e2e/constants.e2e.ts.

const cast = castOfEachTest()
const olivia = signedInOfEachTest(cast, 'agent')
const carl = signedInOfEachTest(cast, 'contractor')
const ada = signedInOfEachTest(cast, 'admin')

type Json = Record<string, unknown>
const json = async (answer: Promise<Response>) => (await answer).json() as Promise<Json>

describe('recent jobs', () => {
  test('are at most five', async () => {
    for (let count = 0; count < 6; count++) await createJob(cast.agent, jobInput())
    expect((await json(olivia.get('/api/jobs/recent'))).length).toBe(5)
  })

  test('are asked for every five seconds', async () => {
    const { parts } = await read(olivia.get('/'))
    const polls = parts.filter(({ attributes }) => attributes['hx-trigger']?.startsWith('every'))
    expect(polls.map(({ attributes }) => [attributes['hx-get'], attributes['hx-trigger']])).toEqual([['/', 'every 5s']])
  })
})

describe('texts', () => {
  test('an issue has at least 10 characters', async () => {
    expect((await olivia.post('/api/jobs', jobInput({ issueDescription: '123456789' }))).status).toBe(422)
    expect((await olivia.post('/api/jobs', jobInput({ issueDescription: '1234567890' }))).status).toBe(201)
  })

  test('a password has at least 6', async () => {
    const account = { username: 'nina', firstName: 'Nina', lastName: 'Ng' }
    expect((await ada.post('/api/admin/create-estate-agent', { ...account, password: '12345' })).status).toBe(422)
    expect((await ada.post('/api/admin/create-estate-agent', { ...account, password: '123456' })).status).toBe(201)
  })

  test('a generated password has 12 of an alphabet without look-alikes', () => {
    expect(PASSWORD_ALPHABET).not.toMatch(/[IOl01]/)
    const made = Array.from({ length: 400 }, generatePassword)
    for (const password of made) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/)
    expect(new Set(made).size).toBe(400)
    expect(new Set(made.join('')).size).toBe(PASSWORD_ALPHABET.length)
  })
})

describe('photos', () => {
  test('at most 5 of one pick are considered', () => {
    const picked = Array.from({ length: 7 }, (_, index) => `photo-${index + 1}.jpg`)
    const { taken, notice } = consider(picked, 5)
    expect(taken).toEqual(['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg', 'photo-4.jpg', 'photo-5.jpg'])
    expect(notice).toBe('You can add at most 5 photos.')
  })

  test('at most 5 stand on one visit', async () => {
    const { id } = await aJob(cast, 'assigned')
    const images = await Promise.all(Array.from({ length: 6 }, () => upload(cast.contractor)))
    const answer = await carl.post(`/api/jobs/${id}/complete`, completion({ images }))
    expect([answer.status, await db.$count(jobVisits)]).toEqual([422, 0])
    expect((await carl.post(`/api/jobs/${id}/complete`, completion({ images: images.slice(1) }))).status).toBe(200)
  })

  test('each has at most 5242880 bytes', async () => {
    expect(MAX_PHOTO_BYTES).toBe(5_242_880)
    expect(tooLarge('roof.jpg')).toBe('File roof.jpg is too large')
    const answer = await put(await askForUrl(cast.contractor), bodyOf(Buffer.alloc(MAX_PHOTO_BYTES + 1, 1)))
    expect(answer.status).toBe(413)
    // As large as allowed, it is looked at: it is no photo.
    const looked = await put(await askForUrl(cast.contractor), bodyOf(Buffer.alloc(MAX_PHOTO_BYTES, 1)))
    expect([415, 422]).toContain(looked.status)
  })
})

describe('money', () => {
  test('has two decimals and takes ten digits', async () => {
    const job = await aJob(cast, 'quote_pending', { completion: { quoteAmount: '99,999,999.99' } })
    expect(lacks(await read(olivia.get('/quotes')), '£99,999,999.99')).toEqual([])
    expect(await json(olivia.get(`/api/quotes/${job.quotes[0]!.id}`))).toMatchObject({ amount: '99999999.99' })
    const { id } = await aJob(cast, 'assigned')
    const answer = await carl.post(`/api/jobs/${id}/complete`, withQuote({ quoteAmount: '100000000' }))
    expect(answer.status).toBe(422)
  })

  test('a visit costs 60.00 unless told', async () => {
    const [first, second] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    const path = (job: typeof first) => `/api/visits/${job.visits[0]!.id}/mark-invoiced`
    expect(await json(ada.post(path(first)))).toMatchObject({ amount: '60.00', invoiceNumber: 'INV-000001' })
    expect(await json(ada.post(path(second), { amount: 75.5 }))).toMatchObject({ amount: '75.50' })
  })

  test('an invoice of quote work without a description says the first 100 characters of the issue', async () => {
    const issueDescription = 'The boiler is cold. '.repeat(10)
    const { quote } = await finishedQuoteWork(cast, { job: { issueDescription } })
    await db.execute(`update quotes set description = '' where id = '${quote.id}'`)
    const invoice = await json(ada.post(`/api/quotes/${quote.id}/mark-invoiced`))
    expect(invoice).toMatchObject({ description: issueDescription.slice(0, 100), amount: '480.00' })
  })
})

test('numbers of jobs and invoices', async () => {
  const [first, second] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
  expect([first.jobRef, second.jobRef]).toEqual(['JOB-000001', 'JOB-000002'])
  const invoices = [first, second].map((job) => markVisitInvoiced(cast.admin, job.visits[0]!.id))
  const numbers = (await Promise.all(invoices)).map(({ invoiceNumber }) => invoiceNumber)
  expect(numbers.sort()).toEqual(['INV-000001', 'INV-000002'])
})

test('a list has 50 a page, and Load more', async () => {
  for (let count = 0; count < 51; count++) await createJob(cast.agent, jobInput())
  const first = await read(olivia.get('/jobs'))
  const items = (screen: typeof first) => screen.parts.filter(({ attributes }) => attributes.id?.startsWith('job-0'))
  expect(items(first).length).toBe(50)
  expect(lacks(first, link('Load more', /^\/jobs\?cursor=/))).toEqual([])
  const more = first.parts.find(({ tag, text }) => tag === 'a' && text === 'Load more')!.attributes.href!
  expect(items(await read(olivia.get(more))).length).toBe(1)
})

describe('signing in', () => {
  test('after ten failures of one identifier it waits', async () => {
    const nina = await createEstateAgent(cast.admin, {
      username: 'nina',
      firstName: 'Nina',
      lastName: 'Ng',
      password: 'secret1',
    })
    const attempt = (password: string) => stranger.post('/api/local/login', { identifier: nina.username, password })
    for (let count = 0; count < 10; count++) expect((await attempt('wrong')).status).toBe(401)
    const answer = await attempt('secret1')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeWithin(1, 15 * 60 + 1)
  })

  test('lasts 30 days', async () => {
    const { username } = cast.agent
    const answer = await stranger.submit('/login', { identifier: username!, password: 'correct horse' })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session='))!
    expect(cookie).toContain(`Max-Age=${30 * 24 * 60 * 60}`)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(flag)
  })
})

test('a contractor is told of a job by e-mail, with all its details', async () => {
  const carla = await aContractor({ email: 'carla@plumbing.example' })
  const job = await aJob({ ...cast, contractor: carla }, 'assigned', { job: { urgency: 'high' } })
  const [mail] = await db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'job_assigned'))
  expect(mail).toMatchObject({ contractorEmail: 'carla@plumbing.example' })
  const { text } = composeEmail('job_assigned', mail!.content, 'https://fettle.example')
  const { estateAgentName, estateAgency, propertyName, propertyAddress, issueDescription, accessNotes } = jobInput()
  for (const detail of [
    ...[job.jobRef, propertyName, propertyAddress, issueDescription, accessNotes!, estateAgency, estateAgentName],
    ...[cast.agent.email!, cast.agent.phone!, 'URGENT', `https://fettle.example/jobs/${job.id}`],
  ])
    expect(text).toContain(detail)
})
