import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aJob, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

async function late(days: number) {
  const job = await aJob(cast, 'assigned')
  await db
    .update(jobs)
    .set({ visitBy: daysAgo(days), waitingSince: daysAgo(days + 9) })
    .where(eq(jobs.id, job.id))
  return job
}

async function pending(days: number, urgency?: 'high') {
  const job = await aJob(cast, 'pending', { job: { urgency } })
  await db
    .update(jobs)
    .set({ waitingSince: daysAgo(days) })
    .where(eq(jobs.id, job.id))
  return job
}

/** What the rows offer, in their order: the label of the action and the job's ref. */
const offered = (page: string) => {
  const region = page.slice(page.indexOf('id="act-now"')).split('id="admin-work"')[0]!
  return [...region.matchAll(/aria-label="(Assign|Chase|Invoice), (JOB-\d+)"/g)].map(([, act, ref]) => `${act} ${ref}`)
}

describe('the rows that can be acted on', () => {
  test('are the oldest of each kind with their action, and none twice', async () => {
    const [old, chased, urgent] = [await pending(9), await late(5), await pending(1, 'high')]
    const visited = await aJob(cast, 'completed')
    await db
      .update(jobVisits)
      .set({ visitDate: daysAgo(3) })
      .where(eq(jobVisits.jobId, visited.id))
    const { parent, quote } = await finishedQuoteWork(cast)
    const page = await html(ada.get('/'))
    expect(offered(page)).toEqual([
      `Assign ${old.jobRef}`,
      `Chase ${chased.jobRef}`,
      `Invoice ${visited.jobRef}`,
      `Assign ${urgent.jobRef}`,
      `Invoice ${parent.jobRef}`,
    ])
    expect(page).toContain(`href="/admin/jobs/${old.id}/assign"`)
    expect(page).toContain(`href="/admin/visits/${visited.visits[0]!.id}/invoice"`)
    // Its visit is as old as its quote, and stands for both.
    expect(page).not.toContain(`act-${quote.id}`)
  })

  test('are ten, and many of one kind hide no other', async () => {
    for (let n = 0; n < 12; n++) await pending(20 + n)
    const [urgent, chased] = [await pending(0, 'high'), await late(1)]
    const shown = offered(await html(ada.get('/')))
    expect(shown).toHaveLength(10)
    expect(shown.slice(-2)).toEqual([`Chase ${chased.jobRef}`, `Assign ${urgent.jobRef}`])
  })

  test('are late ones until they are chased or booked ahead, and not those that were assigned today', async () => {
    const [chased, booked, assigned, held] = [await late(4), await late(3), await late(2), await late(1)]
    await bookVisit(cast.contractor, booked.id, tomorrow())
    await db
      .update(jobs)
      .set({ waitingSince: daysAgo(0) })
      .where(eq(jobs.id, assigned.id))
    const shown = async () => offered(await html(ada.get('/')))
    expect(await shown()).toEqual([`Chase ${chased.jobRef}`, `Chase ${held.jobRef}`])
    await ada.submit('/admin/jobs/chase', { id: chased.id, text: 'Please see to it.', confirmed: 'yes' })
    expect(await shown()).toEqual([`Chase ${held.jobRef}`])
  })

  test('are not read for a tab that is opened by its address', async () => {
    await pending(1)
    expect(await html(ada.get('/?tab=visits'))).not.toContain('id="act-now"')
  })

  test('come anew with the counts when a dialog has changed something', async () => {
    const job = await pending(1)
    const part = await html(ada.htmx('/?part=act-now'))
    expect(part).toContain('hx-target="#to-do"')
    expect(offered(part)).toEqual([`Assign ${job.jobRef}`])
    await ada.submit(`/admin/jobs/${job.id}/assign`, { contractorId: cast.contractor.id, instead: '' })
    expect(await html(ada.htmx('/?part=act-now'))).toMatch(/id="act-now"[^>]* hidden=""/)
  })
})

describe('what the open tab asks for when a dialog has changed something', () => {
  const askedBy = async (path: string) => {
    const [, asks = ''] = /<section id="admin-work" hx-get="([^"]+)"/.exec(await html(ada.get(path))) ?? []
    return () => html(ada.htmx(asks.replaceAll('&amp;', '&')))
  }
  const countIn = (part: string, tab: string) => new RegExp(`id="count-${tab}" class="count">(\\d+)<`).exec(part)?.[1]

  test('is the count of each tab, and the active jobs, to the first and the last', async () => {
    const job = await pending(1)
    const ask = await askedBy('/')
    await ada.submit(`/admin/jobs/${job.id}/assign`, { contractorId: cast.contractor.id, instead: '' })
    const assigned = await ask()
    expect([countIn(assigned, 'active'), assigned.includes(`id="active-${job.id}"`)]).toEqual(['1', true])
    await ada.submit(`/admin/jobs/${job.id}/cancel`, { reason: 'The tenant moved out' })
    const cancelled = await ask()
    expect([countIn(cancelled, 'active'), countIn(cancelled, 'visits')]).toEqual(['0', '0'])
    expect(cancelled).toContain('No active jobs in progress')
    // What was not done, and why, stays above the rows.
    expect(cancelled).not.toContain('id="ticked-result"')
  })

  test('is no list of which more may have been loaded', async () => {
    const [job] = await manyJobs(cast, 52, () => ({ status: 'assigned' }))
    const ask = await askedBy('/')
    await ada.submit(`/admin/jobs/${job!.id}/unassign`, { confirmed: 'yes', instead: cast.contractor.id })
    const part = await ask()
    expect(countIn(part, 'active')).toBe('51')
    expect(part).not.toContain('id="active-')
  })

  test('is no row in which a fee may be typed, and how many may be sent', async () => {
    for (let n = 0; n < 2; n++) await aJob(cast, 'completed')
    const part = await (await askedBy('/?tab=visits'))()
    expect(part).toContain('>Send All 2<')
    expect(part).not.toMatch(/ id="visit-| id="active-/)
  })
})

describe('the plots', () => {
  test('stand last, and who has folded them away neither gets nor waits for them', async () => {
    const page = await html(ada.get('/'))
    expect(page.indexOf('id="plots"')).toBeGreaterThan(page.indexOf('id="admin-work"'))
    // They come when they are scrolled to, and without a script by a link.
    expect(page).not.toContain('<svg class="plot"')
    expect(page).toContain('href="/?part=plots#plots"')
    const links = [...page.matchAll(/href="(\/admin\/(?:actions|figures))"/g)].map(([, href]) => href)
    expect(links).toEqual(['/admin/figures', '/admin/figures', '/admin/actions', '/admin/figures'])
    const folded = { preference: 'plotsFolded', value: 'on', back: '/?part=plots' }
    const answer = await ada.htmx('/profile/preferences', { method: 'POST', form: folded })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?part=plots'])
    expect(await html(ada.htmx('/?part=plots'))).toStartWith('<div id="plots"')
    expect(await html(ada.get('/?part=plots'))).not.toContain('<svg class="plot"')
    await ada.submit('/profile/preferences', { ...folded, value: 'off' })
    expect(await html(ada.get('/?part=plots'))).toContain('<svg class="plot"')
  })
})
