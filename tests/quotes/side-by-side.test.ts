import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, complete, statusOf, withQuote } from '#tests/support/world.ts'
import { yetToQuote } from '#views/quotes/competing-words.ts'
import { aFamily, quoteOf } from './family.ts'

const read = async (client: Client, path: string) => (await client.get(path)).text()
const approvals = (text: string) => [...text.matchAll(/action="\/quotes\/([^"]+)\/approve"/g)].map(([, id]) => id)

/** The text of the side by side, without its markup. */
const sideBySide = (text: string) =>
  (/<ul class="rivals">.*?<\/ul>(<p[^>]*>[^<]*<\/p>)?/.exec(text)?.[0] ?? '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')

async function aScene() {
  const cast = await aCast()
  const family = await aFamily(cast)
  const [carls, dees] = [await quoteOf(family.root.id), await quoteOf(family.hers.id)]
  return { cast, ...family, carls, dees, agent: await signedInAs(cast.agent) }
}

describe('pending quotes for one repair', () => {
  test('stand side by side on the dashboard and in the list, the lowest first, once', async () => {
    const { agent, carls, dees, root, hers } = await aScene()
    for (const path of ['/', '/quotes', '/quotes?status=pending', '/quotes?search=bright']) {
      const text = await read(agent, path)
      expect([path, approvals(text)]).toEqual([path, [dees.id, carls.id]])
      expect(text.match(/class="rivals"/g)).toHaveLength(1)
      const shown = sideBySide(text)
      expect(shown).toStartWith(
        `|£300.00|Dee Bright|Bright Spark|${hers.jobRef}|Duration|16 days|Valid Until|31/12/2099|A cheaper`,
      )
      expect(shown).toContain(`|£480.00|Carl Mason|Carl&#x27;s Plumbing|${root.jobRef}|`)
      expect(shown).toEndWith('One more was asked and has not quoted yet.|')
      expect(text).toContain(`href="/quotes/${dees.id}"`)
      expect(text).toContain('aria-label="Approve the quote of Dee Bright for Rose Cottage"')
    }
    expect(await read(agent, '/')).toContain('2 quotes')
  })

  test('stand on the page and in the dialog of each, and of its job, where the others can be decided', async () => {
    const { agent, carls, dees, root, hers } = await aScene()
    for (const [path, own, other] of [
      [`/quotes/${carls.id}`, carls, dees],
      [`/jobs/${root.id}`, carls, dees],
      [`/quotes/${dees.id}`, dees, carls],
      [`/jobs/${hers.id}`, dees, carls],
    ] as const) {
      for (const text of [await read(agent, path), await (await agent.htmx(path)).text()]) {
        expect(approvals(text).sort()).toEqual([own.id, other.id].sort())
        expect(sideBySide(text)).toContain('|£300.00|Dee Bright|')
        expect(sideBySide(text)).toContain('|£480.00|Carl Mason|')
        expect(text.split('This quote<')).toHaveLength(2)
      }
    }
  })

  test('say how long the first of them has waited on their agent, and the hazard of any', async () => {
    const { agent, cast, hers, root } = await aScene()
    await changeHazard(cast.agent, hers.id, { level: 'significant' })
    for (const [days, id] of [
      [2, hers.id],
      [4, root.id],
    ] as const)
      await db
        .update(jobs)
        .set({ waitingSince: new Date(Date.now() - days * 86_400_000) })
        .where(eq(jobs.id, id))
    for (const path of ['/', '/quotes']) {
      const text = await read(agent, path)
      expect(text).toContain('<strong>Waiting for you for 4 days</strong>, to decide on the quote. ')
      expect(text.match(/Waiting for you for/g)).toHaveLength(1)
      expect(text).toMatch(/<span class="muted">Significant hazard, due by [^<]+\.<\/span>/)
    }
  })

  test('say before an approval what becomes of the others, also without JavaScript', async () => {
    const { agent, dees, hers, root, his } = await aScene()
    const asked = await (await agent.submit(`/quotes/${dees.id}/approve`, { back: '/quotes' })).text()
    expect(asked).toContain('Approve the quote of Dee Bright for Rose Cottage?')
    expect(asked).toContain('1 other quote will be declined and 1 other visit will be called off.')
    const done = await agent.submit(`/quotes/${dees.id}/approve`, { back: '/quotes', confirmed: 'yes' })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/quotes'])
    expect([await statusOf(hers.id), await statusOf(root.id), await statusOf(his.id)]).toEqual([
      'quote_approved',
      'completed',
      'cancelled',
    ])
    expect(await read(agent, '/quotes')).not.toContain('class="rivals"')
  })

  test('leave the list together when one is approved there by htmx', async () => {
    const { agent, carls } = await aScene()
    const form = { back: '/quotes', confirmed: 'yes' }
    const text = await (await agent.htmx(`/quotes/${carls.id}/approve`, { method: 'POST', form })).text()
    expect(text).toContain('0 pending quotes')
    expect(text).not.toContain('class="rivals"')
  })

  test('stand alone as before when their rivals are declined and called off', async () => {
    const { agent, cast, carls, dees, his } = await aScene()
    await declineQuote(cast.agent, dees.id)
    expect(sideBySide(await read(agent, '/'))).toEndWith('One more was asked and has not quoted yet.|')
    await cancelJob(cast.admin, his.id, 'Ill')
    for (const path of ['/', '/quotes', `/quotes/${carls.id}`])
      expect(await read(agent, path)).not.toContain('class="rivals"')
    expect(await read(agent, '/')).toContain('aria-label="Approve the quote for Rose Cottage"')
  })

  test('of two repairs stand apart, and one without rivals as before', async () => {
    const { agent, cast } = await aScene()
    await aFamily(cast)
    await aJob(cast, 'quote_pending', { job: { propertyName: 'Oak House' } })
    const text = await read(agent, '/quotes')
    expect(text.match(/class="rivals"/g)).toHaveLength(2)
    expect(approvals(text)).toHaveLength(5)
    expect(text).toContain('5 pending quotes')
  })

  test('are a list as before in JSON', async () => {
    const { agent, carls, dees, root } = await aScene()
    const list = (await (await agent.get('/api/quotes/pending')).json()) as {
      id: string
      job: { rivalOfJobId: string | null }
    }[]
    expect(list.map(({ id, job }) => [id, job.rivalOfJobId])).toEqual([
      [dees.id, root.id],
      [carls.id, null],
    ])
    expect(list[0]).not.toHaveProperty('rivals')
  })

  test.each([
    [0, ''],
    [1, 'One more was asked and has not quoted yet.'],
    [2, 'Two more were asked and have not quoted yet.'],
    [12, '12 more were asked and have not quoted yet.'],
  ])('%i of them still to come', (waiting, words) => expect(yetToQuote({ quotes: [], waiting })).toBe(words))
})

describe('a rival', () => {
  test('is marked in the lists of its agent and of administrators', async () => {
    const { agent, cast, root } = await aScene()
    const mark = (list: string) => `Another quote for <a href="${list}/${root.id}" data-dialog="">${root.jobRef}</a>`
    const count = (text: string, list = '/jobs') => text.split(mark(list)).length - 1
    // Dee has answered, Tom has not.
    expect(count(await read(agent, '/'))).toBe(1)
    expect(count(await read(agent, '/jobs'))).toBe(2)
    expect(count(await read(agent, '/completed-jobs'))).toBe(1)
    const admin = await signedInAs(cast.admin)
    // A row of a table has no room for a link.
    for (const [list, from] of [
      ['/admin/jobs', '<table'],
      ['/', 'Active Jobs in Progress</h2>'],
    ] as const) {
      const [, rows] = (await read(admin, list)).split(from)
      expect(rows!.split(`Another quote for ${root.jobRef}`)).toHaveLength(3)
    }
  })

  test('is asked for from the page of the job, by a form', async () => {
    const [cast, dee] = [await aCast(), await aContractor({ firstName: 'Dee', lastName: 'Bright' })]
    const { id } = await aJob(cast, 'quote_pending')
    const admin = await signedInAs(cast.admin)
    expect(await read(admin, `/admin/jobs/${id}`)).toContain(`href="/admin/jobs/${id}/rivals"`)
    const form = await read(admin, `/admin/jobs/${id}/rivals`)
    expect(form).toContain('Ask for Another Quote')
    expect(form).toContain(`value="${dee.id}"`)
    // Who has the job is not offered.
    expect(form).not.toContain(`value="${cast.contractor.id}"`)
    const refused = await admin.submit(`/admin/jobs/${id}/rivals`, { contractorId: '' })
    expect([refused.status, (await refused.text()).includes('Please choose a contractor')]).toEqual([422, true])
    const sent = await admin.submit(`/admin/jobs/${id}/rivals`, { contractorId: dee.id })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/admin/jobs/${id}`])
    expect(await read(admin, `/admin/jobs/${id}`)).toContain('Another Quote Asked For')
    await complete(
      dee,
      (await (await signedInAs(dee)).get('/api/jobs').then((r) => r.json() as Promise<{ id: string }[]>))[0]!.id,
      withQuote(),
    )
    expect(approvals(await read(await signedInAs(cast.agent), '/'))).toHaveLength(2)
    expect(await read(admin, `/admin/jobs/${(await aJob(cast, 'assigned')).id}`)).not.toContain('/rivals"')
  })
})
