import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { appointmentLine, appointmentWords } from '#src/domain/appointment/appointment.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { dayIn, onDay, tomorrow } from '#tests/support/times.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')

const htmlOf = async (response: Response | Promise<Response>) =>
  (await (await response).text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
const wordsOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const morning = { day: dayIn(1), slot: 'morning', from: '', to: '' }

async function bookedIn(
  days: number,
  job: Parameters<typeof aJob>[2] = {},
  status: 'assigned' | 'in_progress' = 'assigned',
) {
  const made = await aJob(cast, status, job)
  const { startsAt, endsAt } = onDay(dayIn(days))
  // Past the action, which takes no past time.
  await db
    .update(jobs)
    .set({ appointmentId: Bun.randomUUIDv7(), appointmentStartsAt: startsAt, appointmentEndsAt: endsAt })
    .where(eq(jobs.id, made.id))
  return made
}

describe('Book Visit', () => {
  test('is a page that works without a script', async () => {
    const { id } = await aJob(cast, 'assigned')
    const page = await htmlOf(carl.get(`/jobs/${id}/book`))
    expect(page).toContain('<h1>Book Visit</h1>')
    expect(page).toContain(`min="${dayIn(0)}"`)
    expect(page.match(/type="radio"/g)).toHaveLength(4)
    expect(page).toContain('The estate agent is told by e-mail, with a calendar file.')
    const sent = await carl.submit(`/jobs/${id}/book`, morning)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/jobs'])
    const toast = decodeURIComponent(decodeURIComponent(sent.headers.get('set-cookie') ?? ''))
    expect(toast).toContain(`${appointmentWords(tomorrow())}. The estate agent is told by e-mail.`)
    expect(await htmlOf(carl.get('/jobs'))).toContain(`Booked: ${appointmentLine(tomorrow())}`)
  })

  test('in the dialog shows the list anew, as it was searched', async () => {
    const [{ id }] = [
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned', { job: { propertyName: 'Ivy House' } }),
    ]
    const headers = { 'hx-current-url': 'http://localhost/jobs?search=rose' }
    const dialog = await htmlOf(carl.htmx(`/jobs/${id}/book`, { headers }))
    expect(dialog).not.toContain('<html')
    expect(dialog).toContain('name="back" value="/jobs?search=rose"')
    const form = { ...morning, back: '/jobs?search=rose' }
    const answer = await carl.htmx(`/jobs/${id}/book`, { method: 'POST', form })
    expect(JSON.parse(answer.headers.get('hx-trigger')!)).toMatchObject({
      toast: { title: 'Visit Booked' },
      closeDialog: {},
    })
    const html = await htmlOf(answer)
    expect(html).toContain('hx-target="#your-jobs"')
    expect(wordsOf(html)).toContain('1 job for review Tomorrow Rose Cottage')
    expect(html).not.toContain('Ivy House')
  })

  test('from elsewhere leads back there', async () => {
    const { id } = await aJob(cast, 'assigned')
    const answer = await carl.htmx(`/jobs/${id}/book`, { method: 'POST', form: { ...morning, back: `/jobs/${id}` } })
    expect(answer.headers.get('hx-redirect')).toBe(`/jobs/${id}`)
    const away = await carl.submit(`/jobs/${id}/book`, { ...morning, slot: 'evening', back: 'https://evil.example/' })
    expect(away.headers.get('location')).toBe('/')
  })

  test('keeps what was typed where it is refused, and says why at the field', async () => {
    const { id } = await aJob(cast, 'assigned')
    const typed = { day: dayIn(1), slot: 'times', from: '14:30', to: '13:00' }
    for (const answer of [
      await carl.submit(`/jobs/${id}/book`, typed),
      await carl.htmx(`/jobs/${id}/book`, { method: 'POST', form: typed }),
    ]) {
      expect(answer.status).toBe(422)
      const html = await htmlOf(answer)
      expect(html).toContain('href="#book-to"')
      expect(html).toContain('The end must be after the start')
      for (const value of [dayIn(1), '14:30', '13:00']) expect(html).toContain(`value="${value}"`)
      expect(html).toMatch(/checked=""[^>]*value="times"|value="times"[^>]*checked=""/)
    }
  })

  test('of a booked visit moves or cancels it, after a question', async () => {
    const { id } = await aJob(cast, 'in_progress')
    await bookVisit(cast.contractor, id, onDay(dayIn(2), '09:15', '10:00'))
    const page = await htmlOf(carl.get(`/jobs/${id}/book`))
    expect(page).toContain('<h1>Change Visit</h1>')
    for (const value of [dayIn(2), '09:15', '10:00']) expect(page).toContain(`value="${value}"`)
    const asked = await htmlOf(carl.submit(`/jobs/${id}/book/cancel`, { back: '/jobs' }))
    expect(asked).toContain('Cancel the booked visit to Rose Cottage?')
    const gone = await carl.submit(`/jobs/${id}/book/cancel`, { back: '/jobs', confirmed: 'yes' })
    expect([gone.status, gone.headers.get('location')]).toEqual([303, '/jobs'])
    expect(await timeline(id)).toContain('appointmentCancelled')
    expect(await htmlOf(carl.get('/jobs'))).not.toContain('Booked:')
  })

  test('is not for a job that is done', async () => {
    const { id } = await aJob(cast, 'completed')
    expect((await carl.get(`/jobs/${id}/book`)).status).toBe(409)
    expect(await htmlOf(carl.get(`/jobs/${id}`))).not.toContain('Book Visit')
  })
})

test('everybody who reads the job sees when it is booked', async () => {
  const { id } = await aJob(cast, 'assigned')
  await bookVisit(cast.contractor, id, tomorrow())
  const line = `Booked: ${appointmentLine(tomorrow())}`
  const [olivia, ada] = [await signedInAs(cast.agent), await signedInAs(cast.admin)]
  for (const path of ['/', '/jobs', `/jobs/${id}`, '/visit'])
    expect([path, (await htmlOf(carl.get(path))).includes(line)]).toEqual([path, true])
  for (const path of ['/', '/jobs', `/jobs/${id}`])
    expect([path, (await htmlOf(olivia.get(path))).includes(line)]).toEqual([path, true])
  const details = await htmlOf(ada.get(`/admin/jobs/${id}`))
  for (const words of [line, `When: ${appointmentWords(tomorrow())}`]) expect(details).toContain(words)
})

describe('a contractor’s day', () => {
  const inOrder = async (path: string) =>
    [...(await htmlOf(carl.get(path))).matchAll(/<h[234][^>]*>(?:<a[^>]*>)?([^<]+)/g)]
      .map(([, title]) => title!)
      .filter((title) => /^[A-Z]\d?\.|^(Today|Tomorrow|Later|No date yet)$/.test(title))

  test('goes by day, urgent first in each, then by time or age', async () => {
    const named = (propertyName: string, urgency: 'low' | 'high' = 'low') => ({ job: { propertyName, urgency } })
    await aJob(cast, 'assigned', named('I.'))
    await aJob(cast, 'in_progress', named('J.'))
    await aJob(cast, 'assigned', named('H.', 'high'))
    await bookedIn(30, named('G.'))
    await bookedIn(2, named('F.'))
    await bookedIn(9, named('E.', 'high'))
    await bookedIn(1, named('D.'))
    await bookedIn(0, named('C.'))
    await bookedIn(-3, named('B.'), 'in_progress')
    await bookedIn(0, named('A.', 'high'))
    const all = [
      'Today',
      'A.',
      'B.',
      'C.',
      'Tomorrow',
      'D.',
      'Later',
      'E.',
      'F.',
      'G.',
      'No date yet',
      'H.',
      'I.',
      'J.',
    ]
    expect(await inOrder('/jobs')).toEqual(all)
    expect(await inOrder('/visit')).toEqual(all)
    expect(await inOrder('/')).toEqual(all.slice(0, 8).concat([]))
    const words = wordsOf(await htmlOf(carl.get('/jobs')))
    expect(words).toContain('10 jobs for review')
    expect(words).toContain(`Was booked for ${appointmentLine(onDay(dayIn(-3)))}`)
  })

  test('begins with an emergency that is not booked, and goes by what is due before what was raised', async () => {
    const named = (propertyName: string) => ({ job: { propertyName } })
    for (const name of ['B.', 'C.', 'D.', 'E.', 'F.']) await bookedIn(3, named(name))
    const visited = await aJob(cast, 'in_progress', named('J.'))
    await recordUnfinishedVisit(cast.contractor, visited.id, { outcome: 'return', workDone: 'A part is missing' })
    await aJob(cast, 'assigned', named('I.'))
    await aJob(cast, 'assigned', { job: { propertyName: 'H.', urgency: 'high' } })
    const [damp, gas] = [await aJob(cast, 'assigned', named('G.')), await aJob(cast, 'assigned', named('A.'))]
    await changeHazard(cast.agent, damp.id, { level: 'significant', awareAt: new Date(Date.now() - 30 * 86_400_000) })
    await changeHazard(cast.agent, gas.id, { level: 'emergency' })
    const day = ['Today', 'A.', 'Later', 'B.', 'C.', 'D.', 'E.', 'F.', 'No date yet', 'G.', 'H.', 'I.', 'J.']
    expect(await inOrder('/jobs')).toEqual(day)
    expect(await inOrder('/')).toEqual(day.slice(0, 7))
    const { pages } = (await (await carl.get('/offline/pages')).json()) as { pages: string[] }
    expect(pages.find((path) => path.startsWith('/visit/'))).toBe(`/visit/${gas.id}`)
    for (const path of ['/', '/jobs', '/visit', `/visit/${gas.id}`])
      expect(await htmlOf(carl.get(path))).toContain('<span class="badge red">Emergency hazard</span>')
    expect(await htmlOf(carl.get('/jobs'))).toContain('<span class="badge amber">Significant hazard</span>')
  })

  test('the dashboard shows all that is due today', async () => {
    for (let n = 0; n < 7; n++) await bookedIn(0, { job: { propertyName: `A${n}.` } })
    await bookedIn(1, { job: { propertyName: 'B.' } })
    expect(await inOrder('/')).toHaveLength(8)
  })

  test('goes on after fifty, each job once and no day named twice, with 120', async () => {
    const made = await manyJobs(cast, 120, (n) => {
      const { startsAt, endsAt } = onDay(dayIn(n % 4), '08:00', '12:00')
      const booked = { appointmentId: Bun.randomUUIDv7(), appointmentStartsAt: startsAt, appointmentEndsAt: endsAt }
      return { status: 'assigned', urgency: n % 5 ? 'low' : 'high', ...(n % 6 ? booked : {}) }
    })
    const parts = [await htmlOf(carl.get('/jobs'))]
    for (let next = ''; ; ) {
      next = /href="(\/jobs\?cursor=[^"]+)"/.exec(parts.at(-1)!)?.[1] ?? ''
      if (!next) break
      parts.push(await htmlOf(carl.htmx(next)))
    }
    expect(parts).toHaveLength(3)
    expect(parts[0]).toContain('120 jobs for review')
    const ids = parts.flatMap((part) => [...part.matchAll(/id="job-in-hand-([\w-]+)"/g)].map(([, id]) => id!))
    expect(ids).toHaveLength(120)
    expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)))
    const headings = parts.flatMap((part) => [...part.matchAll(/<h2>([^<]+)/g)].map(([, text]) => text!))
    expect(headings.filter((text) => /^(Today|Tomorrow|Later|No date yet)$/.test(text))).toEqual([
      ...['Today', 'Tomorrow', 'Later', 'No date yet'],
    ])
    const urgent = ids.map((id) => made.find((job) => job.id === id)!.urgency === 'high')
    expect(urgent[0]).toBe(true)
  })

  test.each(['nonsense', '9.0.1.x', '0.0.1', `0.0.99999999999999.${crypto.randomUUID()}`])(
    'a mistyped place (%s) is the beginning, or an end',
    async (cursor) => {
      await aJob(cast, 'assigned')
      const answer = await carl.get(`/jobs?cursor=${cursor}`)
      expect(answer.status).toBe(200)
    },
  )
})

describe('the search of Your Jobs', () => {
  beforeEach(async () => {
    await aJob(cast, 'assigned', { job: { propertyName: 'Rose Cottage', propertyAddress: '1 Mill Lane' } })
    await aJob(cast, 'assigned', { job: { propertyName: 'Ivy House', propertyAddress: '2 Castle Hill' } })
  })

  test.each(['/jobs', '/visit'])('%s narrows by property, address and reference, on the server', async (path) => {
    const found = async (search: string) => {
      const html = await htmlOf(carl.get(`${path}?search=${encodeURIComponent(search)}`))
      return ['Rose Cottage', 'Ivy House'].filter((name) => html.includes(name))
    }
    expect(await found('IVY')).toEqual(['Ivy House'])
    expect(await found('mill l')).toEqual(['Rose Cottage'])
    const { jobRef } = (await db.query.jobs.findFirst({ where: (row, { eq }) => eq(row.propertyName, 'Ivy House') }))!
    expect(await found(jobRef)).toEqual(['Ivy House'])
    expect(await found('')).toHaveLength(2)
    const none = await htmlOf(carl.get(`${path}?search=nowhere`))
    expect(none).toContain('No jobs match your search')
    expect(none).toContain('value="nowhere"')
    expect(await htmlOf(carl.htmx(`${path}?search=ivy`))).not.toContain('<html')
  })

  test('counts what it found, and goes on within it', async () => {
    await manyJobs(cast, 60, (n) => ({ status: 'assigned', propertyName: `Flat ${n}` }))
    const html = await htmlOf(carl.get('/jobs?search=flat'))
    expect(html).toContain('60 jobs for review')
    const next = /href="(\/jobs\?search=flat&cursor=[^"]+)"/.exec(html)![1]!
    expect((await htmlOf(carl.htmx(next))).match(/id="job-in-hand-/g)).toHaveLength(10)
  })

  test('is not offered among no jobs', async () => {
    const other = await signedInAs((await aCast()).contractor)
    expect(await htmlOf(other.get('/jobs'))).not.toContain('type="search"')
  })
})
