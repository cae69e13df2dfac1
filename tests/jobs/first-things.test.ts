import { describe, expect, test } from 'bun:test'
import { bookVisit } from '#src/appointments/actions.ts'
import { timesOf } from '#src/domain/appointment/slots.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { dayIn } from '#tests/support/times.ts'
import { aJob } from '#tests/support/world.ts'

// What stands first on cards and on a job's page, and what is folded away or at the end.

const cast = castOfEachTest()

const ISSUE = 'The boiler loses pressure'

const inOrder = (html: string, ...parts: string[]) => {
  const places = parts.map((part) => html.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

describe('a card of a job', () => {
  test.each(['pending', 'assigned', 'in_progress'] as const)(
    'that is %s has Cancel at hand and Delete folded away, for its agent',
    async (status) => {
      const { id } = await aJob(cast, status)
      const { html } = await read((await signedInAs(cast.agent)).get('/'))
      expect(html).toContain(`data-dialog="" href="/jobs/${id}/cancel?back=%2F"`)
      inOrder(html, '<details class="more-detail', '>More</summary>', `action="/jobs/${id}/delete"`)
    },
  )

  test('has both folded away in the administrator’s row, and no Cancel once a quote waits', async () => {
    const [open, quoted] = [await aJob(cast, 'assigned'), await aJob(cast, 'quote_pending')]
    const { html } = await read((await signedInAs(cast.admin)).get('/'))
    expect(html).toContain(`data-dialog="" href="/admin/jobs/${open.id}/cancel"`)
    expect(html).not.toContain(`href="/admin/jobs/${quoted.id}/cancel"`)
    for (const { id, jobRef } of [open, quoted]) {
      const [, folded] = html.split(`aria-label="More for ${jobRef}">More</summary>`)
      expect(folded!.split('</details>')[0]).toContain(`action="/admin/jobs/${id}/delete"`)
    }
  })

  test('is a target as a whole: the link to what it opens is stretched', async () => {
    const { id, quotes } = await aJob(cast, 'quote_pending')
    const agent = await signedInAs(cast.agent)
    for (const [path, href] of [
      ['/jobs', `/jobs/${id}`],
      ['/completed-jobs', `/jobs/${id}`],
      ['/quotes', `/quotes/${quotes[0]!.id}`],
      ['/', `/quotes/${quotes[0]!.id}`],
    ] as const)
      expect((await read(agent.get(path))).html).toMatch(new RegExp(`<a class="[^"]*stretched"[^>]* href="${href}"`))
  })

  test('of today has call, map and Start for its contractor', async () => {
    const { id } = await aJob(cast, 'assigned')
    const carl = await signedInAs(cast.contractor)
    const start = `action="/jobs/${id}/start"`
    expect((await read(carl.get('/'))).html).not.toContain(start)
    await bookVisit(cast.contractor, id, timesOf({ day: dayIn(0), slot: 'times', from: '00:00', to: '12:00' })!).catch(
      () => bookVisit(cast.contractor, id, timesOf({ day: dayIn(0), slot: 'times', from: '12:00', to: '23:59' })!),
    )
    const { html } = await read(carl.get('/'))
    for (const part of [start, 'href="tel:', 'https://www.google.com/maps/']) expect(html).toContain(part)
    expect((await carl.submit(`/jobs/${id}/start`)).status).toBe(303)
  })
})

describe('the page and the dialog of a job begin with what is wrong, whom to call and the button, then the steps', () => {
  test('for its agent', async () => {
    const { id } = await aJob(cast, 'assigned')
    const agent = await signedInAs(cast.agent)
    for (const ask of [agent.get, agent.htmx])
      inOrder(
        (await read(ask(`/jobs/${id}`))).html,
        ISSUE,
        'href="tel:',
        `/jobs/${id}/edit`,
        'class="steps"',
        'Access Notes',
      )
  })

  test('for the agent who has a quote to decide on', async () => {
    const { id, quotes } = await aJob(cast, 'quote_pending')
    const { html } = await read((await signedInAs(cast.agent)).get(`/jobs/${id}`))
    inOrder(html, ISSUE, `href="/quotes/${quotes[0]!.id}"`, 'class="steps"')
  })

  test('for its contractor', async () => {
    const { id } = await aJob(cast, 'assigned')
    const { html } = await read((await signedInAs(cast.contractor)).get(`/jobs/${id}`))
    inOrder(html, ISSUE, `href="/visit/${id}"`, 'class="steps"', 'Access Notes')
  })

  test('for an administrator, with Delete at the end', async () => {
    const { id } = await aJob(cast, 'assigned')
    const { html } = await read((await signedInAs(cast.admin)).get(`/admin/jobs/${id}`))
    inOrder(
      html,
      ISSUE,
      `/admin/jobs/${id}/cancel`,
      'href="tel:',
      'class="steps"',
      'Timeline',
      `/admin/jobs/${id}/delete`,
    )
  })
})
